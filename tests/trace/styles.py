"""Right ways to write a search, other than the reference's. Each text is a whole search.py."""
from __future__ import annotations

import re

from tests.searches import SOLUTION


def with_function(name: str, text: str) -> str:
    """Return the reference with one function written another way; `text` may hold helpers too."""
    old = re.search(rf"^def {name}\(.*?(?=^def |\Z)", SOLUTION, re.S | re.M)
    assert old
    return SOLUTION.replace(old.group(0), text + "\n\n")


NEGAMAX = '''
def alphabeta(game, depth, alpha=-inf, beta=inf):
    return nega(game, depth, alpha, beta) if game.turn is Player.MAX else -nega(game, depth, -beta, -alpha)


def nega(game, depth, alpha, beta):
    sign = 1 if game.turn is Player.MAX else -1
    if game.is_terminal():
        return sign * game.utility()
    if depth == 0:
        return sign * game.evaluate()
    best = -inf
    for move in game.legal_moves():
        side = game.turn
        game.play(move)
        value = nega(game, depth - 1, alpha, beta) if game.turn is side else -nega(game, depth - 1, -beta, -alpha)
        game.undo()
        best = max(best, value)
        alpha = max(alpha, best)
        if beta <= alpha:
            break
    return best
'''

FAIL_HARD = '''
def alphabeta(game, depth, alpha=-inf, beta=inf):
    if game.is_terminal():
        return min(max(game.utility(), alpha), beta)
    if depth == 0:
        return min(max(game.evaluate(), alpha), beta)
    for move in game.legal_moves():
        game.play(move)
        value = alphabeta(game, depth - 1, alpha, beta)
        game.undo()
        if game.turn is Player.MAX:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            return beta if game.turn is Player.MAX else alpha
    return alpha if game.turn is Player.MAX else beta
'''

NULL_WINDOW = '''
def alphabeta(game, depth, alpha=-inf, beta=inf):
    if game.is_terminal():
        return game.utility()
    if depth == 0:
        return game.evaluate()
    is_max, first = game.turn is Player.MAX, True
    best = -inf if is_max else inf
    for move in game.legal_moves():
        game.play(move)
        if first or alpha == -inf or beta == inf:
            value = alphabeta(game, depth - 1, alpha, beta)
        elif is_max:
            value = alphabeta(game, depth - 1, alpha, alpha + 1e-6)
            if alpha < value < beta:
                value = alphabeta(game, depth - 1, alpha, beta)
        else:
            value = alphabeta(game, depth - 1, beta - 1e-6, beta)
            if alpha < value < beta:
                value = alphabeta(game, depth - 1, alpha, beta)
        game.undo()
        first = False
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if beta <= alpha:
            break
    return best
'''

SORTED = '''
def alphabeta(game, depth, alpha=-inf, beta=inf):
    if game.is_terminal():
        return game.utility()
    if depth == 0:
        return game.evaluate()
    is_max = game.turn is Player.MAX

    def guess(move):
        game.play(move)
        value = game.utility() if game.is_terminal() else game.evaluate()
        game.undo()
        return value

    best = -inf if is_max else inf
    for move in sorted(game.legal_moves(), key=guess, reverse=is_max):
        game.play(move)
        value = alphabeta(game, depth - 1, alpha, beta)
        game.undo()
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if beta <= alpha:
            break
    return best
'''

DEEP_COPIES = '''
def minimax(game, depth):
    from copy import deepcopy
    if game.is_terminal():
        return game.utility()
    if depth == 0:
        return game.evaluate()
    values = []
    for move in game.legal_moves():
        child = deepcopy(game)
        child.play(move)
        values.append(minimax(child, depth - 1))
    return max(values) if game.turn is Player.MAX else min(values)
'''

CLASS_WITH_HELPERS = '''
class Searcher:
    def __init__(self, game):
        self.game = game

    def value(self, depth):
        if self.game.is_terminal():
            return self.game.utility()
        if depth == 0:
            return self.game.evaluate()
        if self.game.turn is Player.CHANCE:
            return sum(p * self.after(outcome, depth) for outcome, p in self.game.chance_outcomes())
        values = [self.after(move, depth) for move in self.game.legal_moves()]
        return self.largest(values) if self.game.turn is Player.MAX else min(values)

    def after(self, move, depth):
        self.game.play(move)
        value = self.value(depth - 1)
        self.game.undo()
        return value

    def largest(self, values):
        return max(values)


def expectimax(game, depth):
    return Searcher(game).value(depth)
'''

EXPLICIT_STACK = '''
def minimax(game, depth):
    frames, value, left = [], None, depth
    while True:
        if game.is_terminal():
            value = game.utility()
        elif left == 0:
            value = game.evaluate()
        else:
            frames.append([game.turn, game.legal_moves(), []])
            value = None
        while frames:
            turn, moves, values = frames[-1]
            if value is not None:
                values.append(value)
                game.undo()
                left += 1
            if len(values) < len(moves):
                game.play(moves[len(values)])
                left -= 1
                break
            value = max(values) if turn is Player.MAX else min(values)
            frames.pop()
            if not frames:
                return value
        else:
            return value
'''

#: name -> (function that is written another way, whole text)
STYLES = {
    "reference minimax": ("minimax", SOLUTION),
    "reference alphabeta": ("alphabeta", SOLUTION),
    "reference expectimax": ("expectimax", SOLUTION),
    "negamax": ("alphabeta", with_function("alphabeta", NEGAMAX)),
    "fail-hard": ("alphabeta", with_function("alphabeta", FAIL_HARD)),
    "null window": ("alphabeta", with_function("alphabeta", NULL_WINDOW)),
    "sorted by looking": ("alphabeta", with_function("alphabeta", SORTED)),
    "deep copies": ("minimax", with_function("minimax", DEEP_COPIES)),
    "class with helpers": ("expectimax", with_function("expectimax", CLASS_WITH_HELPERS)),
    "explicit stack": ("minimax", with_function("minimax", EXPLICIT_STACK)),
}
