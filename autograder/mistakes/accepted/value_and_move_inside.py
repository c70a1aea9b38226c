"""Helpers hand (value, move) pairs up in a dataclass; only the number leaves."""
from dataclasses import dataclass
from math import inf

from games import Player


@dataclass(frozen=True)
class Choice:
    value: float
    move: object = None


def _choose(game, depth):
    if game.is_terminal():
        return Choice(game.utility())
    if depth == 0:
        return Choice(game.evaluate())
    best = None
    for move in game.legal_moves():
        game.play(move)
        value = _choose(game, depth - 1).value
        game.undo()
        if best is None or (value > best.value if game.turn is Player.MAX else value < best.value):
            best = Choice(value, move)
    return best


def minimax(game, depth):
    return _choose(game, depth).value


def best_move(game, depth, search=minimax):
    if search is minimax:
        return _choose(game, depth).move
    if game.is_terminal():
        return None
    best = None
    for move in game.legal_moves():
        game.play(move)
        choice = Choice(search(game, depth - 1), move)
        game.undo()
        if best is None or (choice.value > best.value if game.turn is Player.MAX else choice.value < best.value):
            best = choice
    return best.move


def alphabeta(game, depth, alpha=-inf, beta=inf):
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
