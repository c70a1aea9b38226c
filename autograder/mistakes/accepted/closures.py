"""The functions that recurse are made inside, one for each player."""
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
    def high(left, alpha, beta):
        best = -inf
        for move in game.legal_moves():
            best = max(best, below(move, left, alpha, beta))
            if best >= beta:
                return best
            alpha = max(alpha, best)
        return best

    def low(left, alpha, beta):
        best = inf
        for move in game.legal_moves():
            best = min(best, below(move, left, alpha, beta))
            if best <= alpha:
                return best
            beta = min(beta, best)
        return best

    def below(move, left, alpha, beta):
        game.play(move)
        result = value(left - 1, alpha, beta)
        game.undo()
        return result

    def value(left, alpha, beta):
        if game.is_terminal():
            return game.utility()
        if left == 0:
            return game.evaluate()
        return (high if game.turn == Player.MAX else low)(left, alpha, beta)

    return value(depth, alpha, beta)


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
