"""What the student's own functions returned, at which node, and from whose point of view: read from kibitz.watch.observe's notes.

The notes come from a process that ran a student's code, so nothing in them is taken on trust: what does not fit the
recorded events is left out, and they only ever explain a verdict that the events alone have reached.

A program has functions of many kinds. One whose results are values of nodes is told from a helper by what it returns at
leaves, where the value is known: MAX's view of it, the mover's (negamax), or that of the player at the root.
"""
from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from enum import Enum
from math import inf
from typing import Any, NamedTuple

from games.game import Number, Player
from kibitz.cases.arena import Arena
from kibitz.judge.run import Run
from kibitz.steps.knowledge import Knowledge, Window
from kibitz.steps.timeline import Moment, moments
from kibitz.watch.events import COPY, EVALUATE, UTILITY
from kibitz.watch.wire import WireError, number_from_json

MAX_NAME = 60
FULL: Window = (-inf, inf)


class View(str, Enum):
    """From whose point of view a function tells a node's value."""

    MAX = "MAX"
    MOVER = "the side to move"
    ROOT = "the side to move at the root"


class Call(NamedTuple):
    """One call of a student's function that returned a number.

    Attributes:
        function, file, line: which, and where it returned.
        node: where the position was at its entry; `left`: where it was at its return.
        start, end: bytes of the log that came before each.
        value: what it returned, as it was.
        window: alpha and beta among its parameters, as they were, or None.
        views: whose point of view the value may be, the likeliest first; empty for a helper that tells no node's value.
    """

    function: str
    file: str
    line: int
    node: int
    left: int
    start: int
    end: int
    value: Number
    window: Window | None
    views: tuple[View, ...] = ()

    def for_max(self, arena: Arena, view: View) -> tuple[Number, Window | None]:
        """Return value and window as MAX would tell them, if they are told from `view`."""
        if sign(arena, self.node, view) == 1:
            return self.value, self.window
        return -self.value, self.window and (-self.window[1], -self.window[0])


def sign(arena: Arena, node: int, view: View) -> int:
    """Return -1 where a view's numbers are MAX's with the other sign, else 1."""
    if view is View.MAX:
        return 1
    return -1 if mover(arena, 0 if view is View.ROOT else node) is Player.MIN else 1


def tested(run: Run) -> str:
    """Return the name of the student's function whose calls must return values as MAX sees them."""
    return "minimax" if run.case.given == "default" else run.case.function


def mover(arena: Arena, node: int) -> Player:
    """Return what `game.turn` says there; at a tree's leaf it is the player whose turn it would be."""
    if arena.keys[node] is None and arena.finished[node]:
        return Player.MIN if node and arena.turn[arena.parent[node]] is Player.MAX else Player.MAX
    return arena.turn[node]


def acceptable(run: Run, value: Number, interval: tuple[Number, Number], window: Window) -> bool:
    """Tell whether a sound search may return a value, when the true one is in the interval and it was given the window.

    Inside the window a result is exact; at or below alpha it may be any upper bound up to alpha, and at or above beta any
    lower bound down to beta: fail-soft and fail-hard are both right.
    """
    (low, high), (alpha, beta) = interval, window
    least = beta if low >= beta else low
    most = alpha if high <= alpha else high
    return run.difference(value, least) >= 0 and run.difference(value, most) <= 0


def calls_of(run: Run) -> list[Call]:
    """Return the observed calls of a run in the order of their returns, with the views that fit each function."""
    notes = run.answer.get("calls")
    if not isinstance(notes, list) or not notes:
        return []
    track = list(moments(run))
    calls = _placed(notes, track)
    if run.case.function != "alphabeta":
        calls = [call._replace(window=None) for call in calls]
    reads = [moment.offset for moment in track if moment.code in (UTILITY, EVALUATE)]
    views = _views(run, calls, reads)
    own = tested(run)  # it must return values as MAX sees them, also where no leaf shows that it does
    return [call._replace(views=views.get((call.function, call.file), (View.MAX,) if call.function == own else ())) for call in calls]


def _placed(notes: list[Any], track: list[Moment]) -> list[Call]:
    """Find out at which nodes the calls began and ended."""
    read = [parsed for parsed in map(_parsed, notes) if parsed]
    wanted = sorted([(call.start, board, 0, index) for index, (board, call) in enumerate(read)]
                    + [(call.end, board, 1, index) for index, (board, call) in enumerate(read)])
    found: list[list[int | None]] = [[None, None] for _ in read]
    boards, at = {0: 0}, 0
    for moment in [*track, None]:
        while at < len(wanted) and (moment is None or wanted[at][0] <= moment.offset):
            _, board, which, index = wanted[at]
            found[index][which] = boards.get(board)
            at += 1
        if moment is not None:
            boards[moment.board] = moment.after
            if moment.code == COPY:
                boards[len(boards)] = moment.after
    return [call._replace(node=node, left=left) for (_, call), (node, left) in zip(read, found)
            if node is not None and left is not None]


def _parsed(note: Any) -> tuple[int, Call] | None:
    """Read one note; None if it is none."""
    if not (isinstance(note, list) and len(note) == 9):
        return None
    function, file, line, board, start, end, value, alpha, beta = note
    texts = all(isinstance(text, str) and len(text) <= MAX_NAME for text in (function, file))
    if not texts or not all(type(number) is int and 0 <= number < 2**31 for number in (line, board, start, end)):
        return None
    try:
        window = None if alpha is None or beta is None else (number_from_json(alpha), number_from_json(beta))
        return board, Call(function, file, line, 0, 0, start, end, number_from_json(value), window)
    except WireError:
        return None


def _views(run: Run, calls: list[Call], reads: list[int]) -> dict[tuple[str, str], tuple[View, ...]]:
    """Return, for each function, the points of view from which its results may be values of nodes; none for a helper."""
    knowledge = Knowledge(run.arena, run.known_groups)
    by_function: dict[tuple[str, str], list[Call]] = {}
    for call in calls:
        if call.node == call.left:
            by_function.setdefault((call.function, call.file), []).append(call)
    leaf_calls = {name: [call for call in made if run.arena.leaf[call.node] is not None and _has_read(call, reads)]
                  for name, made in by_function.items()}
    found = {name: _at_leaves(run, name[0], made, knowledge) for name, made in leaf_calls.items() if made}
    theirs = [view for view in View if any(view in views for views in found.values())] or [View.MAX]
    entries = Counter(run.replay.entered)
    entries[0] += 1
    for name, made in by_function.items():
        if name not in found and _once_a_visit(made, entries) and any(_has_read(call, reads) for call in made):
            enough = sum(knowledge.closed(call.node) for call in made) / 2
            found[name] = tuple(view for view in theirs if _fits(run, made, knowledge, view) >= enough)
    return {name: _likeliest_first(run, by_function[name], knowledge, views) for name, views in found.items()}


def _has_read(call: Call, reads: list[int]) -> bool:
    at = bisect_left(reads, call.start)
    return at < len(reads) and reads[at] < call.end


def _once_a_visit(made: list[Call], entries: Counter[int]) -> bool:
    """Tell whether a function is called no more often at a node than the node is entered: one that plays is not."""
    return all(count <= entries[node] for node, count in Counter(call.node for call in made).items())


def _at_leaves(run: Run, function: str, made: list[Call], knowledge: Knowledge) -> tuple[View, ...]:
    fits = {view: _fits(run, made, knowledge, view) for view in View}
    whole = tuple(view for view in View if fits[view] == len(made))
    if function == tested(run):
        return (View.MAX,) if View.MAX in whole or not whole else whole
    return whole or tuple(view for view in View if 2 * fits[view] > len(made))


def _fits(run: Run, made: Iterable[Call], knowledge: Knowledge, view: View) -> int:
    count = 0
    for call in made:
        if knowledge.closed(call.node):
            value, window = call.for_max(run.arena, view)
            interval = knowledge.low[call.node], knowledge.high[call.node]
            count += acceptable(run, value, interval, window or FULL)
    return count


def _likeliest_first(run: Run, made: list[Call], knowledge: Knowledge, views: tuple[View, ...]) -> tuple[View, ...]:
    if len(views) < 2:
        return views
    return tuple(sorted(views, key=lambda view: -_fits(run, made, knowledge, view)))
