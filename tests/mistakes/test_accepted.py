"""Right programs, however odd, pass every check and are never named."""
from __future__ import annotations

import pytest

from assignment import catalogue, trial
from autograder.settings import load_cases
from kibitz.cases.case import Case
from tests.full import FULL

RIGHT = catalogue.accepted()


def sample() -> dict[str, list[Case]]:
    """Return the first graded cases of each check: they are run in order, so memory between calls counts."""
    return {check: cases[:12] for check, cases in load_cases().items()}


@pytest.mark.parametrize("name", sorted(RIGHT))
def test_a_right_program_passes(name: str) -> None:
    """Each is tried on a dozen cases of each check; on all of them in make validate."""
    assert trial.failures(RIGHT[name], sample()) == {}


@pytest.mark.parametrize("name", sorted(RIGHT))
def test_a_right_program_says_what_is_odd_about_it(name: str) -> None:
    """The first line tells why the program is here."""
    assert RIGHT[name].startswith('"""')
    assert RIGHT[name].split("\n")[0].endswith('."""')


@pytest.mark.soak
@pytest.mark.skipif(not FULL, reason="FULL=1: the whole validation, another soak test, runs the same")
@pytest.mark.parametrize("name", sorted(RIGHT))
def test_a_right_program_keeps_all_points(name: str) -> None:
    """On every graded case of every check."""
    assert trial.failures(RIGHT[name], load_cases()) == {}
