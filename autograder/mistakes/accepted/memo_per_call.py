"""A memo for one call, keyed by game.key() and the depth left."""
from math import inf

from games import Player


def minimax(game, depth):
    memo = {}

    def worth(depth):
        if game.is_terminal():
            return game.utility()
        if depth == 0:
            return game.evaluate()
        key = game.key(), depth
        if key not in memo:
            values = []
            for move in game.legal_moves():
                game.play(move)
                values.append(worth(depth - 1))
                game.undo()
            memo[key] = max(values) if game.turn is Player.MAX else min(values)
        return memo[key]

    return worth(depth)


def expectimax(game, depth):
    memo = {}

    def worth(depth):
        if game.is_terminal():
            return game.utility()
        if depth == 0:
            return game.evaluate()
        key = game.key(), depth
        if key not in memo:
            memo[key] = fresh(depth)
        return memo[key]

    def fresh(depth):
        chance = game.turn is Player.CHANCE
        pairs = game.chance_outcomes() if chance else [(move, 1) for move in game.legal_moves()]
        values = []
        for move, weight in pairs:
            game.play(move)
            values.append(weight * worth(depth - 1))
            game.undo()
        return sum(values) if chance else max(values) if game.turn is Player.MAX else min(values)

    return worth(depth)


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
