"""Pearl's SCOUT: a yes-or-no test of each later child, and a search of those that pass it."""
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
    is_max = game.turn is Player.MAX
    best = None
    for move in game.legal_moves():
        game.play(move)
        if best is None or (_above(game, depth - 1, best) if is_max else _below(game, depth - 1, best)):
            best = alphabeta(game, depth - 1)
        game.undo()
        if best >= beta if is_max else best <= alpha:
            break
    return best


def _above(game, depth, bound):
    if game.is_terminal():
        return game.utility() > bound
    if depth == 0:
        return game.evaluate() > bound
    return (any if game.turn is Player.MAX else all)(_test(_above, game, depth, bound))


def _below(game, depth, bound):
    if game.is_terminal():
        return game.utility() < bound
    if depth == 0:
        return game.evaluate() < bound
    return (all if game.turn is Player.MAX else any)(_test(_below, game, depth, bound))


def _test(question, game, depth, bound):
    for move in game.legal_moves():
        game.play(move)
        answer = question(game, depth - 1, bound)
        game.undo()
        yield answer


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
