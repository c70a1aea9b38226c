"""Extra credit in results.json: a row of its own, and not a point of the required part hangs on it."""
from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from autograder.grade import grade, nothing_graded
from autograder.isolation.backend import warm_up
from autograder.isolation.isolation import Isolation
from autograder.ranking import row
from autograder.render import results
from autograder.results import zero
from autograder.settings import Settings, load_cases, load_settings
from autograder.submission import Submission
from tests.ranking import programs
from tests.searches import SOLUTION

FEW = ("minimax.known_trees", "alphabeta.window")


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Few checks, extra credit on, and a small ranked set."""
    monkeypatch.setattr(row, "load", programs.small)
    all_of_them = load_settings()
    return replace(all_of_them, checks=tuple(check for check in all_of_them.checks if check.id in FEW), extra_credit=True, leaderboard=True)


def graded(text: str, settings: Settings, **helpers: str) -> dict[str, Any]:
    files = {"search.py": text.encode(), **{f"{name}.py": helper.encode() for name, helper in helpers.items()}}
    return results(grade(Submission(files), settings, load_cases()), 1.0)


def extra(data: dict[str, Any]) -> dict[str, Any]:
    (found,) = [test for test in data["tests"] if test["extra_data"]["check"] == "extra.ranking"]
    return dict(found)


def test_a_ranked_search_stands_on_the_leaderboard(settings: Settings) -> None:
    """Both columns, a row that passed and is worth nothing, and the required points beside it."""
    data = graded(programs.REFERENCE, settings, ordering=programs.ORDERING)
    assert [entry["name"] for entry in data["leaderboard"]] == ["positions visited", "times the minimal tree"]
    assert (extra(data)["status"], extra(data)["score"], extra(data)["max_score"], extra(data)["number"]) == ("passed", 0, 0, "5.1")
    assert data["score"] == sum(check.points for check in settings.checks)
    assert "extra       Ranked: your solve visited" in data["output"]


@pytest.mark.parametrize(("text", "said"), [
    (programs.UNSOUND_TABLE, "Not ranked: Your solve returned"),
    (programs.DROPS_A_MOVE, "did not return a list of just these"),
    (programs.NEVER_UNDOES, "1 move was not taken back"),
    (programs.FORGES_THE_RECORD, "does not prove that"),
    (programs.SEARCHES_INSIDE, "does not prove that"),
])
def test_what_is_not_ranked_keeps_its_required_points(text: str, said: str, settings: Settings) -> None:
    """No leaderboard, a row that says why, every other point, and no advice to run a check that students do not have."""
    data = graded(text, settings)
    assert "leaderboard" not in data and extra(data)["status"] == "failed" and said in extra(data)["output"]
    assert data["score"] == sum(check.points for check in settings.checks)
    assert "make test" not in data["output"]


def test_numbers_from_the_childs_side_count_for_nothing(settings: Settings) -> None:
    """A submission that rewrites the reply on its way out is counted by the replay, or not at all."""
    forging = programs.ALPHA_BETA + '''

import json
told = json.dumps

def lies(data, *arguments, **named):
    if isinstance(data, dict):
        for answer in data.get("answers", ()):
            answer.update(visits=1, entered=[], leaderboard=[{"name": "positions visited", "value": 1}])
    return told(data, *arguments, **named)

json.dumps = lies
'''
    honest, forged = graded(programs.ALPHA_BETA, settings), graded(forging, settings)
    assert forged.get("leaderboard", honest["leaderboard"]) == honest["leaderboard"]


def test_without_leaderboard_or_extra_credit_nothing_is_ranked(settings: Settings) -> None:
    """Extra credit without a leaderboard has the row only; switched off, there is neither."""
    data = graded(programs.ALPHA_BETA, replace(settings, leaderboard=False))
    assert extra(data)["status"] == "passed" and "leaderboard" not in data
    off = graded(programs.ALPHA_BETA, replace(settings, extra_credit=False, leaderboard=False))
    assert [test["extra_data"]["check"] for test in off["tests"]] == list(FEW) and "leaderboard" not in off


def test_extra_points_come_on_top(settings: Settings) -> None:
    """Where the settings give points for it, a ranked search earns them beyond the total, and the row's own maximum stays 0."""
    data = graded(programs.ALPHA_BETA, replace(settings, extra_points=3))
    assert data["score"] == sum(check.points for check in settings.checks) + 3
    assert (extra(data)["score"], extra(data)["max_score"]) == (3, 0)


def test_what_cannot_be_ranked_says_so(settings: Settings) -> None:
    """Not written, not loadable, not submitted, not drawn: a row with the reason, and no leaderboard."""
    assert "is written yet" in extra(graded(SOLUTION, settings))["output"]
    assert "SyntaxError" in extra(graded("def minimax(:\n", settings))["output"]
    nothing = results(grade(Submission(problem="the submission is empty"), settings, load_cases()), 1.0)
    assert "empty" in extra(nothing)["output"]
    with Isolation({"search.py": b"x = 1\n"}, settings.limits, warm_up(settings.limits)) as isolation:
        fault, columns = row.ranked_row(isolation, settings, [])
    assert fault.status.value == "ERROR" and "tell the staff" in fault.text and columns == ()


def test_the_row_is_there_whatever_happens(settings: Settings) -> None:
    """Before grading, where it never ends, and where the kit cannot grade: a row of 0 points, and no leaderboard."""
    for data in (zero(settings), results(nothing_graded(settings, "no root"), 1.0)):
        assert extra(data)["status"] == "failed" and extra(data)["max_score"] == 0 and "leaderboard" not in data
