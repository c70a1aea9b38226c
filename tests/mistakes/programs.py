"""Right and wrong programs in the style of students, none of them made from the solution, and runners for them."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from assignment import trial
from kibitz.cases.case import Case

TWO_BRANCHES = '''
from games import Player

def minimax(state, d):
    if d == 0 and not state.is_terminal():
        return state.evaluate()
    if state.is_terminal():
        return state.utility()
    if state.turn == Player.MAX:
        v = float("-inf")
        for m in state.legal_moves():
            state.play(m)
            w = minimax(state, d - 1)
            state.undo()
            if w > v:
                v = w
        return v
    v = float("inf")
    for m in state.legal_moves():
        state.play(m)
        w = minimax(state, d - 1)
        state.undo()
        if w < v:
            v = w
    return v

def alphabeta(state, d, a=float("-inf"), b=float("inf")):
    if state.is_terminal():
        return state.utility()
    if d == 0:
        return state.evaluate()
    if state.turn == Player.MAX:
        v = float("-inf")
        for m in state.legal_moves():
            state.play(m)
            v = max(v, alphabeta(state, d - 1, a, b))
            state.undo()
            if v >= b:
                return v
            a = max(a, v)
        return v
    v = float("inf")
    for m in state.legal_moves():
        state.play(m)
        v = min(v, alphabeta(state, d - 1, a, b))
        state.undo()
        if v <= a:
            return v
        b = min(b, v)
    return v

def expectimax(state, d):
    if state.is_terminal():
        return state.utility()
    if d == 0:
        return state.evaluate()
    if state.turn == Player.CHANCE:
        v = 0
        for m, p in state.chance_outcomes():
            state.play(m)
            v = v + p * expectimax(state, d - 1)
            state.undo()
        return v
    v = None
    for m in state.legal_moves():
        state.play(m)
        w = expectimax(state, d - 1)
        state.undo()
        if v is None or (state.turn == Player.MAX and w > v) or (state.turn == Player.MIN and w < v):
            v = w
    return v

def best_move(state, d, search=minimax):
    if state.is_terminal():
        return None
    bestm = None
    for m in state.legal_moves():
        state.play(m)
        w = search(state, d - 1)
        state.undo()
        if bestm is None or (state.turn == Player.MAX and w > bestv) or (state.turn == Player.MIN and w < bestv):
            bestm, bestv = m, w
    return bestm
'''


def with_change(old: str, new: str, nth: int = 0) -> str:
    """Return the student's program with one place changed."""
    places = TWO_BRANCHES.split(old)
    assert len(places) > nth + 1, old
    return old.join(places[: nth + 1]) + new + old.join(places[nth + 1 :])


class InProcess:
    """A runner that makes the module afresh for each batch and runs it here."""

    def __init__(self, source: str) -> None:
        self.source = source

    def __call__(self, cases: Sequence[Case], keep_going: bool) -> list[dict[str, Any]]:
        return trial.answers(self.source, cases, keep_going)
