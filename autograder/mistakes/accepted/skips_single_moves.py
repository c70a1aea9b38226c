"""Where there is one legal move only, the node is worth what its child is worth."""
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
    moves = game.legal_moves()
    if len(moves) == 1:
        game.play(moves[0])
        value = alphabeta(game, depth - 1, alpha, beta)
        game.undo()
        return value
    is_max = game.turn is Player.MAX
    best = -inf if is_max else inf
    for move in moves:
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
    moves = game.legal_moves()
    if len(moves) == 1:
        return moves[0]
    is_max = game.turn is Player.MAX
    values = []
    for move in moves:
        game.play(move)
        values.append(search(game, depth - 1))
        game.undo()
    return moves[values.index(max(values) if is_max else min(values))]


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
