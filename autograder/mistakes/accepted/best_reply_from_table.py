"""A table that also remembers the best move of a position and tries it first."""
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
    replies = {}

    def search(depth, alpha, beta):
        if game.is_terminal():
            return game.utility()
        if depth == 0:
            return game.evaluate()
        moves = game.legal_moves()
        if game.key() in replies:
            moves.sort(key=lambda move: move != replies[game.key()])
        is_max = game.turn is Player.MAX
        best = None
        for move in moves:
            game.play(move)
            value = search(depth - 1, alpha, beta)
            game.undo()
            if best is None or (value > best if is_max else value < best):
                best, replies[game.key()] = value, move
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            if beta <= alpha:
                break
        return best

    return search(depth, alpha, beta)


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
