"""What a check is: a promise that a function keeps, the rules that judge it, and the verdict on a batch of searches."""
from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace

from kibitz.cases.case import Case
from kibitz.judge.order import takes_children_in_order
from kibitz.judge.run import Finding, Rule, Run
from kibitz.judge.work import NO_CUT


@dataclass(frozen=True)
class Check:
    """One promise of one function.

    Attributes:
        id: function.promise.
        title: the promise in one sentence.
        hint: where to look when it is broken, as a question or an instruction; never the code of a mend.
        rules: what is looked at in each search, in this order.
        ordered_rules: looked at only where the search takes the children in the given order, without looking ahead.
        reordered_rules: looked at instead where it does not.
    """

    id: str
    title: str
    hint: str
    rules: tuple[Rule, ...]
    ordered_rules: tuple[Rule, ...] = ()
    reordered_rules: tuple[Rule, ...] = ()

    @property
    def function(self) -> str:
        return self.id.partition(".")[0]

    @property
    def promise(self) -> str:
        return self.id.partition(".")[2]


@dataclass(frozen=True)
class Failure:
    """The first search of a batch that breaks a check's promise, and how many searches came before it."""

    run: Run
    finding: Finding
    before: int


def first_failure(check: Check, runs: Sequence[Run]) -> Failure | None:
    """Judge a batch of searches made in one process; return the first that breaks a rule, or None."""
    return judged(check, with_memory(runs))


def judged(check: Check, runs: Sequence[Run]) -> Failure | None:
    """Judge a batch as `first_failure` does, whose searches know already what the earlier ones looked at."""
    found = _first(check.rules, runs)
    if found is None and check.ordered_rules:
        keeps_order = all(takes_children_in_order(run) for run in runs)
        found = _most_telling(check.ordered_rules if keeps_order else check.reordered_rules, runs)
    return found


def _first(rules: Sequence[Rule], runs: Sequence[Run]) -> Failure | None:
    for index, run in enumerate(runs):
        for rule in rules:
            finding = rule(run)
            if finding:
                return Failure(run, finding, index)
    return None


def _most_telling(rules: Sequence[Rule], runs: Sequence[Run]) -> Failure | None:
    """Return the failure that says most: on a small tree, a search that cuts too little looks like one that does not cut.

    So a plain NO_CUT counts only where no search of the batch shows something else.
    """
    failures = [Failure(run, finding, index) for index, run in enumerate(runs) for rule in rules if (finding := rule(run))]
    telling = [failure for failure in failures if failure.finding.kind != NO_CUT]
    kinds = [failure.finding.kind for failure in telling]
    common = max(dict.fromkeys(kinds), key=kinds.count) if kinds else NO_CUT
    return next((failure for failure in failures if failure.finding.kind == common), None)


def with_memory(runs: Iterable[Run]) -> list[Run]:
    """Give each run the leaves that earlier searches in the same process looked at: a sound table may rest on them."""
    runs = list(runs)
    worlds = [_world(run) for run in runs]
    met_again = {world for world, count in Counter(worlds).items() if count > 1}
    memory: dict[Hashable, set[Hashable]] = {}
    remembering: list[Run] = []
    for run, world in zip(runs, worlds):
        if world not in met_again:
            remembering.append(run)
            continue
        if world in memory:
            arena, known = run.arena, memory[world]
            groups = frozenset(arena.group[node] for node in arena.leaves if arena.identities[node] in known)
            run = replace(run, known=groups)
        memory.setdefault(world, set()).update(map(run.arena.identities.__getitem__, run.replay.leaves))
        remembering.append(run)
    return remembering


def _world(run: Run) -> Hashable:
    """Return what the positions of a run share with those of other runs in which they could occur again."""
    return run.arena.root if "tree" in run.case.game else run.case.game.get("name", "graph")


def batch(cases: Sequence[Case], keep_going: bool = False) -> dict[str, object]:
    """Return the request that runs these cases, all of one function, in one process."""
    return {"function": cases[0].function, "cases": [case.request() for case in cases], "keep_going": keep_going}
