"""What the leaves that a search looked at prove about the value of its root.

Give every leaf that was not looked at the interval [-inf, inf], back the intervals up, and the root's interval is what
the search can know. A sound search may return only what that interval allows. (The idea is that of a proof by
intervals, as in B* and in alpha-beta's own window.)
"""
from __future__ import annotations

from collections.abc import Sequence, Set
from math import inf

from games.game import Number, Player
from kibitz.cases.arena import Arena


def intervals(arena: Arena, seen: Set[int]) -> tuple[list[Number], list[Number]]:
    """Return the nodes' lowest and highest possible values when only the leaves in `seen` are known.

    A leaf counts as seen when any node of its group (the same position with the same depth left) was.
    """
    groups = {arena.group[node] for node in seen}
    return backed_up(arena, groups)


def backed_up(arena: Arena, groups: Set[int]) -> tuple[list[Number], list[Number]]:
    """Return the nodes' intervals when the leaves of these groups are known.

    >>> from games.tree import MAX, MIN, TreeGame
    >>> from kibitz.cases.arena import arena_of
    >>> low, high = backed_up(arena_of(TreeGame(MAX(MIN(3, 12), MIN(2, 4))), 2), {2, 3, 5})
    >>> low[0], high[0], low[4], high[4]                 # 4 was not looked at, and did not need to be
    (3, 3, -inf, 2)
    """
    size = len(arena)
    low: list[Number] = [-inf] * size
    high: list[Number] = [inf] * size
    turn, children, leaf, group, weights = arena.turn, arena.children, arena.leaf, arena.group, arena.weights
    for node in range(size - 1, -1, -1):
        below = children[node]
        if not below:
            value = leaf[node]
            if value is not None and group[node] in groups:
                low[node] = high[node] = value
        elif turn[node] is Player.MAX:
            low[node] = max([low[child] for child in below])
            high[node] = max([high[child] for child in below])
        elif turn[node] is Player.MIN:
            low[node] = min([low[child] for child in below])
            high[node] = min([high[child] for child in below])
        else:
            low[node] = _mean(weights[node], [low[child] for child in below], -inf)
            high[node] = _mean(weights[node], [high[child] for child in below], inf)
    return low, high


def _mean(weights: tuple[float, ...], values: list[Number], open_end: float) -> Number:
    if open_end in values:
        return open_end
    return sum([weight * value for weight, value in zip(weights, values)])


def textbook_leaves(arena: Arena) -> set[int]:
    """Return the leaves that left-to-right alpha-beta looks at when it cuts only where beta < alpha."""
    return {node for node in reached(arena, arena.children) if not arena.children[node]}


def reached(arena: Arena, order: Sequence[Sequence[int]], start: int = 0, window: tuple[Number, Number] = (-inf, inf)) -> list[int]:
    """Return the nodes that alpha-beta reaches when it takes each node's children in this order and cuts where beta < alpha.

    It begins at the node `start` with the window.

    A node is looked at if and only if what MAX already has on the way to it is no more than what MIN already has: the
    values of the elder siblings of the node and of its ancestors decide (Knuth and Moore 1975; Baudet 1978). That says
    which nodes are looked at without running a search.
    """
    values = arena.values
    found: list[int] = []
    waiting: list[tuple[int, Number, Number]] = [(start, *window)]
    while waiting:
        node, low, high = waiting.pop()
        found.append(node)
        for child in order[node]:
            if low > high:
                break
            waiting.append((child, low, high))
            if arena.turn[node] is Player.MAX:
                low = max(low, values[child])
            else:
                high = min(high, values[child])
    return found


def shallow_leaves(arena: Arena) -> set[int]:
    """Return the leaves looked at by a search that cuts, but hands no bound further down than one level."""
    values = arena.values
    reached = [False] * len(arena)
    reached[0] = True
    bound: list[Number | None] = [None] * len(arena)
    for node in range(len(arena)):
        if not reached[node]:
            continue
        is_max = arena.turn[node] is Player.MAX
        best: Number | None = None
        above = arena.parent[node]
        limit = bound[node] if above >= 0 and arena.turn[above] is not arena.turn[node] else None
        for child in arena.children[node]:
            if best is not None and limit is not None and (best >= limit if is_max else best <= limit):
                break
            bound[child], reached[child] = best, True
            best = values[child] if best is None else max(best, values[child]) if is_max else min(best, values[child])
    return {node for node in arena.leaves if reached[node]}
