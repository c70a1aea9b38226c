"""Values that are whole come back as ints."""
from math import inf

from games import Player


def _tidy(value):
    return int(value) if value == value // 1 else value


def minimax(game, depth):
    if game.is_terminal():
        return _tidy(game.utility())
    if depth == 0:
        return _tidy(game.evaluate())
    values = []
    for move in game.legal_moves():
        game.play(move)
        values.append(minimax(game, depth - 1))
        game.undo()
    return (max if game.turn is Player.MAX else min)(values)


def expectimax(game, depth):
    if game.is_terminal():
        return _tidy(game.utility())
    if depth == 0:
        return _tidy(game.evaluate())
    if game.turn is Player.CHANCE:
        total = 0
        for outcome, probability in game.chance_outcomes():
            game.play(outcome)
            total += probability * expectimax(game, depth - 1)
            game.undo()
        return _tidy(total)
    values = []
    for move in game.legal_moves():
        game.play(move)
        values.append(expectimax(game, depth - 1))
        game.undo()
    return (max if game.turn is Player.MAX else min)(values)


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
