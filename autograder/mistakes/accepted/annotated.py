"""Type annotations, keyword arguments and assignment expressions."""
from __future__ import annotations
from math import inf
from typing import Callable, Optional

from games import Game, Player


def minimax(game: Game, depth: int) -> float:
    if game.is_terminal():
        return game.utility()
    if depth <= 0:
        return game.evaluate()
    best: Optional[float] = None
    for move in game.legal_moves():
        game.play(move=move)
        value: float = minimax(game=game, depth=depth - 1)
        game.undo()
        if best is None or (value > best if game.turn is Player.MAX else value < best):
            best = value
    assert best is not None
    return best


def alphabeta(game: Game, depth: int, alpha: float = -inf, beta: float = inf) -> float:
    if game.is_terminal():
        return game.utility()
    if depth <= 0:
        return game.evaluate()
    best: float = -inf if (is_max := game.turn is Player.MAX) else inf
    for move in game.legal_moves():
        game.play(move)
        value = alphabeta(game=game, depth=depth - 1, beta=beta, alpha=alpha)
        game.undo()
        best = max(best, value) if is_max else min(best, value)
        if is_max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def best_move(game: Game, depth: int, search: Callable[[Game, int], float] = minimax) -> object:
    if game.is_terminal():
        return None
    values: dict[object, float] = {}
    for move in game.legal_moves():
        game.play(move)
        values[move] = search(game, depth - 1)
        game.undo()
    return (max if game.turn is Player.MAX else min)(values, key=lambda move: values[move])


def expectimax(game, depth):
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
