"""A with-block plays a move and takes it back."""
from contextlib import contextmanager
from math import inf

from games import Player


@contextmanager
def played(game, move):
    game.play(move)
    try:
        yield game
    finally:
        game.undo()


def minimax(game, depth):
    if game.is_terminal():
        return game.utility()
    if not depth:
        return game.evaluate()
    values = []
    for move in game.legal_moves():
        with played(game, move) as child:
            values.append(minimax(child, depth - 1))
    return max(values) if game.turn == "MAX" else min(values)


def alphabeta(game, depth, alpha=-inf, beta=inf):
    if game.is_terminal():
        return game.utility()
    if not depth:
        return game.evaluate()
    best = -inf if game.turn == "MAX" else inf
    for move in game.legal_moves():
        with played(game, move):
            value = alphabeta(game, depth - 1, alpha, beta)
        if game.turn == "MAX":
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
