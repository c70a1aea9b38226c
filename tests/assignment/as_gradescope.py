"""Does with autograder.zip what Gradescope does, in a root of its own."""
from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
#: a module that breaks whoever imports ensurepip: Ubuntu without python3-venv
NO_ENSUREPIP = 'raise ImportError("ensurepip is not installed here")\n'


class Gradescope:
    """An image built from the zip in `root`, and containers run from it.

    Args:
        root: what /autograder is on Gradescope.
        python: the system Python there.
    """

    def __init__(self, root: Path, archive: Path, python: str) -> None:
        self.root, self.python = root, python
        with zipfile.ZipFile(archive) as zipped:
            zipped.extractall(root / "source")
        self.blocked = root / "blocked"
        self.blocked.mkdir()
        (self.blocked / "ensurepip.py").write_text(NO_ENSUREPIP)

    def set_up(self) -> subprocess.CompletedProcess[str]:
        """Run setup.sh, where import ensurepip fails, no module but Python's own is there, and no network either."""
        return self._run(self.root / "source" / "setup.sh", PYTHONPATH=str(self.blocked), PIP_NO_INDEX="1", PYTHONNOUSERSITE="1")

    def grade(self, submission: Path) -> dict[str, Any]:
        """Run run_autograder on a file or folder and return results.json."""
        for name in ("submission", "results"):
            shutil.rmtree(self.root / name, ignore_errors=True)
            (self.root / name).mkdir()
        if submission.is_dir():
            shutil.copytree(submission, self.root / "submission", dirs_exist_ok=True, symlinks=True)
        else:
            shutil.copy(submission, self.root / "submission" / "search.py")
        (self.root / "submission_metadata.json").write_text("{}")
        shutil.copy(self.root / "source" / "run_autograder", self.root / "run_autograder")
        done = self._run(self.root / "run_autograder")
        assert done.returncode == 0, done.stderr
        results: dict[str, Any] = json.loads((self.root / "results" / "results.json").read_text())
        return results

    def _run(self, program: Path, **more: str) -> subprocess.CompletedProcess[str]:
        environment = {"PATH": os.environ["PATH"], "AUTOGRADER_ROOT": str(self.root), "PYTHON": self.python, **more}
        return subprocess.run(["bash", str(program)], cwd=self.root, env=environment, capture_output=True, text=True)


def graded_here(submission: Path, out: Path) -> dict[str, Any]:
    """Grade as `make grade` does and return results.json."""
    subprocess.run([sys.executable, "-m", "autograder", str(submission), "--results", str(out), "--quiet"], cwd=ROOT, check=True)
    results: dict[str, Any] = json.loads(out.read_text())
    return results


def verdicts(results: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Return what must be the same wherever one grades: all but the sentence that names the grader's Python."""
    return [(test["number"], test["name"], test["score"], test["max_score"], re.sub(r"Python 3\.\d+", "Python", test["output"]))
            for test in results["tests"]]


def python(version: str) -> str | None:
    """Return an interpreter of this version, "3.10" say, or None where there is none."""
    homes = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python3"))
    return str(homes[-1]) if homes else shutil.which(f"python{version}")
