"""best_move asks for each depth in turn, the best of the last round first, and believes the last round only."""
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


def best_move(game, depth, search=minimax):
    if game.is_terminal():
        return None
    is_max = game.turn is Player.MAX
    order = game.legal_moves()
    for limit in range(depth):
        scored = []
        for index, move in enumerate(order):
            game.play(move)
            value = search(game, limit)
            game.undo()
            scored.append((-value if is_max else value, index, move))
        scored.sort(key=lambda row: row[:2])
        order = [move for _, _, move in scored]
    return order[0]


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
