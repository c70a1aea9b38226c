"""Searches that visit nodes again, and see more than alpha-beta where they may."""
from __future__ import annotations

import pytest

from autograder.settings import load_cases
from games.tree import MAX, MIN, Node
from kibitz.judge.check import first_failure
from kibitz.judge.checks import BY_ID
from kibitz.judge.judging import made
from kibitz.judge.proof import textbook_leaves
from tests.searches import runner
from tests.trace.runs import case_on

SCOUT = """
from games import Player

def alphabeta(game, depth, alpha=float("-inf"), beta=float("inf")):
    if game.is_terminal() or depth == 0:
        return game.utility() if game.is_terminal() else game.evaluate()
    up, best = game.turn is Player.MAX, None
    for move in game.legal_moves():
        game.play(move)
        if best is None or passes(game, depth - 1, best, up):
            best = alphabeta(game, depth - 1)
        game.undo()
        if best >= beta if up else best <= alpha:
            break
    return best

def passes(game, depth, bound, up):
    if game.is_terminal() or depth == 0:
        value = game.utility() if game.is_terminal() else game.evaluate()
        return value > bound if up else value < bound
    answer = any if (game.turn is Player.MAX) == up else all
    return answer(below(game, depth, bound, up))

def below(game, depth, bound, up):
    for move in game.legal_moves():
        game.play(move)
        answer = passes(game, depth - 1, bound, up)
        game.undo()
        yield answer
"""
BETTER_ALONE = MIN(-4, MAX(MIN(MAX(8, 1, -4), MAX(-9)), MIN(MAX(-5, -7, -5)), MIN(MAX(0), MAX(-2), MAX(-5, -9, -5))))
AS_GOOD = MIN(MAX(MAX(-80), MAX(-80, -80, -80)), MIN(MAX(-78, -78), MAX(-80, -80, -80), MIN(-2, -2, -2)))


SCOUT_TOO = SCOUT.replace("value > bound", "value >= bound").replace("value < bound", "value <= bound")


@pytest.mark.parametrize(("text", "tree", "depth"), [(SCOUT, BETTER_ALONE, 4), (SCOUT_TOO, AS_GOOD, 3)])
def test_a_better_child_may_be_searched_anew_without_bounds(text: str, tree: Node, depth: int) -> None:
    """Pearl's SCOUT looks at a few leaves that alpha-beta does not, below children that its test has let through; it is right."""
    case = case_on("alphabeta", tree, depth)
    run = made([case], runner(text)([case], False))[0]
    assert run.replay.leaves - textbook_leaves(run.arena)
    assert first_failure(BY_ID["alphabeta.visits_fewer_nodes"], [run]) is None


def test_what_was_no_better_is_not_searched_anew() -> None:
    """Searching each child twice with no bounds is no SCOUT: the leaves below a worse child are still too many."""
    case = case_on("alphabeta", MAX(MIN(3, 12), MIN(2, 4)), 2)
    text = SCOUT.replace("if best is None or passes(game, depth - 1, best, up):\n            best = alphabeta(game, depth - 1)", """if True:
            alphabeta(game, depth - 1)
            value = alphabeta(game, depth - 1)
            best = value if best is None else max(best, value) if up else min(best, value)""")
    assert first_failure(BY_ID["alphabeta.visits_fewer_nodes"], made([case], runner(text)([case], False)))


SHALLOW = """
from games import Player
INF = float("inf")

def alphabeta(game, depth, alpha=-INF, beta=INF, at_root=True):
    if game.is_terminal() or depth == 0:
        return game.utility() if game.is_terminal() else game.evaluate()
    up, best = game.turn is Player.MAX, -INF if game.turn is Player.MAX else INF
    for move in reversed(game.legal_moves()):
        value = child(game, move, depth, alpha if up else -INF, INF if up else beta)
        if at_root and (value > best if up else value < best):
            value = child(game, move, depth, alpha if up else -INF, INF if up else beta)
        best = max(best, value) if up else min(best, value)
        alpha, beta = (max(alpha, best), beta) if up else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best

def child(game, move, depth, alpha, beta):
    game.play(move)
    value = alphabeta(game, depth - 1, alpha, beta, False)
    game.undo()
    return value
"""


def test_a_second_call_buys_no_leaves() -> None:
    """Bounds that go down one level only waste leaves at the first visit already; searching the better child again excuses none of them."""
    cases = load_cases()["alphabeta.visits_fewer_nodes"]
    assert first_failure(BY_ID["alphabeta.visits_fewer_nodes"], made(cases, runner(SHALLOW)(cases, False)))


def test_leaves_that_are_searched_twice_with_their_parent_are_no_look_ahead() -> None:
    """A search that never cuts just above the leaves is found out, also where it searches better children of the root twice."""
    text = SHALLOW.replace("alpha if up else -INF, INF if up else beta", "alpha, beta")
    text = text.replace("alpha >= beta", "alpha >= beta and depth > 1")
    cases = load_cases()["alphabeta.visits_fewer_nodes"]
    assert first_failure(BY_ID["alphabeta.visits_fewer_nodes"], made(cases, runner(text)(cases, False)))
