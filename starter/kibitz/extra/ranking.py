"""Ranks one submission: runs its search on the ranked set, each case in a process of its own, and counts what the replay saw."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from kibitz.cases.case import Case
from kibitz.extra.case import RankedCase
from kibitz.extra.rules import ORDER_RULES, SEARCH_RULES
from kibitz.judge.run import Finding, Rule, Run

#: Runs cases of one function in a fresh process; an answer each, as kibitz.judge.judging.Runner has it.
Runner = Callable[[Sequence[Case], bool], "list[dict[str, Any]]"]
NOTHING = Finding("not written", "neither solve nor order_moves is written yet")


@dataclass(frozen=True)
class Line:
    """One case that was searched well: the positions visited, and those of the minimal tree."""

    note: str
    visits: int
    least: int


@dataclass(frozen=True)
class Ranking:
    """What ranking a submission came to.

    Attributes:
        function: the search that was ranked, or would have been.
        lines: one for each case, in order, up to the first that is not to be ranked.
        problem: what stands in the way, or None: it is ranked.
        case: where that shows.
    """

    function: str
    lines: tuple[Line, ...] = ()
    problem: Finding | None = None
    case: Case | None = None

    @property
    def ranked(self) -> bool:
        return self.problem is None

    @property
    def visits(self) -> int:
        """All positions visited: what is ranked, the fewer the better."""
        return sum(line.visits for line in self.lines)

    @property
    def factor(self) -> float:
        """How many times the minimal trees that is; below 1 only with a table, or where a win is known to be one."""
        return self.visits / max(1, sum(line.least for line in self.lines))


def rank(cases: Sequence[RankedCase], run: Runner) -> Ranking:
    """Judge order_moves where it is written, then the search: solve, or alphabeta where only order_moves is written."""
    order, search = (_made(cases[0], function, run) for function in ("order_moves", "solve"))
    if _is_absent(search):
        if _is_absent(order):
            return Ranking("solve", problem=NOTHING)
        search = _made(cases[0], "alphabeta", run)
    function = search.case.function
    if not _is_absent(order):
        for made in chain([order], (_made(case, "order_moves", run) for case in cases[1:])):
            if problem := _problem(made, ORDER_RULES):
                return Ranking(function, problem=problem, case=made.case)
    return _searched(function, chain([search], (_made(case, function, run) for case in cases[1:])))


def _searched(function: str, runs: Iterable[Run]) -> Ranking:
    lines: list[Line] = []
    for made in runs:
        if problem := _problem(made, SEARCH_RULES):
            return Ranking(function, tuple(lines), problem, made.case)
        assert isinstance(made.case, RankedCase)
        lines.append(Line(made.case.note, len(made.replay.entered), made.case.least))
    return Ranking(function, tuple(lines))


def _made(case: RankedCase, function: str, run: Runner) -> Run:
    case = replace(case, function=function)
    return Run(case, run([case], False)[0])


def _is_absent(run: Run) -> bool:
    return run.answer["status"] in ("not written", "missing")


def _problem(run: Run, rules: Sequence[Rule]) -> Finding | None:
    return next((finding for rule in rules if (finding := rule(run))), None)
