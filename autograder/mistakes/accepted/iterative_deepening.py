"""Deepens ply by ply; each round takes the children in the order that the round before found best."""
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
    order = {}
    value = _round(game, 0, alpha, beta, order)
    for limit in range(1, depth + 1):
        value = _round(game, limit, alpha, beta, order)
    return value


def _round(game, depth, alpha, beta, order):
    if game.is_terminal():
        return game.utility()
    if depth == 0:
        return game.evaluate()
    is_max = game.turn is Player.MAX
    moves = order.get(game.key(), game.legal_moves())
    scored = []
    for move in moves:
        game.play(move)
        scored.append((_round(game, depth - 1, alpha, beta, order), move))
        game.undo()
        best = (max if is_max else min)(value for value, _ in scored)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if beta <= alpha:
            break
    tried = [move for _, move in sorted(scored, key=lambda pair: pair[0], reverse=is_max)]
    order[game.key()] = tried + [move for move in moves if move not in tried]
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
