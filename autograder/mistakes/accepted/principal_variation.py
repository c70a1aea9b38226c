"""Principal variation search: later children get a null window first, and a second search where they beat it."""
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
    if game.is_terminal():
        return game.utility()
    if depth == 0:
        return game.evaluate()
    is_max = game.turn is Player.MAX
    best = None
    for move in game.legal_moves():
        game.play(move)
        if best is None:
            value = alphabeta(game, depth - 1, alpha, beta)
        elif is_max:
            value = alphabeta(game, depth - 1, alpha, min(beta, alpha + _step(alpha)))
            if alpha < value < beta:
                value = alphabeta(game, depth - 1, alpha, beta)
        else:
            value = alphabeta(game, depth - 1, max(alpha, beta - _step(beta)), beta)
            if alpha < value < beta:
                value = alphabeta(game, depth - 1, alpha, beta)
        game.undo()
        if is_max:
            best = value if best is None else max(best, value)
            alpha = max(alpha, best)
        else:
            best = value if best is None else min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


def _step(bound):
    return max(1, abs(bound) * 1e-9)


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
