"""The rules by which a search is judged. Each looks at one run and returns what is wrong, or None.

The contract comes before the value, and the value before the amount of work: a check lists its rules in that order.
"""
from __future__ import annotations

from math import inf

from games.game import Number, Player
from games.tree import TreeGame
from kibitz.cases.case import Case
from kibitz.judge.proof import backed_up, textbook_leaves
from kibitz.judge.replay import Break
from kibitz.judge.run import NO_ANSWER, Finding, Run, shown
from kibitz.watch.wire import game_to_json

GUARD_LEAVES = 3  #: children that a node needs to count as one where nothing is hard
SLACK = 8  #: events beyond the budget: the recorder stops a search at the budget, or one event later


def returned(run: Run) -> Finding | None:
    """The function returned, and what it returned is of the right kind."""
    answer = run.answer
    status = answer["status"]
    if status == "returned":
        return _wrong_type(run)
    if status == "raised":
        return Finding("raised", f"Your code raised {answer['error']}" + (f": {answer['message']}" if answer["message"] else ""))
    if status == "not written":
        return Finding("not written", f"{run.case.function} is not written yet")
    if status in NO_ANSWER:
        return Finding(status, answer["message"])
    return None  # stopped: kept_the_contract says how


def _wrong_type(run: Run) -> Finding | None:
    value = run.answer["value"]
    if run.case.function == "best_move":
        if value is None or run.move is not None:
            return None
        kind, text = _kind_and_text(value)
        what = _UNRUN.get(kind) or f"{text} ({kind}), which is not a legal move here"
        return Finding("wrong type", f"Your best_move returned {what}", got=text)
    if run.value is not None:
        return None
    kind, text = _kind_and_text(value)
    what = _UNRUN.get(kind) or ("None, expected a number" if kind == "NoneType" else "nan, which is no number" if text == "nan" else
                                f"{text} ({kind}), expected a number")
    return Finding("wrong type", f"Your {run.case.function} returned {what}", "a number", text)


_UNRUN = {"coroutine": "a coroutine: take `async` away, a search is a plain function",
          "generator": "a generator: take `yield` away, a search returns its value"}


def _kind_and_text(value: object) -> tuple[str, str]:
    if isinstance(value, dict) and isinstance(value.get("type"), str) and isinstance(value.get("repr"), str):
        return value["type"][:60], value["repr"][:120]
    if value is None:
        return "NoneType", "None"
    return type(value).__name__, repr(value)[:120]


def kept_the_contract(run: Run) -> Finding | None:
    """The search did nothing that the game's interface forbids, and stopped by itself."""
    broken = run.replay.broken
    if run.replay.events > run.case.budget + SLACK:
        return Finding("nonsense", f"Your {run.case.function} {Break.NONSENSE.value}")
    if broken is None:
        if run.answer["status"] == "stopped":
            return Finding("stopped", f"Your {run.case.function} {run.answer.get('message') or 'was stopped'}")
        return None
    what, node = broken
    if what is Break.BUDGET:
        what_it_did = f"was stopped after {run.replay.events:,} calls of the game, on a case of {len(run.arena):,} positions"
    elif what is Break.SEARCH_DEPTH:
        what_it_did = run.answer.get("message") or what.value
    else:
        what_it_did = what.value
    return Finding(what.name.lower(), f"Your {run.case.function} {what_it_did}", node=node, event=run.replay.broken_at)


def right_value(run: Run) -> Finding | None:
    """The number that came back is the value of the position."""
    value, right = run.value, run.arena.values[0]
    if value is None or run.same(value, right):
        return None
    return _wrong_value(run, shown(right), value)


def _wrong_value(run: Run, expected: str, value: Number) -> Finding:
    got = shown(value)
    return Finding("wrong value", f"Expected {expected}.  Your {run.case.function} returned {got}.", expected, got, node=0)


def right_where_nothing_is_hard(run: Run) -> Finding | None:
    """The value is right at a MAX node above positive leaves, and at a MIN node above negative ones.

    For promises that have nothing to do with values: a search that never knows whose turn it is keeps none of them, while
    one that only starts from a wrong infinity may.
    """
    arena = run.arena
    if max(arena.ply) != 1 or arena.turn[0] is Player.CHANCE or len(arena.children[0]) < GUARD_LEAVES:
        return None
    sign = 1 if arena.turn[0] is Player.MAX else -1
    if any(value is not None and value * sign <= 0 for value in arena.leaf):
        return None
    return right_value(run)


def inside_the_window_or_a_bound(run: Run) -> Finding | None:
    """The value is exact inside the window; outside it, a bound on the right side."""
    value, right = run.value, run.arena.values[0]
    if value is None or run.case.window is None:
        return right_value(run)
    alpha, beta = run.case.window
    if right <= alpha:
        low, high = right, alpha
    elif right >= beta:
        low, high = beta, right
    else:
        low = high = right
    if run.difference(value, low) >= 0 and run.difference(value, high) <= 0:
        return None
    expected = shown(right) if low == high else f"{shown(low)} to {shown(high)}"
    return _wrong_value(run, expected, value)


def restored(run: Run) -> Finding | None:
    """After the return, the position is as the search found it."""
    if run.replay.restored:
        return None
    left = run.arena.ply[run.replay.end]
    moves = "1 move was" if left == 1 else f"{left} moves were"
    return Finding("not restored", f"Your {run.case.function} returned, but {moves} not taken back", node=run.replay.end)


def every_leaf(run: Run) -> Finding | None:
    """A search without pruning looked at every leaf."""
    seen = run.replay.leaves
    if len(seen) == len(run.arena.leaves):
        return None
    for node in run.arena.leaves:
        if node not in seen and run.arena.group[node] not in run.known_groups:
            return Finding("unseen leaf", f"Your {run.case.function} did not look at every leaf that counts", node=node)
    return None


def some_work(run: Run) -> Finding | None:
    """The search looked at the leaves that it needs; where it may prune, at leaves that prove a value or at half of them."""
    if run.case.function == "minimax":
        return every_leaf(run)
    leaves = run.arena.leaves if run.case.function == "expectimax" else textbook_leaves(run.arena)
    if len(run.replay.leaves) >= len(leaves) / 2 or run.known or _closed(run):
        return None
    return Finding("unseen leaf", f"Your {run.case.function} did not look at the leaves that decide", node=_first_gap(run))


def _closed(run: Run) -> bool:
    low, high = _root_interval(run)
    return low == high or run.difference(low, high) == 0


def proved(run: Run) -> Finding | None:
    """The leaves that were looked at prove the answer."""
    if run.value is None:
        return None
    low, high = _root_interval(run)
    alpha, beta = run.case.window or (-inf, inf)
    sentence = f"Your {run.case.function} returned {shown(run.value)}, but the leaves it looked at do not prove that"
    if high <= alpha or low >= beta:  # then a bound will do, if it is one
        guessed = run.difference(run.value, high) < 0 if high <= alpha else run.difference(run.value, low) > 0
        return Finding("not proved", sentence, node=_first_gap(run)) if guessed else None
    if low == high or run.difference(low, high) == 0:
        return None
    return Finding("not proved", sentence, node=_first_gap(run), counterexample=_counterexample(run, low, high))


def _root_interval(run: Run) -> tuple[Number, Number]:
    low, high = backed_up(run.arena, run.known_groups)
    return low[0], high[0]


def _first_gap(run: Run) -> int:
    """Return the first leaf that was not looked at."""
    return next((node for node in run.arena.leaves if node not in run.replay.leaves), 0)


def _counterexample(run: Run, low: Number, high: Number) -> Case:
    """Fill the unseen leaves so that the value is not what the search, which does not look there, returns."""
    arena = run.arena
    far = int(arena.scale()) + 1
    seen = {arena.group[node] for node in run.replay.leaves}
    assert run.value is not None
    upwards = run.difference(high, run.value) > 0
    filled = {node: far if upwards else -far for node in arena.leaves if arena.group[node] not in seen}
    return run.case.on(game_to_json(TreeGame(arena.to_tree(filled))))


def best_of_the_moves(run: Run) -> Finding | None:
    """The move that came back is one of best value; None at a finished position."""
    arena = run.arena
    if arena.finished[0]:
        if run.returned and run.answer["value"] is None:
            return None
        return Finding("wrong move", "Expected None at a finished position", "None", _kind_and_text(run.answer.get("value"))[1])
    if run.returned and run.answer["value"] is None:
        return Finding("wrong move", "best_move returned None, but the game is not over", "a move", "None")
    if run.move is None:
        return None
    worth = [run.case.table[child][-1] for child in arena.children[0]]
    best = max(worth) if arena.turn[0] is Player.MAX else min(worth)
    if run.same(worth[run.move], best):
        return None
    right = tuple(index for index, value in enumerate(worth) if run.same(value, best))
    numbers = " or ".join(map(str, right))
    sentence = (
        f"Expected move number {numbers}, worth {shown(best)}.  "
        f"Your best_move returned number {run.move}, worth {shown(worth[run.move])}."
    )
    return Finding("wrong move", sentence, numbers, str(run.move), node=arena.children[0][run.move], right_moves=right)
