"""python -m assignment build | compare: a new term, and what an update in mid-term changes."""
from __future__ import annotations

import argparse
import sys
from pathlib import Path


def main(argv: list[str] | None = None) -> int:
    """Run a command."""
    parser = argparse.ArgumentParser(prog="python -m assignment", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    build = commands.add_parser("build", help="make stubs, handout, graded cases and zips from assignment.toml, and validate them")
    build.add_argument("--seed", type=int, help="write this seed into assignment.toml first")
    build.add_argument("--redraw", action="store_true", help="draw the graded cases anew although the seed is the same")
    build.add_argument("--offline", action="store_true", help="bundle the wheels, so that setup.sh needs no network")
    compare = commands.add_parser("compare", help="verdicts of an older autograder.zip and of today's, differences only")
    compare.add_argument("old", type=Path, help="the autograder.zip that is on Gradescope now")
    compare.add_argument("submissions", type=Path, help="a Gradescope export, or a folder with one file or folder for each submission")
    compare.add_argument("--workers", type=int, default=2, help="how many are graded side by side (default: %(default)s)")
    args = parser.parse_args(argv)
    if args.command == "build":
        from assignment.build import main as build_all

        return build_all(args.seed, args.redraw, args.offline)
    from assignment.compare import main as compare_all

    return compare_all(args.old, args.submissions, args.workers)


if __name__ == "__main__":
    sys.exit(main())
