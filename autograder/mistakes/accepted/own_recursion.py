"""best_move recurses by itself and asks the given search only for the leaves, with depth 0."""
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
    def worth(depth):
        if game.is_terminal() or depth == 0:
            return search(game, 0)
        if game.turn is Player.CHANCE:
            return sum(weight * after(outcome, depth) for outcome, weight in game.chance_outcomes())
        return (max if game.turn is Player.MAX else min)(after(move, depth) for move in game.legal_moves())

    def after(move, depth):
        game.play(move)
        value = worth(depth - 1)
        game.undo()
        return value

    if game.is_terminal():
        return None
    choose = max if game.turn is Player.MAX else min
    return choose(game.legal_moves(), key=lambda move: after(move, depth))


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
