"""A search step by step, with what is known at each.

Three kinds of evidence are kept apart. SEEN are the calls of the game. RETURNED is what the student's own functions
returned on the way. PROVED is the interval in which a node's value must lie, given the leaves seen so far.
"""
from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from typing import NamedTuple

from games.game import Number, Player
from kibitz.judge.run import Run
from kibitz.steps.calls import FULL, Call, View, acceptable, calls_of
from kibitz.steps.knowledge import Knowledge, Window
from kibitz.steps.timeline import Moment, moments
from kibitz.watch.events import EVALUATE, MOVES, OUTCOMES, PLAY_FAR, SEARCH, UNDO, UTILITY

PLAY, RETURN, CUT, BREAK, END = "play", "return", "cut", "break", "end"
KINDS = {PLAY_FAR: PLAY, UNDO: "undo", UTILITY: "utility", EVALUATE: "evaluate", MOVES: "moves", OUTCOMES: "outcomes",
         SEARCH: "search"}


class Step(NamedTuple):
    """One step of a search.

    Attributes:
        kind: play, undo, utility, evaluate, moves, outcomes, search, return, cut, break or end.
        node: where it happened; after a play or an undo, where that led.
        value: what was read or returned, from MAX's point of view.
        window: alpha and beta: passed to the call that returned, or proved by the leaves seen where a node was cut.
        interval: what the leaves seen proved about the node just then.
        call: the call that returned.
        wrong: whether a returned value is one that no sound search may return there.
        unseen: how many children a cut leaves out.
    """

    kind: str
    node: int
    value: Number | None = None
    window: Window | None = None
    interval: Window = FULL
    call: Call | None = None
    wrong: bool = False
    unseen: int = 0


@dataclass
class Steps:
    """All steps of a run.

    Attributes:
        run: the search.
        steps: the steps in order; step number 1 is steps[0].
        changes: (index of the step, node) for each time a node's proved interval changed, in order.
        bounds: the interval from then on, for each of `changes`.
        left_for_good: for each node that was entered, the index of the step with which the search was done with it.
        entered_with: (index of the step that led there, call) for each observed call, in the order of the returns.
    """

    run: Run
    steps: list[Step] = field(default_factory=list)
    changes: list[tuple[int, int]] = field(default_factory=list)
    bounds: list[Window] = field(default_factory=list)
    left_for_good: dict[int, int] = field(default_factory=dict)
    entered_with: list[tuple[int, Call]] = field(default_factory=list)


def steps_of(run: Run) -> Steps:
    """Return a run's steps: the recorded events, the observed returns among them, and the cuts that follow from both."""
    calls = calls_of(run)
    builder = _Builder(run)
    function = run.case.function
    told = _outermost([call for call in calls if (call.views if call.node == call.left else call.function == function)])
    if told and told[-1].node == 0 and told[-1].function == function and run.returned:
        told.pop()  # the end says it
    at = 0
    for moment in moments(run):
        while at < len(told) and told[at].end <= moment.offset:
            builder.returned(told[at])
            at += 1
        builder.happened(moment)
    for call in told[at:]:
        builder.returned(call)
    return builder.finish()


def _outermost(told: list[Call]) -> list[Call]:
    """Leave one of several functions that hand the same value on at the same node."""
    return [call for call, then in zip(told, [*told[1:], None])
            if then is None or (call.node, call.end, abs(call.value)) != (then.node, then.end, abs(then.value))]


class _Builder:
    """Puts the steps together, and keeps what the leaves prove and which children each visit has looked at."""

    def __init__(self, run: Run) -> None:
        self.done = Steps(run)
        self.offsets: list[int] = []
        self.offset = 0
        self.run, self.arena = run, run.arena
        self.knowledge = Knowledge(run.arena, run.known)
        self.at_root = run.case.window or FULL
        self.looked_at: dict[int, set[int]] = {}
        self.cut_here: set[int] = set()
        self.active: dict[int, int] = {0: 0}
        self.leaving: dict[int, list[int]] = {}

    def add(self, step: Step) -> None:
        self.done.steps.append(step)
        self.offsets.append(self.offset)

    def happened(self, moment: Moment) -> None:
        self.offset = moment.offset
        node = moment.after
        if moment.broke:
            self.add(Step(BREAK, node, interval=self.interval(node)))
        elif moment.code == PLAY_FAR:
            self.note_look(moment.before)
            self.looked_at[node] = set()
            self.cut_here.discard(node)
            self.touch(node)
            self.add(Step(PLAY, node))
        elif moment.code == UNDO:
            self.leave(moment.before)
            self.add(Step("undo", node))
        elif moment.code in KINDS:
            self.asked(moment.code, node)

    def asked(self, code: int, node: int) -> None:
        self.note_look(node)
        self.touch(node)
        value = None
        if code in (UTILITY, EVALUATE):
            value = self.arena.leaf[node] if code == UTILITY else self.arena.estimate[node]
            if self.arena.leaf[node] is not None:
                self.see(node)
        self.add(Step(KINDS[code], node, value, interval=self.interval(node)))

    def see(self, leaf: int) -> None:
        for node in self.knowledge.see(leaf):
            self.done.changes.append((len(self.done.steps), node))
            self.done.bounds.append(self.interval(node))

    def returned(self, call: Call) -> None:
        node = call.node
        self.done.entered_with.append((max(bisect_left(self.offsets, call.start) - 1, 0), call))
        interval = self.interval(node)
        if node != call.left:  # it did not take its moves back: a value of which node?
            self.add(Step(RETURN, call.left, call.value, call.window, interval, call))
            return
        self.note_look(node)
        told = [call.for_max(self.arena, view) for view in call.views]
        value, window = told[0]
        fits = any(acceptable(self.run, number, interval, bounds or FULL) for number, bounds in told)
        self.leave(node)
        self.add(Step(RETURN, node, value, window, interval, call, self.judged(call) and not fits))

    def judged(self, call: Call) -> bool:
        """Tell whether a result can be judged: of alphabeta only with its window, a mover's not where a die moves."""
        if self.arena.turn[call.node] is Player.CHANCE and View.MOVER in call.views:
            return False
        if self.run.case.function != "alphabeta":
            return True
        return call.window is not None and call.window[0] < call.window[1]

    def leave(self, node: int) -> None:
        """Note that a visit of a node ends here, and whether it leaves children out."""
        looked = self.looked_at.get(node, set())
        if 0 < len(looked) < len(self.arena.children[node]) and node not in self.cut_here:
            self.cut_here.add(node)
            self.leaving.setdefault(node, []).append(len(self.done.steps))
            window = self.knowledge.window(node, self.at_root)
            unseen = len(self.arena.children[node]) - len(looked)
            self.add(Step(CUT, node, window=window, interval=self.interval(node), unseen=unseen))
        self.leaving.setdefault(node, []).append(len(self.done.steps))

    def note_look(self, node: int) -> None:
        if node:
            self.looked_at.setdefault(self.arena.parent[node], set()).add(node)

    def touch(self, node: int) -> None:
        self.active[node] = len(self.done.steps)

    def interval(self, node: int) -> Window:
        return self.knowledge.low[node], self.knowledge.high[node]

    def finish(self) -> Steps:
        if not self.run.replay.broken:
            if self.run.returned:
                self.leave(0)
            self.add(Step(END, self.run.replay.end, self.run.value, interval=self.interval(0)))
        for node in sorted(self.active, reverse=True):
            above = self.arena.parent[node]
            if above >= 0:
                self.active[above] = max(self.active.get(above, 0), self.active[node])
        last = len(self.done.steps) - 1
        for node, index in self.active.items():
            self.done.left_for_good[node] = next((step for step in self.leaving.get(node, ()) if step > index), last)
        return self.done
