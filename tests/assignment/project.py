"""A copy of the project, to build in."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.assignment.as_gradescope import ROOT

PARTS = ("solution", "starter", "assignment", "autograder", "requirements", "handout.md")


class Project:
    """The project, copied to a folder; its settings are edited there, and its programs run there."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in PARTS:
            source = ROOT / name
            ignored = shutil.ignore_patterns("__pycache__", ".*")
            shutil.copytree(source, root / name, ignore=ignored) if source.is_dir() else shutil.copy(source, root / name)

    @property
    def toml(self) -> Path:
        return self.root / "assignment" / "assignment.toml"

    def edit(self, name: str, *edits: tuple[str, str]) -> None:
        """Replace text in a file."""
        path = self.root / name
        text = path.read_text(encoding="utf-8")
        for old, new in edits:
            assert old in text, old
            text = text.replace(old, new, 1)
        path.write_text(text, encoding="utf-8")

    def run(self, *arguments: str, python: str = sys.executable) -> subprocess.CompletedProcess[str]:
        """Run python -m assignment."""
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(self.root / "starter"), str(self.root)])}
        command = [python, "-B", "-m", "assignment", *arguments]
        return subprocess.run(command, cwd=self.root, env=environment, capture_output=True, text=True)

    def without_the_catalogue(self) -> Project:
        """Leave out the validation by known mistakes, which takes long and has tests of its own."""
        for name in ("validate.py", "probes.py"):
            (self.root / "assignment" / name).unlink(missing_ok=True)
        return self

    def products(self) -> dict[str, bytes]:
        """Return what a build makes, by path."""
        names = ["starter/search.py", "starter/kibitz/assignment.json", "autograder/data/settings.json", "autograder/data/cases.json",
                 "handout.md", "dist/handout.html", "build/answers.md", "dist/starter.zip", "dist/autograder.zip"]
        return {name: (self.root / name).read_bytes() for name in names if (self.root / name).exists()}
