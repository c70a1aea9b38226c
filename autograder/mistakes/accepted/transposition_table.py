"""A table for one call, keyed by game.key() and the depth left, that tells exact values from bounds."""
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
        values.append(minimax(game, depth - 1))
        game.undo()
    return max(values) if game.turn is Player.MAX else min(values)


def alphabeta(game, depth, alpha=-inf, beta=inf):
    return _search(game, depth, alpha, beta, {})


def _search(game, depth, alpha, beta, table):
    if game.is_terminal():
        return game.utility()
    if depth == 0:
        return game.evaluate()
    key = game.key(), depth
    low, high = alpha, beta
    if key in table:
        kind, value = table[key]
        if kind == "exact":
            return value
        if kind == "lower":
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if beta <= alpha:
            return value
        low, high = alpha, beta
    is_max = game.turn is Player.MAX
    best = -inf if is_max else inf
    for move in game.legal_moves():
        game.play(move)
        value = _search(game, depth - 1, alpha, beta, table)
        game.undo()
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    if best <= low:
        kind = "upper"
    elif best >= high:
        kind = "lower"
    else:
        kind = "exact"
    table[key] = kind, best
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
