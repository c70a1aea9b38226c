"""The validation that a build must pass before it writes zips, and the note that it was passed."""
from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

from assignment.settings import Assignment

_INPUTS = ("solution", "starter", "autograder", "assignment")
_PROBLEM = "NOT VALID: "  #: how assignment.validate begins a line that says what is wrong
_SUFFIXES = {".py", ".json", ".toml", ".j2", ".yaml", ".yml", ".txt", ""}


class Invalid(Exception):
    """The assignment does not hold what it promises; the message says what."""


def fingerprint(root: Path) -> str:
    """Return a digest of everything that the validation depends on."""
    digest = hashlib.sha256(sys.version.encode())
    for name in _INPUTS:
        for path in sorted((root / name).rglob("*")):
            if path.is_file() and path.suffix in _SUFFIXES and not any(part.startswith((".", "__pycache__")) for part in path.parts):
                digest.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def passed_before(root: Path) -> bool:
    """Tell whether these very inputs passed already."""
    note = _note(root)
    return note.exists() and note.read_text(encoding="utf-8").strip() == fingerprint(root)


def remember(root: Path) -> None:
    """Note that these inputs passed."""
    _note(root).parent.mkdir(parents=True, exist_ok=True)
    _note(root).write_text(fingerprint(root) + "\n", encoding="utf-8")


def _note(root: Path) -> Path:
    return root / "build" / "validated"


def ends_right(root: Path, settings: Assignment) -> str:
    """Grade the solution and the stubs: all points, and none.

    Raises:
        Invalid: it is otherwise.
    """
    for submission, wanted in (("solution/search.py", settings.total), ("starter/search.py", 0.0)):
        score, reasons = _graded(root, submission)
        if abs(score - wanted) > 1e-9:
            raise Invalid(f"{submission} gets {score:g} points instead of {wanted:g}" + (f": {reasons[0]}" if reasons else ""))
    return f"the solution gets {settings.total:g} points, the stubs get 0"


def _graded(root: Path, submission: str) -> tuple[float, list[str]]:
    results = root / "build" / "validation.json"
    done = run(root, "autograder", str(root / submission), "--results", str(results), "--quiet")
    if done.returncode:
        raise Invalid(f"{submission} cannot be graded:\n{done.stderr[-1500:]}")
    data = json.loads(results.read_text(encoding="utf-8"))
    return data["score"], [f"{test['name']}: {test['output'][:300]}" for test in data["tests"] if test["status"] == "failed"]


def catalogue(root: Path) -> str:
    """Run `python -m assignment.validate`, which tries every known mistake and every accepted program.

    Raises:
        Invalid: it ended with an error.
    """
    done = run(root, "assignment.validate")
    lines = done.stdout.strip().splitlines()
    if done.returncode:
        problems = [line.removeprefix(_PROBLEM) for line in lines if line.startswith(_PROBLEM)]
        raise Invalid("\n".join(["", *problems]) if problems else (done.stdout + done.stderr)[-4000:])
    return lines[-1] if lines else "passed"


def run(root: Path, module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run one of the project's programs in a process of its own, which reads the files as they are now."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root / "starter"), str(root)])}
    return subprocess.run([sys.executable, "-B", "-m", module, *arguments], cwd=root, env=environment, capture_output=True, text=True)
