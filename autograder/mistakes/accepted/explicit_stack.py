"""No recursion: the positions on the way are kept in a list of frames."""
from math import inf

from games import Player


class Frame:
    def __init__(self, game, depth):
        self.depth, self.chance = depth, game.turn is Player.CHANCE
        pairs = game.chance_outcomes() if self.chance else [(move, 1) for move in game.legal_moves()]
        self.waiting = list(reversed(pairs))
        self.pick = sum if self.chance else max if game.turn is Player.MAX else min
        self.values = []


def minimax(game, depth):
    return _walk(game, depth)


def expectimax(game, depth):
    return _walk(game, depth)


def _walk(game, depth):
    stack = [None]
    while True:
        if game.is_terminal() or depth == 0:
            value = game.utility() if game.is_terminal() else game.evaluate()
            while stack[-1] is not None:
                frame = stack[-1]
                game.undo()
                frame.values.append(value * frame.weight)
                if frame.waiting:
                    break
                value = frame.pick(frame.values)
                stack.pop()
            if stack[-1] is None:
                return value
            frame = stack[-1]
        else:
            frame = Frame(game, depth)
            stack.append(frame)
        move, frame.weight = frame.waiting.pop()
        depth = frame.depth - 1
        game.play(move)


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
