"""Cuts on > at MAX nodes and on <= at MIN nodes, before the bound is raised."""
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
    return (_highest if game.turn is Player.MAX else _lowest)(game, depth, alpha, beta)


def _highest(game, depth, alpha, beta):
    best = -inf
    for move in game.legal_moves():
        game.play(move)
        best = max(best, alphabeta(game, depth - 1, alpha, beta))
        game.undo()
        if best > beta:
            return best
        alpha = max(alpha, best)
    return best


def _lowest(game, depth, alpha, beta):
    best = inf
    for move in game.legal_moves():
        game.play(move)
        best = min(best, alphabeta(game, depth - 1, alpha, beta))
        game.undo()
        if best <= alpha:
            return best
        beta = min(beta, best)
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
