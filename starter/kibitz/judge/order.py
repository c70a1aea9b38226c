"""In which order a search takes the children of a node: in the given one, or in one of its own choosing.

A visit of a node is real where the node is a leaf or its moves are asked for. Entering an inner node and leaving it
again is looking ahead: what sorting by estimates does, and each round but the last of iterative deepening.
"""
from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from games.game import Number, Player
from kibitz.cases.arena import Arena
from kibitz.judge.proof import reached
from kibitz.judge.run import Run


class Visits:
    """The visits of one search, node by node, as numbers of plays."""

    def __init__(self, run: Run) -> None:
        self.arena = run.arena
        self.of: dict[int, list[int]] = {}
        for number, node in enumerate(run.replay.entered):
            self.of.setdefault(node, []).append(number)
        self._expansions: dict[int, list[int]] = {}
        for plays, node in run.replay.expansions:
            self._expansions.setdefault(node, []).append(plays)

    def real(self, node: int) -> list[int]:
        """Return the visits of a node that were not made to look ahead."""
        visits = self.of.get(node, [])
        if not self.arena.children[node]:
            return visits
        asked = self._expansions.get(node, [])
        ends = [*visits[1:], float("inf")]
        return [visit for visit, end in zip(visits, ends) if _any_within(asked, visit, end)]

    def looks_ahead_at(self, node: int) -> bool:
        """Tell whether a child of this node was entered only to look at its estimate, or a leaf more than once in a visit of the node."""
        own = max(len(self.real(node)), 1)
        return any(len(self.of.get(child, [])) > (len(self.real(child)) if self.arena.children[child] else own)
                   for child in self.arena.children[node])


def _any_within(plays: Sequence[int], after: int, until: float) -> bool:
    at = bisect_right(plays, after)
    return at < len(plays) and plays[at] <= until


def takes_children_in_order(run: Run) -> bool:
    """Tell whether a search enters each node's children in the given order and never only to look ahead.

    It may begin again with the first child: a null window and the search that follows it, say, or a window too narrow.
    """
    arena, replay = run.arena, run.replay
    last: dict[int, int] = {}
    for node in replay.entered:
        above = arena.parent[node]
        if (node < last.get(above, -1) and node != arena.children[above][0]) or (above not in last and node != arena.children[above][0]):
            return False
        last[above] = node
    return replay.broken is not None or not looks_ahead(run)


def looks_ahead(run: Run) -> bool:
    """Tell whether a search enters inner nodes without asking for their moves."""
    visits = Visits(run)
    return any(len(visits.real(node)) < len(numbers) for node, numbers in visits.of.items())


def needed(run: Run) -> list[set[int]]:
    """Return the nodes, leaves among them, that alpha-beta, cutting on < only, visits in the order that the search chose.

    There are two answers, for a search that visits a node more than once: by its first visits, and by its last ones.
    """
    return [set(reached(run.arena, order)) for order in orders(run)]


def orders(run: Run) -> list[list[list[int]]]:
    """Return the children of each node in the order of their first visits, and in that of their last ones."""
    visits = Visits(run)
    return [[_chosen(visits, node, which) for node in range(len(run.arena))] for which in (0, -1)]


def searched_again(run: Run, order: Sequence[Sequence[int]]) -> set[int]:
    """Return the nodes that a search was right to look at although alpha-beta does not: those that SCOUT looks at besides.

    Pearl's SCOUT only asks whether a later child is better than the best before it. That cuts as a null window does. A child that is
    better is then searched anew, with no bounds from above, and that may cut less than alpha-beta.
    """
    arena = run.arena
    entries = Visits(run).of
    found: set[int] = set()
    for node in {arena.parent[child] for child, numbers in entries.items() if len(numbers) > 1} - {0}:
        own, *above = _bests_before(arena, node, order)
        if own is None or not _as_good(arena, node, own):
            continue
        bounds = [own, *(bound for bound in above if bound is not None)]
        anew = min(numbers[1] for child in arena.children[node] if len(numbers := entries.get(child, [])) > 1)
        below = reached(arena, order, node)
        asked = {other for other in below if entries.get(other, [anew])[0] < anew}
        if any(asked <= set(reached(arena, order, node, (bound, bound))) for bound in bounds):
            found.update(below)
    return found


def _bests_before(arena: Arena, node: int, order: Sequence[Sequence[int]]) -> Iterator[Number | None]:
    """Yield the best value of the siblings that come before a node, and before each node above it; None where there are none.

    One of them is the bound of the question that the first visit asked: its own, or that of a question asked further up.
    """
    while node:
        above = arena.parent[node]
        siblings = order[above]
        before = [arena.values[other] for other in siblings[: siblings.index(node)]]
        best = max if arena.turn[above] is Player.MAX else min
        yield best(before) if before else None
        node = above


def _as_good(arena: Arena, node: int, best: Number) -> bool:
    value = arena.values[node]
    return value >= best if arena.turn[arena.parent[node]] is Player.MAX else value <= best


def _chosen(visits: Visits, node: int, which: int) -> list[int]:
    """Return the children of a node in the order of their first (0) or last (-1) real visits, the others behind.

    Where the node's children are looked at ahead, a leaf that was entered once only was not taken up: it comes behind too.
    """
    children = visits.arena.children[node]
    if len(children) < 2:
        return children
    ahead = visits.looks_ahead_at(node)

    def place(child: int) -> float:
        real = visits.real(child)
        if not real or (ahead and not visits.arena.children[child] and len(real) < 2):
            return float("inf")
        return real[which] if visits.arena.children[child] or not ahead else real[-1]

    return sorted(children, key=place)
