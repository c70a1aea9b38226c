"""Judges a check: runs its cases, finds the first that breaks the promise, and makes it small enough to show."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kibitz.case import Case
from kibitz.check import Check, Failure, first_failure
from kibitz.rules import NO_CUT, never_cuts
from kibitz.run import Run
from kibitz.shrink import ROUNDS, can_shrink, smaller

#: Runs cases of one function in order in one fresh process; an answer each, fewer where it stopped at an error.
Runner = Callable[[Sequence[Case], bool], "list[dict[str, Any]]"]


@dataclass(frozen=True)
class Outcome:
    """What judging a check came to.

    Attributes:
        failure: the smallest search found that breaks the promise, or None: the promise is kept.
        smallest: whether no cut makes the failing case smaller (else it was not, or not fully, shrunk).
        alone: whether the case also fails when it is the first in its process.
        searches: how many cases were run.
        largest: how many positions the largest of them has.
    """

    failure: Failure | None
    smallest: bool
    alone: bool
    searches: int
    largest: int


def judge(check: Check, cases: Sequence[Case], run: Runner, shrink: bool = True) -> Outcome:
    """Run a check's cases and judge them."""
    runs = made(cases, run(cases, False))
    failure = first_failure(check, runs)
    largest = max((len(case.arena) for case in cases), default=0)
    if failure is None or not shrink or failure.finding.kind in NOT_SHRUNK:
        return Outcome(failure, False, failure is not None and failure.before == 0, len(cases), largest)
    smallest = _counterexample(check, failure, run) or failure
    again = _alone(check, smallest.run.case, smallest, run)
    if again is None:
        return Outcome(failure, False, False, len(cases), largest)
    small, finished = _shrunk(check, again, run)
    plainly_wrong = _counterexample(check, small, run)
    if plainly_wrong and plainly_wrong.finding.kind != small.finding.kind:
        small, finished = _shrunk(check, plainly_wrong, run)
    if small.finding.kind == NO_CUT and never_cuts(runs):
        never = small.finding.sentence.replace(NO_CUT, "never cuts")
        small = replace(small, finding=replace(small.finding, sentence=never))
    return Outcome(small, finished and can_shrink(small.run.case), True, len(cases), largest)


def observed(outcome: Outcome, run: Runner) -> Outcome:
    """Make the failing search once more with its own calls noted, so that the first wrong step can be told.

    Where it then does something else, which only a search that draws lots or looks at its surroundings does, nothing is added.
    """
    failure = outcome.failure
    if failure is None or not outcome.alone or failure.finding.kind in NOT_SHRUNK:
        return outcome
    answer = run([replace(failure.run.case, observe=True)], False)[0]
    if answer.get("events") != failure.run.answer.get("events") or "calls" not in answer:
        return outcome
    again = replace(failure.run, answer={**failure.run.answer, "calls": answer["calls"]})
    return replace(outcome, failure=replace(failure, run=again))


#: Kinds of failure that are the same on every case, or too slow to try again.
NOT_SHRUNK = frozenset({"not written", "missing", "timeout", "crashed", "memory", "flooded", "died", "refused", "signature"})


def made(cases: Sequence[Case], answers: Sequence[dict[str, Any]]) -> list[Run]:
    """Pair the cases that were run with their answers."""
    return [Run(case, answer) for case, answer in zip(cases, answers)]


def _alone(check: Check, case: Case, failure: Failure, run: Runner) -> Failure | None:
    """Run one case in a process of its own; the failure, if it is of the same kind."""
    return _same_kind(first_failure(check, made([case], run([case], False))), failure)


def _same_kind(found: Failure | None, wanted: Failure) -> Failure | None:
    return found if found and _family(found) == _family(wanted) else None


def _family(failure: Failure) -> str:
    kind = failure.finding.kind
    return f"{kind} {failure.run.answer.get('error', '')}"


def _counterexample(check: Check, failure: Failure, run: Runner) -> Failure | None:
    """Run the case on which an unproved answer would be wrong; the failure, if it is."""
    case = failure.finding.counterexample
    if case is None:
        return None
    return first_failure(check, made([case], run([case], False)))


def _shrunk(check: Check, failure: Failure, run: Runner) -> tuple[Failure, bool]:
    """Cut for as long as a cut keeps the failure, ROUNDS times at most; whether no cut was left."""
    for _ in range(ROUNDS):
        candidates = smaller(failure.run.case)
        answers = run(candidates, True) if candidates else []
        found = None
        for candidate in made(candidates, answers):
            found = _same_kind(first_failure(check, [candidate]), failure)
            if found:
                found = _alone(check, candidate.case, failure, run)
            if found:
                break
        if found is None:
            return _shallower(check, failure, run), True
        failure = found
    return _shallower(check, failure, run), False


def _shallower(check: Check, failure: Failure, run: Runner) -> Failure:
    """Lower the depth to what the smaller tree still needs."""
    case = failure.run.case
    height = max(case.arena.ply)
    if height >= case.depth:
        return failure
    return _alone(check, replace(case, depth=max(height, 1)), failure, run) or failure
