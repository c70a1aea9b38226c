"""Takes moves back in finally blocks."""
from math import inf

from games import Player


def minimax(game, depth):
    if game.is_terminal():
        return game.utility()
    if depth == 0:
        return game.evaluate()
    values = []
    for move in game.legal_moves():
        game.play(move)
        try:
            values.append(minimax(game, depth - 1))
        finally:
            game.undo()
    return max(values) if game.turn is Player.MAX else min(values)


def alphabeta(game, depth, alpha=-inf, beta=inf):
    if game.is_terminal():
        return game.utility()
    if depth == 0:
        return game.evaluate()
    is_max = game.turn is Player.MAX
    best = -inf if is_max else inf
    for move in game.legal_moves():
        game.play(move)
        try:
            value = alphabeta(game, depth - 1, alpha, beta)
            best = max(best, value) if is_max else min(best, value)
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            if beta <= alpha:
                return best
        finally:
            game.undo()
    return best


def best_move(game, depth, search=minimax):
    if game.is_terminal():
        return None
    values = {}
    for move in game.legal_moves():
        try:
            game.play(move)
            values[move] = search(game, depth - 1)
        finally:
            game.undo()
    return (max if game.turn is Player.MAX else min)(values, key=values.get)


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
