# The stubs, made from solution/search.py by `make assignment`: write each function, one after the other.
"""Game-tree search: minimax, alpha-beta, expectimax, and the choice of a move.

Every value is from MAX's point of view. `depth` counts plies: each play uses one up, a chance outcome too. When a
function returns, the game is as it found it. The game's interface is in games/game.py.
"""

from collections.abc import Callable
from math import inf

from games import Game, Move, Player


def minimax(game: Game, depth: int) -> float:
    """Return the value of a position of MAX and MIN, looking `depth` plies ahead.

    Args:
        game: the position; it is the same again when the function returns.
        depth: plies that may still be played, 0 or more. At 0 the position is not searched but estimated.

    Returns:
        The utility of a finished position; else, at depth 0, its estimate; else the best value that the player to move
        can be sure of. From MAX's point of view.
    """
    raise NotImplementedError("write minimax")


def alphabeta(game: Game, depth: int, alpha: float = -inf, beta: float = inf) -> float:
    """Return what minimax returns, without looking at moves that cannot change it.

    Args:
        game: the position; it is the same again when the function returns.
        depth: plies that may still be played, 0 or more.
        alpha: the value that MAX is sure of already. With alpha < beta, always.
        beta: the value that MIN is sure of already.

    Returns:
        The value itself where it lies between alpha and beta; otherwise a bound on it: at most alpha where the value is
        that low, at least beta where it is that high. From MAX's point of view.
    """
    raise NotImplementedError("write alphabeta")


def expectimax(game: Game, depth: int) -> float:
    """Return the value of a position of MAX, MIN and CHANCE, looking `depth` plies ahead.

    Args:
        game: the position; it is the same again when the function returns.
        depth: plies that may still be played, 0 or more. A chance outcome uses one up like a move.

    Returns:
        As minimax; a chance node is worth the mean of its outcomes, each weighed by its probability.
    """
    raise NotImplementedError("write expectimax")


def best_move(game: Game, depth: int, search: Callable[[Game, int], float] = minimax) -> "Move | None":
    """Return a move of best value for the side to move, MAX or MIN.

    Args:
        game: the position; it is the same again when the function returns.
        depth: plies to look ahead, 1 or more; the move itself is the first of them.
        search: any function that tells what a position is worth: `search(game, depth) -> value`.

    Returns:
        The first move whose value no other move beats; None at a finished position.
    """
    raise NotImplementedError("write best_move")
