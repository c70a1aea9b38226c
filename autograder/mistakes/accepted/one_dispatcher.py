"""One function does all four jobs."""
from math import inf

from games import Player


def _solve(game, depth, low=-inf, high=inf, prune=False, want_move=False, below=None):
    if game.is_terminal():
        return None if want_move else game.utility()
    if depth == 0:
        return game.evaluate()
    chance = game.turn is Player.CHANCE
    pairs = game.chance_outcomes() if chance else [(move, 1) for move in game.legal_moves()]
    values, chosen = [], None
    for move, weight in pairs:
        game.play(move)
        value = below(game, depth - 1) if below else _solve(game, depth - 1, low, high, prune)
        game.undo()
        values.append(value * weight)
        if game.turn is Player.MAX and value >= max(values):
            chosen, low = move, max(low, value)
        elif game.turn is Player.MIN and value <= min(values):
            chosen, high = move, min(high, value)
        if prune and low >= high:
            break
    if want_move:
        return chosen
    return sum(values) if chance else max(values) if game.turn is Player.MAX else min(values)


def minimax(game, depth):
    return _solve(game, depth)


def alphabeta(game, depth, alpha=-inf, beta=inf):
    return _solve(game, depth, alpha, beta, prune=True)


def expectimax(game, depth):
    return _solve(game, depth)


def best_move(game, depth, search=minimax):
    return _solve(game, depth, want_move=True, below=search)
