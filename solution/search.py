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
    if game.is_terminal():
        return game.utility()
    if depth == 0:
        return game.evaluate()
    values = []
    for move in game.legal_moves():
        game.play(move)
        values.append(minimax(game, depth - 1))
        game.undo()
    return max(values) if game.turn is Player.MAX else min(values)


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
    if game.is_terminal():
        return game.utility()
    if depth == 0:
        return game.evaluate()
    is_max = game.turn is Player.MAX
    best = -inf if is_max else inf
    for move in game.legal_moves():
        game.play(move)
        value = alphabeta(game, depth - 1, alpha, beta)
        game.undo()
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


def expectimax(game: Game, depth: int) -> float:
    """Return the value of a position of MAX, MIN and CHANCE, looking `depth` plies ahead.

    Args:
        game: the position; it is the same again when the function returns.
        depth: plies that may still be played, 0 or more. A chance outcome uses one up like a move.

    Returns:
        As minimax; a chance node is worth the mean of its outcomes, each weighed by its probability.
    """
    if game.is_terminal():
        return game.utility()
    if depth == 0:
        return game.evaluate()
    if game.turn is Player.CHANCE:
        mean = 0.0
        for outcome, probability in game.chance_outcomes():
            game.play(outcome)
            mean += probability * expectimax(game, depth - 1)
            game.undo()
        return mean
    values = []
    for move in game.legal_moves():
        game.play(move)
        values.append(expectimax(game, depth - 1))
        game.undo()
    return max(values) if game.turn is Player.MAX else min(values)


def best_move(game: Game, depth: int, search: Callable[[Game, int], float] = minimax) -> "Move | None":
    """Return a move of best value for the side to move, MAX or MIN.

    Args:
        game: the position; it is the same again when the function returns.
        depth: plies to look ahead, 1 or more; the move itself is the first of them.
        search: any function that tells what a position is worth: `search(game, depth) -> value`.

    Returns:
        The first move whose value no other move beats; None at a finished position.
    """
    if game.is_terminal():
        return None
    is_max = game.turn is Player.MAX
    best, chosen = -inf if is_max else inf, None
    for move in game.legal_moves():
        game.play(move)
        value = search(game, depth - 1)
        game.undo()
        if chosen is None or (value > best if is_max else value < best):
            best, chosen = value, move
    return chosen
