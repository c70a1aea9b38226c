"""The whole validation, on graded and on fresh cases, and the agreement of its short way with grading proper."""
from __future__ import annotations

from pathlib import Path

import pytest

from assignment import catalogue, mutants, trial, validate
from autograder.grade import grade
from autograder.settings import load_cases, load_settings
from autograder.submission import read_submission
from autograder.verdict import Status
from tests.full import FULL

SAMPLE = catalogue.load()[:: 31 if FULL else 62]
RIGHT = sorted(catalogue.accepted().items())[:: 1 if FULL else 3]


@pytest.mark.soak
@pytest.mark.alone
def test_everything_is_valid_on_the_graded_cases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Solution, stubs, every mistake, every right program, every check."""
    monkeypatch.setattr(validate, "OUT", tmp_path / "validation.html")
    assert validate.main([]) == 0


@pytest.mark.soak
def test_everything_is_right_on_cases_drawn_afresh() -> None:
    """No right program fails on other draws of the same strategies."""
    cases = trial.warmed(validate.cases_of(20))
    for name, source in [("solution", catalogue.SOLUTION.read_text(encoding="utf-8")), *RIGHT]:
        assert trial.failures(source, cases) == {}, name


@pytest.mark.soak
@pytest.mark.parametrize("mistake", SAMPLE, ids=lambda mistake: mistake.id)
def test_the_short_way_fails_the_same_checks_as_grading(mistake: catalogue.Mistake, tmp_path: Path) -> None:
    """Validation runs programs without the isolation; what it finds is what the grader finds."""
    (tmp_path / "search.py").write_text(mistake.programs[0], encoding="utf-8")
    verdict = grade(read_submission(tmp_path), load_settings(), load_cases())
    lost = {row.check for row in verdict.rows if row.status is not Status.PASSED}
    assert lost == set(trial.failures(mistake.programs[0], load_cases()))


def test_every_listed_mutant_has_a_reason() -> None:
    """The list of survivors tells for each why it is equivalent."""
    reasons = mutants.listed()
    assert reasons
    assert all(len(reason.split()) > 5 for reason in reasons.values())


@pytest.mark.soak
def test_every_mutant_is_killed_or_equivalent() -> None:
    """Cosmic Ray's mutants of the solution, all of them."""
    pytest.importorskip("cosmic_ray")
    assert mutants.main([]) == 0
