"""Unpacks bundled wheels into a virtual environment, each checked against its pinned hash: it needs no pip and no network.

Run by setup.sh as a program, with nothing of the kit importable: python wheels.py WHEELS REQUIREMENTS SITE_PACKAGES.
"""
from __future__ import annotations

import hashlib
import re
import sys
import zipfile
from pathlib import Path


def pinned(requirements: str) -> dict[str, set[str]]:
    """Return the SHA-256 hashes that a requirements file allows, by name and version.

    >>> sorted(pinned("# why\\na-b==1.0 --hash=sha256:00ff \\\\\\n    --hash=sha256:11ee")["a_b-1.0"])
    ['00ff', '11ee']
    """
    found: dict[str, set[str]] = {}
    for line in requirements.replace("\\\n", " ").splitlines():
        pin = re.match(r"\s*([A-Za-z0-9._-]+)\s*==\s*([^\s;]+)", line)
        if pin:
            name = re.sub(r"[-_.]+", "_", pin[1]).lower()
            found[f"{name}-{pin[2]}"] = set(re.findall(r"--hash=sha256:([0-9a-f]+)", line))
    return found


def install(wheels: Path, requirements: Path, target: Path) -> None:
    """Unpack the wheel of each requirement into `target`.

    Raises:
        SystemExit: a wheel is missing, or is not the one that was pinned.
    """
    for name, hashes in pinned(requirements.read_text(encoding="utf-8")).items():
        fitting = [path for path in sorted(wheels.glob("*.whl")) if path.name.lower().startswith(f"{name}-")]
        if not fitting:
            raise SystemExit(f"no wheel for {name} in {wheels}: build the zip again with make release OFFLINE=1")
        if hashlib.sha256(fitting[0].read_bytes()).hexdigest() not in hashes:
            raise SystemExit(f"{fitting[0].name} is not the file that {requirements.name} pins")
        with zipfile.ZipFile(fitting[0]) as wheel:
            wheel.extractall(target)


if __name__ == "__main__":
    install(*map(Path, sys.argv[1:4]))
