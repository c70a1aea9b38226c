"""In which order a search takes the children of a node: in the given one, or in one of its own choosing.

A visit of a node is real where the node is a leaf or its moves are asked for. Entering an inner node and leaving it
again is looking ahead: what sorting by estimates does, and each round but the last of iterative deepening.
"""
from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence

from games.game import Player
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
        """Tell whether a child of this node was entered only to look at its estimate, or a leaf more than once."""
        return any(len(self.of.get(child, [])) > (len(self.real(child)) if self.arena.children[child] else 1)
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
    visits = Visits(run)
    orders = [[_chosen(visits, node, which) for node in range(len(run.arena))] for which in (0, -1)]
    return [set(reached(run.arena, order)) | searched_again(run, order) for order in orders]


def searched_again(run: Run, order: Sequence[Sequence[int]]) -> set[int]:
    """Return the nodes below those that a search is right to search again, with no bounds from above: none before them is better.

    Pearl's SCOUT does so: it only asks whether a later child is better than the best so far, which may cut deeper than
    alpha-beta, and then searches the better one anew, which may cut less.
    """
    arena = run.arena
    visits = Counter(run.replay.entered)
    again = {arena.parent[node] for node, count in visits.items() if count > 1} - {0}
    found: set[int] = set()
    for node in again:
        if _as_good_as_those_before(arena, node, order[arena.parent[node]]):
            found.update(reached(arena, order, node))
    return found


def _as_good_as_those_before(arena: Arena, node: int, siblings: Sequence[int]) -> bool:
    before = [arena.values[other] for other in siblings[: siblings.index(node)]]
    if not before:
        return False
    return arena.values[node] >= max(before) if arena.turn[arena.parent[node]] is Player.MAX else arena.values[node] <= min(before)


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
