"""Searches with one mistake each, and a case on which it shows."""
from __future__ import annotations

from games.tree import CHANCE, MAX, MIN, Node
from tests.searches import SOLUTION, edited
from tests.trace.runs import AIMA

SMALL = MAX(MIN(3, 12), MIN(4, 2))
DICE = MAX(CHANCE((0.25, MIN(3, 4)), (0.75, 8)), MIN(CHANCE((0.5, 1), (0.5, 2)), 9), estimate=2)

#: name -> (function, whole text, tree, depth, kind of the first wrong step)
MISTAKES: dict[str, tuple[str, str, Node, int, str]] = {
    "cuts too early": ("alphabeta", edited("if beta <= alpha:", "if beta <= alpha + 1:", "alphabeta"), SMALL, 2, "cut"),
    "cuts always": ("alphabeta", edited("if beta <= alpha:", "if True:", "alphabeta"), AIMA, 2, "cut"),
    "returns the last value": ("alphabeta", edited("return best", "return value", "alphabeta"), MAX(MIN(4, 6), MIN(3, 5)), 2, "returned"),
    "maximum at MIN": ("minimax", edited("else min(values)", "else max(values)", "minimax"), SMALL, 2, "returned"),
    "starts from zero": ("alphabeta", edited("best = -inf if is_max else inf", "best = 0", "alphabeta"),
                         MAX(MIN(-3, -1), -2), 2, "returned"),
    "mean without weights": ("expectimax", edited("mean += probability *", "mean += 0.5 *", "expectimax"), DICE, 3, "returned"),
    "skips the last child": ("minimax", edited("in game.legal_moves():", "in game.legal_moves()[:2]:", "minimax"), AIMA, 2, "cut"),
    "no depth test": ("minimax", edited("if depth == 0:", "if False:", "minimax"), AIMA, 1, "contract"),
    "depth before the end": ("minimax", edited("if game.is_terminal():", "if depth > 0 and game.is_terminal():", "minimax"),
                             AIMA, 2, "contract"),
    "stops one ply early": ("minimax", edited("if depth == 0:", "if depth == 1:", "minimax"), AIMA, 2, "cut"),
    "forgets undo": ("minimax", edited("        game.undo()\n", "", "minimax"), MAX(5), 1, "restored"),
    "returns a pair": ("minimax", edited("return max(values) if game.turn is Player.MAX else min(values)", "return values[0], 0",
                                         "minimax"), MAX(5), 1, "type"),
    "raises": ("minimax", edited("return game.utility()", "return 1 / game.utility()", "minimax"), MAX(2, MIN(0, 1)), 2, "raised"),
    "worst move": ("best_move", edited("value > best if is_max", "value < best if is_max", "best_move"), MAX(1, 2), 1, "move"),
    "not written": ("alphabeta", SOLUTION.replace("    is_max = game.turn is Player.MAX\n    best = -inf if is_max else inf\n    for",
                    "    raise NotImplementedError\n    for", 1), AIMA, 2, ""),
}
