"""python -m kibitz rank: the same judge on a student's own machine."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from assignment.whole import whole
from kibitz.extra.cli import PUBLIC
from tests.ranking import programs
from tests.searches import SOLUTION

ROOT = Path(__file__).resolve().parents[2]


def rank(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    (folder / "search.py").write_text(text, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "starter")}
    return subprocess.run([sys.executable, "-B", "-m", "kibitz", "rank"], cwd=folder, env=environment, capture_output=True, text=True)


def test_the_positions_to_practise_on_have_their_minimal_trees() -> None:
    """What the small proofs need is what the whole trees say."""
    for case in PUBLIC:
        assert case.least == whole(case.position(), case.depth).least


def test_a_right_search_is_counted_at_home(tmp_path: Path) -> None:
    """The table of visits, as the grader prints it."""
    done = rank(tmp_path, programs.ALPHA_BETA)
    assert done.returncode == 0 and "Ranked: your solve visited" in done.stdout and "Connect Four after 44444" in done.stdout


def test_what_would_not_be_ranked_is_told_at_home(tmp_path: Path) -> None:
    """A wrong search, one that is not written and one that cannot be loaded: a sentence each, and no traceback."""
    wrong = rank(tmp_path, programs.NEVER_UNDOES)
    assert wrong.returncode == 1 and "1 move was not taken back" in wrong.stdout
    missing = rank(tmp_path, SOLUTION)
    assert missing.returncode == 1 and "neither solve nor order_moves is written yet" in missing.stdout
    broken = rank(tmp_path, "def solve(:\n")
    assert broken.returncode == 2 and "SyntaxError" in broken.stderr
    assert "Traceback" not in wrong.stderr + missing.stderr + broken.stderr
