"""What the leaves that a search looked at prove, over the nodes that it entered: kibitz's proof by intervals, on a lazy arena."""
from __future__ import annotations

from collections.abc import Set
from math import inf

from games.game import Number, Player
from kibitz.extra.lazy import UNMADE, LazyArena

Interval = tuple[Number, Number]
ANYTHING: Interval = (-inf, inf)


def root_interval(arena: LazyArena, leaves: Set[int], unseen: Interval = ANYTHING) -> Interval:
    """Return the lowest and highest value that the root can have when only these leaves are known, and the others are in `unseen`.

    What is known of a node holds wherever the same position occurs with as much depth left, so a sound table proves what it knows.
    """
    seen = {arena.group[node] for node in leaves}
    known: dict[int, Interval] = {}
    for node in sorted(range(len(arena)), key=lambda node: -arena.ply[node]):
        low, high = _interval(arena, node, seen, known, unseen)
        before_low, before_high = known.get(arena.group[node], unseen)
        known[arena.group[node]] = max(low, before_low), min(high, before_high)
    return known[0]


def _interval(arena: LazyArena, node: int, seen: Set[int], known: dict[int, Interval], unseen: Interval) -> Interval:
    below = arena.children[node]
    if not below:
        value = arena.leaf[node]
        return (value, value) if value is not None and arena.group[node] in seen else unseen
    intervals = [unseen if child == UNMADE else known[arena.group[child]] for child in below]
    lows, highs = zip(*intervals)
    return (max(lows), max(highs)) if arena.turn[node] is Player.MAX else (min(lows), min(highs))
