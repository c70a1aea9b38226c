"""The public checks of search.py. Run them with `make test`, or with `python -m pytest`.

One check alone: make test CHECK=alphabeta.window, or python -m pytest -k alphabeta.window
"""
from pathlib import Path

import pytest

from kibitz.judge.checks import BY_ID
from kibitz.points import POINTS
from kibitz.selfcheck.public import problem_with

SEARCH = Path(__file__).with_name("search.py")


@pytest.mark.parametrize("check", list(POINTS))
def test_search_keeps_its_promise(check):
    """Each function does what its docstring promises, on textbook trees, on games, and on trees drawn at random."""
    problem = problem_with(BY_ID[check], SEARCH)
    if problem:
        pytest.fail(problem, pytrace=False)
