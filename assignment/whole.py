"""The whole tree below a position, met once for each different position: its value, its size, and its smallest proof.

Only the build does this, to say beside a ranking how few visits could do.
"""
from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from math import inf

from games.game import Game, Number, Player

#: one position with so much depth left: who chooses, the positions below, and the value at a leaf
Entry = tuple[Player, list[int], "Number | None"]


@dataclass(frozen=True)
class Whole:
    """What the whole tree says.

    Attributes:
        value: of the root.
        visits: plays that minimax makes.
        least: plays that the smallest tree which proves the value needs, without a table. In a uniform tree its leaves are
            Knuth and Moore's b^ceil(d/2) + b^floor(d/2) - 1.
    """

    value: Number
    visits: int
    least: int


def whole(game: Game, depth: int) -> Whole:
    """Walk all positions of MAX and MIN below `game`; there must be no chance nodes, and the game is left as it was.

    >>> from games.tree import MAX, MIN, TreeGame
    >>> whole(TreeGame(MAX(MIN(3, 12, 8), MIN(2, 4, 6), MIN(5, 1, 9))), 2)
    Whole(value=3, visits=12, least=8)
    """
    entries: list[Entry] = []
    _collect(game, depth, entries, {})
    values, sizes = _values(entries), [0] * len(entries)
    for place, (_, below, _) in enumerate(entries):
        sizes[place] = sum([1 + sizes[child] for child in below])
    return Whole(values[-1], sizes[-1], _least(entries, values[-1]))


def worst_order(game: Game, depth: int) -> int:
    """Return the plays of alpha-beta where every node's moves come worst first.

    What alpha-beta looks at follows from the values of elder siblings alone, so no search is run (see kibitz.judge.proof).

    >>> from games.tree import MAX, MIN, TreeGame
    >>> worst_order(TreeGame(MAX(MIN(3, 12, 8), MIN(2, 4, 6), MIN(5, 1, 9))), 2)
    12
    """
    entries: list[Entry] = []
    _collect(game, depth, entries, {})
    values = _values(entries)
    order = [sorted(below, key=values.__getitem__, reverse=turn is Player.MIN) for turn, below, _ in entries]
    plays = 0
    waiting: list[tuple[int, Number, Number]] = [(len(entries) - 1, -inf, inf)]
    while waiting:
        node, low, high = waiting.pop()
        is_max = entries[node][0] is Player.MAX
        for child in order[node]:
            if low >= high:
                break
            plays += 1
            waiting.append((child, low, high))
            low, high = (max(low, values[child]), high) if is_max else (low, min(high, values[child]))
    return plays


def _collect(game: Game, depth: int, entries: list[Entry], places: dict[tuple[Hashable, int], int]) -> int:
    """Number the positions so that those below come first; return this one's number."""
    place = game.key(), depth
    if place not in places:
        below: list[int] = []
        value = game.utility() if game.is_terminal() else game.evaluate() if depth == 0 else None
        if value is None:
            for move in game.legal_moves():
                game.play(move)
                below.append(_collect(game, depth - 1, entries, places))
                game.undo()
        entries.append((game.turn, below, value))
        places[place] = len(entries) - 1
    return places[place]


def _values(entries: list[Entry]) -> list[Number]:
    values: list[Number] = []
    for turn, below, value in entries:
        choose = max if turn is Player.MAX else min
        values.append(value if value is not None else choose([values[child] for child in below]))
    return values


def _least(entries: list[Entry], value: Number) -> int:
    """Return the plays of the smallest proof that the root is worth at least `value`, and at most, in one tree.

    Each half takes one child where its own player chooses and all where the other does. The halves share one path: at a MAX
    node the child that proves "at least", at a MIN node the one that proves "at most".
    """
    at_least = _proofs(entries, Player.MAX, value)
    at_most = _proofs(entries, Player.MIN, value)
    node, shared = len(entries) - 1, 0
    while entries[node][1]:
        turn, below, _ = entries[node]
        half = at_least if turn is Player.MAX else at_most
        node, shared = min(below, key=half.__getitem__), shared + 1
    return int(at_least[-1] + at_most[-1]) - shared


def _proofs(entries: list[Entry], player: Player, value: Number) -> list[float]:
    """Return, by position, the plays of the smallest proof that it is no worse than `value` for the player; inf where it is worse."""
    plays: list[float] = []
    for turn, below, leaf in entries:
        if leaf is not None:
            plays.append(0 if leaf == value or (leaf > value) == (player is Player.MAX) else inf)
        elif turn is player:
            plays.append(1 + min([plays[child] for child in below]))
        else:
            plays.append(sum([1 + plays[child] for child in below]))
    return plays
