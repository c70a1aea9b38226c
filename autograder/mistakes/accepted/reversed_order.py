"""Takes the moves from the last to the first, everywhere."""
from math import inf

from games import Player


def minimax(game, depth):
    if game.is_terminal():
        return game.utility()
    if depth == 0:
        return game.evaluate()
    values = []
    for move in reversed(game.legal_moves()):
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
    best = -inf if is_max else inf
    for move in game.legal_moves()[::-1]:
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
    chance = game.turn is Player.CHANCE
    pairs = game.chance_outcomes() if chance else [(move, 1) for move in game.legal_moves()]
    values = []
    while pairs:
        move, weight = pairs.pop()
        game.play(move)
        values.append(weight * expectimax(game, depth - 1))
        game.undo()
    return sum(values) if chance else max(values) if game.turn is Player.MAX else min(values)


def best_move(game, depth, search=minimax):
    if game.is_terminal():
        return None
    scored = []
    for move in reversed(game.legal_moves()):
        game.play(move)
        scored.append((search(game, depth - 1), move))
        game.undo()
    return (max if game.turn is Player.MAX else min)(scored, key=lambda pair: pair[0])[1]
