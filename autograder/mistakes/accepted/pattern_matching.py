"""Structural pattern matching on the turn."""
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
    match game.turn:
        case Player.MAX:
            return max(values)
        case Player.MIN:
            return min(values)


def expectimax(game, depth):
    if game.is_terminal():
        return game.utility()
    match game.turn, depth:
        case _, 0:
            return game.evaluate()
        case "CHANCE", _:
            return sum(weight * _after(game, move, depth) for move, weight in game.chance_outcomes())
        case "MAX", _:
            return max(_after(game, move, depth) for move in game.legal_moves())
        case "MIN", _:
            return min(_after(game, move, depth) for move in game.legal_moves())


def _after(game, move, depth):
    game.play(move)
    value = expectimax(game, depth - 1)
    game.undo()
    return value


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
