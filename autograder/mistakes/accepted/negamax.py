"""Negamax: one sign that follows game.turn, and is turned round only where the turn passes."""
from math import inf

from games import Player


def minimax(game, depth):
    return _signed(game) * _plain(game, depth)


def alphabeta(game, depth, alpha=-inf, beta=inf):
    if game.turn is Player.MAX:
        return _nega(game, depth, alpha, beta)
    return -_nega(game, depth, -beta, -alpha)


def _signed(game):
    return 1 if game.turn is Player.MAX else -1


def _plain(game, depth):
    if game.is_terminal():
        return _signed(game) * game.utility()
    if depth == 0:
        return _signed(game) * game.evaluate()
    mover, best = game.turn, -inf
    for move in game.legal_moves():
        game.play(move)
        value = _plain(game, depth - 1)
        best = max(best, value if game.turn is mover else -value)
        game.undo()
    return best


def _nega(game, depth, alpha, beta):
    if game.is_terminal():
        return _signed(game) * game.utility()
    if depth == 0:
        return _signed(game) * game.evaluate()
    mover, best = game.turn, -inf
    for move in game.legal_moves():
        game.play(move)
        if game.turn is mover:
            value = _nega(game, depth - 1, alpha, beta)
        else:
            value = -_nega(game, depth - 1, -beta, -alpha)
        game.undo()
        best = max(best, value)
        alpha = max(alpha, best)
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


def best_move(game, depth, search=minimax):
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
