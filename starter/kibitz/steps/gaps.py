"""Where a search left something out on which its result rests."""
from __future__ import annotations

from math import inf

from games.game import Number, Player
from kibitz.cases.arena import Arena
from kibitz.judge.proof import backed_up
from kibitz.judge.run import Run
from kibitz.steps.calls import FULL
from kibitz.steps.knowledge import Window


def left_out(run: Run) -> set[int]:
    """Return the nodes at which a search without pruning left something out: leaves not read, nodes with children not entered."""
    entered = {0, *run.replay.entered}
    found = set()
    for node in run.arena.leaves:
        if run.arena.group[node] in run.known_groups:
            continue
        while node not in entered:
            node = run.arena.parent[node]
        found.add(node)
    return found


def gaps(run: Run) -> set[int]:
    """Return the nodes whose unseen part the result rests on: where what is proved leaves the window's inside open."""
    arena, entered = run.arena, {0, *run.replay.entered}
    low, high = backed_up(arena, run.known_groups)
    found: set[int] = set()
    waiting: list[tuple[int, Number, Number]] = [(0, *(run.case.window or FULL))]
    while waiting:
        node, alpha, beta = waiting.pop()
        if high[node] <= alpha or low[node] >= beta or run.difference(low[node], high[node]) == 0:
            continue
        if not arena.children[node]:
            found.add(node)
        matter = _that_matter(arena, node, low, high, (alpha, beta))
        waiting += [bounded for bounded in matter if bounded[0] in entered]
        if any(bounded[0] not in entered for bounded in matter):
            found.add(node)
    return found


def _that_matter(arena: Arena, node: int, low: list[Number], high: list[Number],
                 window: Window) -> list[tuple[int, Number, Number]]:
    """Return the children that may still decide a node's value, each with the window that is left for it."""
    alpha, beta = window
    below = arena.children[node]
    if arena.turn[node] is Player.MAX:
        alpha = max(alpha, low[node])
        return [(child, alpha, beta) for child in below if high[child] > alpha]
    if arena.turn[node] is Player.MIN:
        beta = min(beta, high[node])
        return [(child, alpha, beta) for child in below if low[child] < beta]
    return [(child, -inf, inf) for child in below if low[child] != high[child]]
