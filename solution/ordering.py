"""Move ordering and tables in stages, for the staff: what each idea saves, and all of them together.

Alpha-beta needs about b^(d/2) of b^d leaves when the best move comes first, and all of them when it comes last. A stage is one
guess at the best move. The search below them is the same; it takes chance nodes as well (Star1, Ballard 1983): the game
here that has captures has dice.
"""
from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

from games import Game, Move, Player

MAX, MIN, CHANCE = Player.MAX, Player.MIN, Player.CHANCE
BEST_UTILITY = 1.0  #: of the games with chance here, either way: Star1 needs it
STEPS = {"right": 1, "left": 1, "down": 5, "up": 5, "diagonal": 6}  #: squares forward, on EinStein's board of 25
KILLERS = 2  #: moves kept for each number of plies left


@dataclass(frozen=True)
class Ideas:
    """Which guesses at the best move are made.

    Attributes:
        centre: moves in the middle of the list come first.
        captures: moves that take a cube come first (EinStein).
        estimate: each move is tried, and those whose position looks best come first, where so many plies are left (0: nowhere).
        killers: moves that caused a cut-off elsewhere with as many plies left come first.
        table_move: a search two plies less deep is made before; the best move it found at a position comes first.
        table: bounds are kept by key() and plies left, so that no position is searched twice.
    """

    centre: bool = False
    captures: bool = False
    estimate: int = 0
    killers: bool = False
    table_move: bool = False
    table: bool = False


ALL = Ideas(centre=True, captures=True, estimate=6, killers=True, table_move=True, table=True)
STAGES: dict[str, Ideas] = {
    "plain order": Ideas(),
    "centre first": Ideas(centre=True),
    "captures first": Ideas(captures=True),
    "static estimate": Ideas(estimate=3),
    "killer moves": Ideas(killers=True),
    "best move from a table": Ideas(table_move=True),
    "bounds from a table": Ideas(table=True),
    "all together": ALL,
}


def order_moves(game: Game, moves: list[Move]) -> list[Move]:
    """Return the moves in the order in which a search should try them, the most promising first.

    Args:
        game: the position; it is the same again when the function returns. A look one move ahead is allowed.
        moves: its legal moves.

    Returns:
        A list of the same moves, each once: a permutation.
    """
    return centre_first(moves)


def solve(game: Game, depth: int) -> float:
    """Return what minimax returns, by any method, with as few plays as possible.

    Args:
        game: the position of MAX and MIN; it is the same again when the function returns.
        depth: plies that may still be played, 0 or more.

    Returns:
        The value itself, from MAX's point of view. What was looked at must prove it: a position that was not looked at
        may be worth whatever its game can end with.
    """
    return Search(ALL).value(game, depth)


def centre_first(moves: list[Move]) -> list[Move]:
    """Return the moves, the middle of the list first.

    >>> centre_first([0, 1, 2, 3, 4, 5, 6])
    [3, 2, 4, 1, 5, 0, 6]
    """
    middle = (len(moves) - 1) / 2
    return [moves[index] for index in sorted(range(len(moves)), key=lambda index: abs(index - middle))]


def captures_first(game: Game, moves: list[Move]) -> list[Move]:
    """Return EinStein's moves, those onto an occupied square first; the moves of other games as they are."""
    key: Any = game.key()
    if key[0] != "einstein":
        return moves
    board, side = key[1], 1 if game.turn is MAX else -1

    def is_free(move: Any) -> bool:
        cube, way = move
        return not board[board.index(side * cube) + side * STEPS[way]]

    return sorted(moves, key=is_free)


class Search:
    """Alpha-beta, fail-soft, with the ideas that are on."""

    def __init__(self, ideas: Ideas) -> None:
        self._ideas = ideas
        self._bounds: dict[tuple[Hashable, int], tuple[float, float]] = {}
        self._best: dict[Hashable, Move] = {}
        self._killers: dict[int, list[Move]] = {}

    def value(self, game: Game, depth: int) -> float:
        """Return the value of a position, `depth` plies ahead."""
        if self._ideas.table_move and depth > 2:
            self._search(game, depth - 2, -inf, inf)
        return self._search(game, depth, -inf, inf)

    def _search(self, game: Game, depth: int, alpha: float, beta: float) -> float:
        if game.is_terminal():
            return game.utility()  # type: ignore[return-value]
        if depth == 0:
            return game.evaluate()  # type: ignore[return-value]
        if game.turn is CHANCE:
            return self._mean(game, depth, alpha, beta)
        if not self._ideas.table:
            return self._choice(game, depth, alpha, beta)
        place = game.key(), depth
        low, high = self._bounds.get(place, (-inf, inf))
        alpha, beta = max(alpha, low), min(beta, high)
        if alpha >= beta:
            return low if low >= beta else high
        value = self._choice(game, depth, alpha, beta)
        self._bounds[place] = value if value > alpha else low, value if value < beta else high
        return value

    def _choice(self, game: Game, depth: int, alpha: float, beta: float) -> float:
        is_max = game.turn is MAX
        best, chosen = (-inf if is_max else inf), None
        for move in self._ordered(game, depth):
            game.play(move)
            value = self._search(game, depth - 1, alpha, beta)
            game.undo()
            if chosen is None or (value > best if is_max else value < best):
                best, chosen = value, move
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            if beta <= alpha:
                self._remember_killer(depth, move)
                break
        if self._ideas.table_move:
            self._best[game.key()] = chosen
        return best

    def _mean(self, game: Game, depth: int, alpha: float, beta: float) -> float:
        """Return a chance node's value, or a bound on it as soon as it is outside the window."""
        mean, left = 0.0, 1.0
        for outcome, weight in game.chance_outcomes():
            left -= weight
            room = left * BEST_UTILITY  # what the outcomes still to come can add or take
            game.play(outcome)
            value = self._search(game, depth - 1, (alpha - mean - room) / weight, (beta - mean + room) / weight)
            game.undo()
            mean += weight * value
            if mean + room <= alpha:
                return mean + room
            if mean - room >= beta:
                return mean - room
        return mean

    def _ordered(self, game: Game, depth: int) -> Iterator[Move]:
        """Yield the moves, the best guess first. What costs visits is asked last: a move before it may have cut."""
        ideas, moves = self._ideas, game.legal_moves()
        best = self._best.get(game.key()) if ideas.table_move else None
        first = [move for move in dict.fromkeys([best, *self._killers.get(depth, [])]) if move in moves]
        yield from first
        rest = [move for move in moves if move not in first]
        if ideas.centre:
            rest = centre_first(rest)
        if ideas.captures:
            rest = captures_first(game, rest)
        if 0 < ideas.estimate <= depth:
            rest = by_estimate(game, rest)
        yield from rest

    def _remember_killer(self, depth: int, move: Move) -> None:
        if self._ideas.killers:
            self._killers[depth] = [move, *(other for other in self._killers.get(depth, []) if other != move)][:KILLERS]


def by_estimate(game: Game, moves: list[Move]) -> list[Move]:
    """Return the moves by what their positions look like, without searching."""
    looks: dict[Move, Any] = {}
    for move in moves:
        game.play(move)
        looks[move] = game.utility() if game.is_terminal() else game.evaluate()
        game.undo()
    return sorted(moves, key=looks.__getitem__, reverse=game.turn is MAX)
