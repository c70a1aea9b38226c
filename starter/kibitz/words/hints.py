"""Where to look: one hint for each failure, chosen by what was found, then by the first wrong step, then by the check."""
from __future__ import annotations

from typing import TYPE_CHECKING

from games.game import Player
from kibitz.judge.check import Check
from kibitz.judge.run import Finding, Run

if TYPE_CHECKING:
    from kibitz.steps.wrong import WrongStep

_MOVES_PILE_UP = ("Either is_terminal() was not asked first, or a move played earlier was never taken back: each play() needs its "
                  "undo().")
#: For faults that say more than the check that found them.
HINTS = {
    "below_limit": "One play() uses up one of depth. At depth 0 the answer is evaluate(), unless the game is over there.",
    "play_finished": _MOVES_PILE_UP,
    "moves_finished": _MOVES_PILE_UP,
    "illegal_move": "Play only what legal_moves() gave at this very position. Was a move played since never taken back with undo()?",
    "undo_too_many": "Count play() and undo() on every way through the loop: each play() has exactly one undo().",
    "moves_chance": "A chance node has outcomes, not moves: ask game.turn first.",
    "outcomes_player": "Only a chance node has outcomes: ask game.turn first.",
    "utility_unfinished": "utility() is for finished positions; at the depth limit ask evaluate().",
    "evaluate_finished": "evaluate() is for unfinished positions: ask is_terminal() before you look at depth.",
    "search_depth": "The move itself is the first ply: how much depth is left for the search after one play()?",
    "budget": "Does every call get less depth than its caller had? Does every loop end?",
    "not restored": "Each play() needs its undo() before the function leaves the loop, on every way out of it.",
    "wrong type": "Look at every return of the function: does each give a plain number (best_move: a move)?",
}
_OUTCOMES_ARE_PAIRS = "chance_outcomes() gives pairs, (outcome, probability): play() takes the outcome alone."
#: for a search that is right when it comes first in its process
KEPT_BETWEEN_CALLS = ("What outlives a call (a global, a default argument, a cache) must know a position by key() and the depth left, "
                      "or begin empty each time.")
_NOTHING_CAME_BACK = ("Something is None here. A function that ends without a return gives None; so do play() and undo(), which change "
                      "the game in place.")
#: For errors: the error, a part of its message, and what it usually means in a search. The first that fits is said.
RAISED = (
    ("", "NoneType", _NOTHING_CAME_BACK),
    ("ValueError", "needs at least one child", "game.turn is no method: read it without brackets."),
    ("TypeError", "method", "A method is used without its brackets: game.legal_moves() asks the game, game.legal_moves does not."),
    ("TypeError", "not callable", "There are brackets behind something that is no function: game.turn, say, is read without them."),
    ("TypeError", "argument", "Compare this call with the function's definition: how many arguments, and in which order?"),
    ("TypeError", "not supported between", "Two kinds of things are compared: does every way through the function return a number?"),
    ("AttributeError", "games/game.py", "The game has what games/game.py lists, and nothing else."),
    ("NameError", "", "Is this name spelt as it was where it got its value? Does it get one on every way through the function?"),
    ("UnboundLocalError", "", "On this way through the function the name has no value yet: give it one before the loop."),
    ("IndexError", "", "The list is shorter than the code expects: a position may have one move, and a finished one has none."),
    ("KeyError", "", "Nothing was stored under this key: is it made of the same things there as here?"),
    ("ValueError", "empty", "There was nothing to choose from: is_terminal() comes before the children, and depth 0 before them too."),
    ("RecursionError", "", "Nothing ends this recursion: does every call get less depth, and are is_terminal() and depth 0 asked first?"),
    ("ZeroDivisionError", "", "What is divided by here, and when is it zero?"),
)
_SIGN = "The size is right and the sign is not: values are from MAX's point of view, whoever moves."
_START = "No child's value took the place of the start value. Read game.turn before play(), and use what the call returns."
_PLAIN_MEAN = "This is the plain average. Each outcome counts by its probability."
_FOR_MIN = "MIN is to move here: the best move for MIN is the one of the smallest value."


def hint(check: Check, run: Run, finding: Finding, step: WrongStep | None) -> str:
    """Return where to look.

    Args:
        check: the promise that is broken.
        run: the search that is shown.
        finding: what is wrong with it.
        step: its first wrong step, where there is one.
    """
    if check.function == "best_move" and finding.kind == "below_limit":
        return HINTS["search_depth"]
    if step and step.kind == "restored" and finding.kind != "not restored":
        return HINTS["not restored"]
    if finding.kind == "illegal_move" and finding.node is not None and run.arena.turn[finding.node] is Player.CHANCE:
        return _OUTCOMES_ARE_PAIRS
    if finding.kind == "raised":
        return _of_error(str(run.answer.get("error", "")), str(run.answer.get("message", ""))) or check.hint
    if finding.kind == "wrong value":
        return _of_value(run) or check.hint
    if finding.kind == "wrong move" and _took_the_largest_for_min(run):
        return _FOR_MIN
    return HINTS.get(finding.kind, check.hint)


def _of_error(error: str, message: str) -> str:
    """Return what an error usually means.

    >>> _of_error("TypeError", "'method' object is not iterable")[:42]
    'A method is used without its brackets: gam'
    >>> _of_error("StopIteration", "")
    ''
    """
    return next((said for name, part, said in RAISED if name in ("", error) and part in message), "")


def _of_value(run: Run) -> str:
    arena, value = run.arena, run.value
    if value is None:
        return ""
    if value in (float("inf"), float("-inf")):
        return _START
    if arena.turn[0] is Player.CHANCE and arena.children[0] and run.case.function == "expectimax":
        below = [arena.values[child] for child in arena.children[0]]
        if run.same(value, sum(below) / len(below)):
            return _PLAIN_MEAN
    right = arena.values[0]
    return _SIGN if right != 0 and run.case.window is None and run.same(value, -right) else ""


def _took_the_largest_for_min(run: Run) -> bool:
    if run.move is None or run.arena.finished[0] or run.arena.turn[0] is not Player.MIN:
        return False
    worth = [run.case.table[child][-1] for child in run.arena.children[0]]
    return worth[run.move] == max(worth) > min(worth)
