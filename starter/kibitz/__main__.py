"""python -m kibitz trace | play | rank | quiz: what the Makefile's targets call."""
from __future__ import annotations

import importlib
import sys

COMMANDS = {
    "trace": ("kibitz.trace.cli", "draw my search on one page"),
    "play": ("kibitz.play.cli", "play against my search"),
    "rank": ("kibitz.extra.cli", "extra credit: count the positions that my search visits"),
    "quiz": ("kibitz.quiz", "a few questions before the first line of code"),
}
PACKAGES = {"jinja2": "requirements-trace.txt", "flask": "requirements-play.txt"}


def main(argv: list[str]) -> int:
    """Run a command; 2 where there is none of that name, or a package that it needs is missing."""
    if not argv or argv[0] not in COMMANDS:
        print("usage: python -m kibitz COMMAND [--help]\n")
        for name, (_, what) in COMMANDS.items():
            print(f"  {name:<8}{what}")
        return 0 if argv and argv[0] in ("-h", "--help") else 2
    try:
        command = importlib.import_module(COMMANDS[argv[0]][0])
    except ModuleNotFoundError as error:
        if error.name not in PACKAGES:
            raise
        print(f"`{argv[0]}` needs {error.name}, which is not installed: python -m pip install -r {PACKAGES[error.name]}", file=sys.stderr)
        return 2
    result: int = command.main(argv[1:])
    return result


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
