"""Never takes a move back: each child is searched on a copy of its own."""
from copy import deepcopy
from math import inf

from games import Player


def _after(game, move):
    child = deepcopy(game)
    child.play(move)
    return child


def minimax(game, depth):
    if game.is_terminal():
        return game.utility()
    if depth == 0:
        return game.evaluate()
    values = [minimax(_after(game, move), depth - 1) for move in game.legal_moves()]
    return max(values) if game.turn is Player.MAX else min(values)


def alphabeta(game, depth, alpha=-inf, beta=inf):
    if game.is_terminal():
        return game.utility()
    if depth == 0:
        return game.evaluate()
    best = -inf if game.turn is Player.MAX else inf
    for move in game.legal_moves():
        value = alphabeta(_after(game, move), depth - 1, alpha, beta)
        if game.turn is Player.MAX:
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
        return sum(weight * expectimax(_after(game, move), depth - 1) for move, weight in game.chance_outcomes())
    values = [expectimax(_after(game, move), depth - 1) for move in game.legal_moves()]
    return max(values) if game.turn is Player.MAX else min(values)


def best_move(game, depth, search=minimax):
    if game.is_terminal():
        return None
    choose = max if game.turn is Player.MAX else min
    return choose(game.legal_moves(), key=lambda move: search(_after(game, move), depth - 1))
