"""Each common slip gets the hint that is meant for it."""
from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.judge.checks import BY_ID
from kibitz.selfcheck import public

PLAIN = '''
def FUNCTION(game, depth):
    if game.is_terminal():
        return game.utility()
    if depth == 0:
        return game.evaluate()
    worth = []
    for move in game.legal_moves():
        game.play(move)
        worth.append(FUNCTION(game, depth - 1))
        game.undo()
    return max(worth) if game.turn == "MAX" else min(worth)
'''
MEAN = '''
def expectimax(game, depth):
    if game.is_terminal():
        return game.utility()
    if depth == 0:
        return game.evaluate()
    chance = game.turn == "CHANCE"
    worth = []
    for move in [outcome for outcome, _ in game.chance_outcomes()] if chance else game.legal_moves():
        game.play(move)
        worth.append(expectimax(game, depth - 1))
        game.undo()
    return sum(worth) / len(worth) if chance else max(worth) if game.turn == "MAX" else min(worth)
'''
BEST = '''
def best_move(game, depth, search=None):
    worth = {}
    for move in [] if game.is_terminal() else game.legal_moves():
        game.play(move)
        worth[move] = search(game, depth - 1)
        game.undo()
    return max(worth, key=worth.get) if worth else None
'''


def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, check: str, text: str) -> str:
    """Return the report of a check in one line."""
    monkeypatch.setattr(public, "sources", dict)
    (tmp_path / "search.py").write_text(text.replace("FUNCTION", check.partition(".")[0]))
    return " ".join(public.problem_with(BY_ID[check], tmp_path / "search.py").split())


@pytest.mark.parametrize(("old", "new", "said"), [
    ("max(worth) if", "max(wort) if", "Is this name spelt as it was"),
    ("game.legal_moves()", "game.legal_moves", "A method is used without its brackets"),
    ('game.turn == "MAX"', 'game.turn() == "MAX"', "game.turn"),
    ("game.play(move)", "game = game.play(move)", "Something is None here"),
    ("return max(worth) if", "value = max(worth) if", "Something is None here"),
    ("return max(worth)", "return -max(worth)", "the sign is not"),
    ("return max(worth) if", "return float('inf') if", "No child's value took the place of the start value"),
    ("return max(worth) if", "return float('nan') if", "nan, which is no number"),
    ("max(worth) if", "worth[99] if", "The list is shorter than the code expects"),
    ("game.legal_moves()", "game.children()", "The game has what games/game.py lists"),
    ("def FUNCTION", "async def FUNCTION", "a coroutine: take `async` away"),
    ("return max", "yield max", "a generator: take `yield` away"),
    ("if depth == 0:", "if depth == -99999:", "One play() uses up one of depth"),
])
def test_a_slip_gets_its_hint(old: str, new: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the error or the value says is worth more than "do the tree on paper"."""
    assert PLAIN.count(old) >= 1
    assert said in told(tmp_path, monkeypatch, "minimax.known_trees", PLAIN.replace(old, new))


def test_the_plain_average_is_called_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a chance node whose outcomes are not equally likely."""
    assert "This is the plain average" in told(tmp_path, monkeypatch, "expectimax.weighs_by_probability", MEAN)


def test_a_move_that_is_best_for_the_wrong_player_is_called_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """MIN to move, and the largest value taken."""
    text = PLAIN.replace("FUNCTION", "minimax") + BEST.replace("search=None", "search=minimax")
    assert "MIN is to move here" in told(tmp_path, monkeypatch, "best_move.known_trees", text)


def test_another_evaluation_is_said_and_can_be_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A best_move that ignores its search is right with its own: the line to try shows that the given one is never asked."""
    text = PLAIN.replace("FUNCTION", "minimax") + BEST.replace("search(", "minimax(").replace(
        "return max(worth, key=worth.get)", "return (max if game.turn == 'MAX' else min)(worth, key=worth.get)")
    report = told(tmp_path, monkeypatch, "best_move.with_any_search", text)
    assert "takes every estimate with the other sign" in report
    assert "lambda *asked: print(asked) or 0" in report
