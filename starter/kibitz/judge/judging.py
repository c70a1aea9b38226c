"""Judges a check: runs its cases, finds one that breaks the promise, and makes it small enough to show."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Any

from kibitz.cases.case import Case
from kibitz.judge.check import Check, Failure, first_failure, judged, with_memory
from kibitz.judge.run import NO_ANSWER, Run
from kibitz.judge.shrink import ROUNDS, can_shrink, smaller, weight
from kibitz.judge.work import NO_CUT, never_cuts

#: Runs cases of one function in order in one fresh process; an answer each, fewer where it stopped at an error.
Runner = Callable[[Sequence[Case], bool], "list[dict[str, Any]]"]

ENDLESS = "budget"  #: the kind of a search that was stopped because it called the game too often


@dataclass(frozen=True)
class Outcome:
    """What judging a check came to.

    Attributes:
        failure: the smallest search found that breaks the promise, or None: the promise is kept.
        smallest: whether no cut makes the failing case smaller (else it was not, or not fully, shrunk).
        alone: whether the case also fails when it is the first in its process.
        searches: how many cases were run.
        largest: how many positions the largest of them has, where the promise is kept.
        never_cuts: whether every search looked at every leaf of its game.
        earlier: the cases that came before the failing one in its process, where it does not fail alone.
    """

    failure: Failure | None
    smallest: bool
    alone: bool
    searches: int
    largest: int
    never_cuts: bool = False
    earlier: tuple[Case, ...] = ()


def judge(check: Check, cases: Sequence[Case], run: Runner, shrink: bool = True) -> Outcome:
    """Run a check's cases and judge them; make a failing one small."""
    outcome = first_look(check, cases, run)
    return made_small(check, outcome, run) if shrink else outcome


def first_look(check: Check, cases: Sequence[Case], run: Runner) -> Outcome:
    """Run a check's cases, once, and judge them; of those that fail in the same way as the first, the smallest is told."""
    runs = with_memory(made(cases, run(cases, False)))
    failure = judged(check, runs)
    if failure is None:
        return Outcome(None, False, False, len(cases), max((len(case.arena) for case in cases), default=0))
    if failure.finding.kind in NO_ANSWER:
        return Outcome(failure, False, failure.before == 0, len(cases), 0)
    failure = _smallest_like(check, failure, runs)
    never = failure.finding.kind == NO_CUT and never_cuts(runs)
    return Outcome(failure, False, failure.before == 0, len(cases), 0, never, tuple(cases[: failure.before]))


def made(cases: Sequence[Case], answers: Sequence[dict[str, Any]]) -> list[Run]:
    """Pair the cases that were run with their answers."""
    return [Run(case, answer) for case, answer in zip(cases, answers)]


def _smallest_like(check: Check, failure: Failure, runs: Sequence[Run]) -> Failure:
    found = [failure]
    for index, run in enumerate(runs):
        if weight(run.case) < weight(failure.run.case):
            other = _same_kind(first_failure(check, [run]), failure)
            found += [replace(other, before=index)] if other else []
    return min(found, key=lambda one: weight(one.run.case))


def made_small(check: Check, outcome: Outcome, run: Runner, quick: Callable[[], AbstractContextManager[Runner]] | None = None) -> Outcome:
    """Make the failing case smaller by a bounded number of cuts, and make that search once more, alone, with its own calls noted.

    Where the smaller case does not fail alone, but the first one does, in whatever way, that is told. Where neither does, the case
    stays as it is: something is then kept between searches.

    Args:
        check: which failed.
        outcome: the first look at it.
        run: runs cases in a fresh process.
        quick: gives what runs the many small cases on the way, with search.py loaded afresh for each batch, not necessarily in a
            fresh process (default: `run`).
    """
    if outcome.failure is None or outcome.failure.finding.kind in NO_ANSWER:
        return outcome
    with quick() if quick else nullcontext(run) as trial:
        failure = _plainly_wrong(check, outcome.failure, trial)
        small, finished = _shrunk(check, failure, trial)
        plain = _plainly_wrong(check, small, trial)
        if plain is not small:
            small, finished = _shrunk(check, plain, trial)
    alone = _same_kind(_alone(check, small, run), small)
    if alone:
        smallest = finished and can_shrink(small.run.case)
        return replace(outcome, failure=_said_of_all(alone, outcome), smallest=smallest, alone=True, earlier=())
    alone = _alone(check, outcome.failure, run)
    if alone and alone.finding.kind not in NO_ANSWER:
        return replace(outcome, failure=_said_of_all(alone, outcome), alone=True, earlier=())
    return replace(outcome, failure=_after_the_others(check, outcome, run) or outcome.failure, alone=False)


def _shrunk(check: Check, failure: Failure, run: Runner) -> tuple[Failure, bool]:
    """Cut for as long as a cut keeps the failure, ROUNDS times at most; whether no cut was left."""
    for _ in range(ROUNDS):
        found = _still_failing(check, smaller(failure.run.case), failure, run)
        if found is None:
            return failure, True
        failure = found
    return failure, False


def _still_failing(check: Check, cases: Sequence[Case], failure: Failure, run: Runner) -> Failure | None:
    """Return the first of the cases that fails in the same way.

    Searches that do not end use up the whole of their budgets: of those, what comes behind the first is run only where it has to be.
    """
    for keep_going in (False, True) if failure.finding.kind == ENDLESS else (True,):
        answers = run(cases, keep_going) if cases else []
        tried = (_same_kind(first_failure(check, [one]), failure) for one in made(cases, answers))
        if found := next((one for one in tried if one), None):
            return found
        cases = cases[len(answers):]
    return None


def _plainly_wrong(check: Check, failure: Failure, run: Runner) -> Failure:
    """Return the failure on the case that shows an unproved answer to be wrong, if it does; else the failure itself."""
    case = failure.finding.counterexample
    if case is None:
        return failure
    found = first_failure(check, made([case], run([case], False)))
    return found if found and found.finding.kind != failure.finding.kind else failure


def _alone(check: Check, failure: Failure, run: Runner) -> Failure | None:
    """Run the case in a process of its own, the calls of the student's functions noted; return how it fails, if it does."""
    case = failure.run.case
    return first_failure(check, made([case], run([replace(case, observe=True)], False)))


def _after_the_others(check: Check, outcome: Outcome, run: Runner) -> Failure | None:
    """Make the searches up to the failing one again, its calls noted; the failure, if it is of the same kind."""
    assert outcome.failure is not None
    cases = [*outcome.earlier, replace(outcome.failure.run.case, observe=True)]
    runs = with_memory(made(cases, run(cases, False)))
    found = _same_kind(first_failure(check, runs[-1:]), outcome.failure) if len(runs) == len(cases) else None
    return replace(found, before=outcome.failure.before) if found else None


def _same_kind(found: Failure | None, wanted: Failure) -> Failure | None:
    return found if found and _family(found) == _family(wanted) else None


def _family(failure: Failure) -> str:
    return f"{failure.finding.kind} {failure.run.answer.get('error', '')}"


def _said_of_all(failure: Failure, outcome: Outcome) -> Failure:
    """Say "never cuts" of a search that cut in none of the batch's games; one game alone could not tell."""
    if not outcome.never_cuts:
        return failure
    sentence = failure.finding.sentence.replace(NO_CUT, "never cuts")
    return replace(failure, finding=replace(failure.finding, sentence=sentence))
