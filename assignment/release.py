"""Builds the two zips: one for students, one for Gradescope."""
from __future__ import annotations

import argparse
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from assignment.contents import FOLDER, PROGRAMS, autograder_files, starter_files
from assignment.stubs import StubError
from assignment.zips import archive, digest, put
from autograder.results import zero
from autograder.settings import load_settings
from autograder.wheels import pinned

ROOT = Path(__file__).resolve().parent.parent
MOST_BYTES = 1_000_000  #: of autograder.zip
_SECRET = ("solution", "mistakes", "tests", "answers")


class ReleaseError(Exception):
    """A zip cannot be built, or would hold what it must not."""


@dataclass(frozen=True)
class Built:
    """One zip that was built."""

    path: Path
    size: int
    digest: str
    changed: bool


def build(root: Path = ROOT, out: Path | None = None, *, offline: bool = False) -> list[Built]:
    """Write both zips to `out`.

    Args:
        root: the project's folder.
        out: where to (default: dist/ in the project's folder).
        offline: bundle the wheels that grading needs, so that setup.sh needs no network.

    Raises:
        ReleaseError: see there.
    """
    out = out or root / "dist"
    grading = autograder_files(root)
    grading["zero.json"] = json.dumps(zero(load_settings(root / "autograder" / "data" / "settings.json")), indent=1).encode()
    if offline:
        grading |= _wheels(root / "requirements" / "autograder.lock", root / "build" / "wheels")
    zips = {"starter.zip": archive(_checked(starter_files(root))), "autograder.zip": archive(_checked(grading), PROGRAMS)}
    if len(zips["autograder.zip"]) >= MOST_BYTES:
        raise ReleaseError(f"autograder.zip would have {len(zips['autograder.zip']):,} bytes; the most is {MOST_BYTES:,}")
    return [Built(out / name, len(data), digest(data), put(out / name, data)) for name, data in zips.items()]


def _checked(files: dict[str, bytes]) -> dict[str, bytes]:
    for name in files:
        if any(part in _SECRET for part in name.removeprefix(FOLDER).split("/")):
            raise ReleaseError(f"{name} must not be in a zip")
    return files


def _wheels(requirements: Path, folder: Path) -> dict[str, bytes]:
    """Fetch the pinned wheels, unless an earlier build left them, and return them by their path in the zip."""
    names = pinned(requirements.read_text(encoding="utf-8"))
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--require-hashes", "--no-deps",
               "--only-binary", ":all:", "--dest", str(folder), "--requirement", str(requirements)]
    found = {path.name: path.read_bytes() for path in sorted(folder.glob("*.whl"))}
    if not _complete(found, names) and subprocess.run(command).returncode:
        raise ReleaseError("the wheels for OFFLINE=1 could not be fetched: is there a network?")
    found = {path.name: path.read_bytes() for path in sorted(folder.glob("*.whl"))}
    return {f"wheels/{name}": data for name, data in found.items() if any(digest(data) in hashes for hashes in names.values())}


def _complete(wheels: dict[str, bytes], names: dict[str, set[str]]) -> bool:
    have = {digest(data) for data in wheels.values()}
    return all(have & hashes for hashes in names.values())


def told(built: Built) -> str:
    """Return a line on a zip: its name, size and digest, and whether it changed."""
    return f"{built.path.name:<16}{built.size:>10,} bytes   sha256 {built.digest[:16]}   {'new' if built.changed else 'unchanged'}"


def main(argv: list[str] | None = None) -> int:
    """Run the command; 0 where both zips are built, 2 where they cannot be."""
    parser = argparse.ArgumentParser(prog="python -m assignment.release", description="Build dist/starter.zip and dist/autograder.zip.")
    parser.add_argument("--offline", action="store_true", help="bundle the wheels, so that setup.sh needs no network")
    parser.add_argument("--out", type=Path, help="the folder to write to (default: dist)")
    args = parser.parse_args(argv)
    try:
        zips = build(out=args.out, offline=args.offline)
    except (ReleaseError, StubError) as error:
        print(f"not built: {error}", file=sys.stderr)
        return 2
    for made in zips:
        print(told(made))
    print(f"Give starter.zip to students, upload autograder.zip to Gradescope; both are in {zips[0].path.parent}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
