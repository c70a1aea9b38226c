"""What the leaves looked at so far prove, kept up to date leaf by leaf: kibitz.judge.proof says it for all leaves at once."""
from __future__ import annotations

from collections.abc import Collection
from math import inf

from games.game import Number, Player
from kibitz.cases.arena import Arena

Window = tuple[Number, Number]


class Knowledge:
    """The interval in which each node's value must lie, given the leaves seen so far.

    Args:
        arena: the nodes.
        groups: groups of leaves that are known from the start.

    Attributes:
        low, high: the interval's ends, by node.
    """

    def __init__(self, arena: Arena, groups: Collection[int] = ()) -> None:
        self.arena = arena
        self.low: list[Number] = [-inf] * len(arena)
        self.high: list[Number] = [inf] * len(arena)
        self._leaves: dict[int, list[int]] = {}
        for leaf in arena.leaves:
            self._leaves.setdefault(arena.group[leaf], []).append(leaf)
        for group in groups:
            self._reveal(group)

    def see(self, leaf: int) -> list[int]:
        """Take a leaf's value in; return the nodes whose interval is another now."""
        return self._reveal(self.arena.group[leaf]) if self.low[leaf] != self.high[leaf] else []

    def closed(self, node: int) -> bool:
        """Tell whether the leaves seen prove one value for the node."""
        return self.low[node] == self.high[node]

    def _reveal(self, group: int) -> list[int]:
        changed: list[int] = []
        for leaf in self._leaves.get(group, ()):
            value = self.arena.leaf[leaf]
            assert value is not None
            self.low[leaf] = self.high[leaf] = value
            changed.append(leaf)
            node = self.arena.parent[leaf]
            while node >= 0 and self._back_up(node):
                changed.append(node)
                node = self.arena.parent[node]
        return changed

    def _back_up(self, node: int) -> bool:
        """Work a node's interval out from its children's; tell whether it changed."""
        arena, below = self.arena, self.arena.children[node]
        lows, highs = [self.low[child] for child in below], [self.high[child] for child in below]
        if arena.turn[node] is Player.MAX:
            low, high = max(lows), max(highs)
        elif arena.turn[node] is Player.MIN:
            low, high = min(lows), min(highs)
        else:
            low, high = _mean(arena.weights[node], lows, -inf), _mean(arena.weights[node], highs, inf)
        if low == self.low[node] and high == self.high[node]:
            return False
        self.low[node], self.high[node] = low, high
        return True

    def window(self, node: int, at_root: Window) -> Window:
        """Return what MAX and MIN are sure of on the way to a node: alpha and beta as the leaves seen prove them.

        Above a chance node nothing is a bound for what is below it.
        """
        arena, (alpha, beta) = self.arena, at_root
        inside: list[int] = []
        above = arena.parent[node]
        while above >= 0:
            if arena.turn[above] is Player.CHANCE:
                alpha, beta = -inf, inf
                break
            inside.append(above)
            above = arena.parent[above]
        for above in inside:
            if arena.turn[above] is Player.MAX:
                alpha = max(alpha, self.low[above])
            else:
                beta = min(beta, self.high[above])
        return alpha, beta


def _mean(weights: tuple[float, ...], values: list[Number], open_end: float) -> Number:
    if open_end in values:
        return open_end
    return sum([weight * value for weight, value in zip(weights, values)])
