"""The students' folder, as a student runs it: pytest in a process of its own."""
from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz.words.draw import WIDTH
from tests.searches import SOLUTION

STARTER = Path(__file__).resolve().parents[2] / "starter"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the students' folder, with a space in its path."""
    place = tmp_path_factory.mktemp("my homework") / "game tree search"
    shutil.copytree(STARTER, place, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    return place


def at_home(folder: Path, text: str, *options: str) -> subprocess.CompletedProcess[str]:
    (folder / "search.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)


@pytest.mark.parametrize(("text", "said"), [
    ("import os\nos._exit(0)\n", "os._exit(0), which ends the whole program at once"),
    ("def minimax(game, depth):\n    import os\n    os._exit(0)\n", "os._exit(0), which ends the whole program at once"),
    ("import sys\nsys.exit()\n", "SystemExit"),
    ("input('depth? ')\n", "nobody is there to answer input()"),
    ("def minimax(game, depth):\n    return int(input())\n", "nobody is there to answer input()"),
])
def test_what_would_end_or_stop_the_tests_is_an_error_that_says_so(folder: Path, text: str, said: str) -> None:
    """No silence, no success, no wait for a keyboard."""
    done = at_home(folder, text, "-k", "minimax.known_trees")
    assert done.returncode == 1, done.stdout
    assert said in " ".join(done.stdout.split())


def test_no_row_is_wider_than_a_console(folder: Path) -> None:
    """Headings and short rows are broken between words, whatever is wrong."""
    text = SOLUTION.replace("best = ", "best = undefined_name_of_some_length + ").replace("probability * ", "")
    done = at_home(folder, text)
    rows = [row for row in done.stdout.splitlines() if not row.startswith((".", "F", "="))]
    assert done.returncode == 1 and rows
    assert [row for row in rows if len(row) > WIDTH] == []


def test_a_check_that_does_not_exist_is_answered_with_those_that_do(folder: Path) -> None:
    """In rows that fit."""
    done = at_home(folder, SOLUTION, "-k", "nonsense")
    assert "No check has that name. There are: minimax.known_trees" in done.stdout
    assert [row for row in done.stdout.splitlines() if len(row) > WIDTH + 2] == []


def test_a_check_that_is_misspelt_is_answered_with_those_like_it(folder: Path) -> None:
    """As `make trace` does."""
    assert "Did you mean alphabeta.window" in at_home(folder, SOLUTION, "-k", "alphabeta.windwo").stdout
