"""One class with a method for each kind of node."""
from math import inf

from games import Player


class Searcher:
    def __init__(self, game, prune):
        self.game, self.prune = game, prune

    def value(self, depth, low, high):
        if self.game.is_terminal():
            return self.game.utility()
        if depth == 0:
            return self.game.evaluate()
        return getattr(self, f"{self.game.turn.name.lower()}_value")(depth, low, high)

    def child(self, move, depth, low, high):
        self.game.play(move)
        result = self.value(depth - 1, low, high)
        self.game.undo()
        return result

    def max_value(self, depth, low, high):
        best = float("-inf")
        for move in self.game.legal_moves():
            best = max(best, self.child(move, depth, low, high))
            low = max(low, best)
            if self.prune and low >= high:
                break
        return best

    def min_value(self, depth, low, high):
        best = float("inf")
        for move in self.game.legal_moves():
            best = min(best, self.child(move, depth, low, high))
            high = min(high, best)
            if self.prune and low >= high:
                break
        return best

    def chance_value(self, depth, low, high):
        return sum(weight * self.child(move, depth, low, high) for move, weight in self.game.chance_outcomes())


def minimax(game, depth):
    return Searcher(game, prune=False).value(depth, float("-inf"), float("inf"))


def alphabeta(game, depth, alpha=float("-inf"), beta=float("inf")):
    return Searcher(game, prune=True).value(depth, alpha, beta)


def expectimax(game, depth):
    return Searcher(game, prune=False).value(depth, float("-inf"), float("inf"))


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
