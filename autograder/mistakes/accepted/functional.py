"""Generators, functools and itertools instead of loops that add up."""
from functools import partial, reduce
from itertools import starmap
from math import inf
from operator import mul

from games import Player


def _children(game, moves, worth):
    for move in moves:
        game.play(move)
        value = worth(game)
        game.undo()
        yield value


def minimax(game, depth):
    if game.is_terminal():
        return game.utility()
    if depth == 0:
        return game.evaluate()
    return reduce(max if game.turn is Player.MAX else min, _children(game, game.legal_moves(), partial(minimax, depth=depth - 1)))


def expectimax(game, depth):
    if game.is_terminal():
        return game.utility()
    if depth == 0:
        return game.evaluate()
    below = partial(expectimax, depth=depth - 1)
    if game.turn is Player.CHANCE:
        outcomes, weights = zip(*game.chance_outcomes())
        return sum(starmap(mul, zip(weights, _children(game, outcomes, below))))
    return (max if game.turn is Player.MAX else min)(_children(game, game.legal_moves(), below))


def best_move(game, depth, search=minimax):
    if game.is_terminal():
        return None
    moves = game.legal_moves()
    values = dict(enumerate(_children(game, moves, lambda child: search(child, depth - 1))))
    return moves[(max if game.turn is Player.MAX else min)(values, key=values.__getitem__)]


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
