"""Judges a check on a student's own machine: on the cases that every term has, then on games that Hypothesis draws."""
from __future__ import annotations

import traceback
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import SearchStrategy

from kibitz.cases.sources import sources
from kibitz.cases.standing import always
from kibitz.cases.strategies import Story
from kibitz.judge.check import Check, first_failure
from kibitz.judge.judging import Outcome, judge, made
from kibitz.selfcheck.local import LocalRunner, NotLoaded
from kibitz.words.report import report

KIT_FAULT = "The kit itself failed"
EXAMPLES = 15  #: drawn from each of a check's strategies


class _Broken(AssertionError):
    """A drawn story on which a promise is broken. kibitz.judge.judging makes it small, within a bound, as it does when graded."""


def problem_with(check: Check, path: Path) -> str:
    """Return the text of what is wrong with the search.py at `path`, or "" where it keeps the promise."""
    runner = LocalRunner(path)
    try:
        outcome = _judged(check, runner)
        return report(check, outcome) if outcome.failure else ""
    except NotLoaded as error:
        return f"search.py could not be loaded: {error}"
    except Exception:
        return f"{KIT_FAULT}, this costs no points, please report:\n{traceback.format_exc()}"


def failing_outcome(check: Check, path: Path) -> Outcome | None:
    """Return how a check fails for the search.py at `path`, with the smallest case found, or None where it does not.

    Raises:
        NotLoaded: the file cannot be loaded.
    """
    outcome = _judged(check, LocalRunner(path))
    return outcome if outcome.failure else None


def _judged(check: Check, runner: LocalRunner) -> Outcome:
    cases = always().get(check.id, [])
    outcome = judge(check, cases, runner) if cases else Outcome(None, False, False, 0, 0)
    for strategy in [] if outcome.failure else sources().get(check.id, []):
        story = _story_that_fails(check, strategy, runner)
        if story:
            return judge(check, story, runner)
    return outcome


def _story_that_fails(check: Check, strategy: SearchStrategy[Story], runner: LocalRunner) -> Story | None:
    found: list[Story] = []

    @settings(max_examples=EXAMPLES, database=None, deadline=None, derandomize=True, report_multiple_bugs=False,
              phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(strategy)
    def keeps_its_promise(story: Story) -> None:
        if first_failure(check, made(story, runner(story, False))):
            found.append(story)
            raise _Broken

    try:
        keeps_its_promise()
    except _Broken:
        return found[-1]
    return None
