"""MTD(f): null-window searches from the root, with bounds kept in a table, until they meet at the value."""
from math import inf, nextafter

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
    bounds = {}
    if (alpha, beta) != (-inf, inf):
        return _search(game, depth, alpha, beta, bounds)
    low, high, guess = -inf, inf, 0
    while low < high:
        bound = guess if guess > low else nextafter(guess, inf)
        guess = _search(game, depth, nextafter(bound, -inf), bound, bounds)
        if guess < bound:
            high = guess
        else:
            low = guess
    return guess


def _search(game, depth, alpha, beta, bounds):
    if game.is_terminal():
        return game.utility()
    if depth == 0:
        return game.evaluate()
    low, high = bounds.get((game.key(), depth), (-inf, inf))
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    is_max, lower, upper = game.turn is Player.MAX, max(alpha, low), min(beta, high)
    best, alpha, beta = -inf if is_max else inf, lower, upper
    for move in game.legal_moves():
        game.play(move)
        value = _search(game, depth - 1, alpha, beta, bounds)
        game.undo()
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    bounds[game.key(), depth] = (low, best) if best <= lower else (best, high) if best >= upper else (best, best)
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
