"""One search that was made: the case, what came back, and what it did to the game; and what a rule finds wrong with it."""
from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import isinf
from typing import Any

from games.game import Number
from kibitz.cases.arena import Arena
from kibitz.cases.case import Case
from kibitz.judge.replay import Replay, replay
from kibitz.watch.wire import WireError, number_from_json

TOLERANCE = 1e-9  #: times the larger of 1 and the case's largest leaf or estimate
SLACK = 16
#: statuses of a search that tell nothing of what it did: it was not made, or nobody can say how it went
NO_ANSWER = frozenset({"not written", "missing", "timeout", "crashed", "memory", "flooded", "died", "refused", "signature"})
BYTES_PER_EVENT = 8  #: a switch of boards, and the longest event


@dataclass(frozen=True)
class Finding:
    """What a rule found wrong with a search.

    Attributes:
        kind: a word for this sort of fault; the smallest case that is shown has the same one.
        sentence: what is wrong, in one sentence for the student.
        expected, got: what should have come back and what did, where that is the matter.
        node: the node of the arena where it shows.
        event: the number of the event at which it shows, counted from 1.
        counterexample: another case on which the search would be plainly wrong.
        right_moves: the indexes of the moves of which one should have come back.
    """

    kind: str
    sentence: str
    expected: str = ""
    got: str = ""
    node: int | None = None
    event: int | None = None
    counterexample: Case | None = None
    right_moves: tuple[int, ...] = ()


Rule = Callable[["Run"], "Finding | None"]


@dataclass
class Run:
    """One search and its outcome.

    Attributes:
        case: what was asked.
        answer: what came back, as kibitz.watch.worker documents it.
        known: groups of leaves that earlier searches of the same process looked at in the same game: a sound table that
            is kept between calls may rest on them.
    """

    case: Case
    answer: dict[str, Any]
    known: frozenset[Any] = field(default_factory=frozenset)

    @property
    def arena(self) -> Arena:
        return self.case.arena

    @cached_property
    def replay(self) -> Replay:
        return replay(self.arena, self.log)

    @cached_property
    def log(self) -> bytes:
        """The recorded events; no more of them than a recorder that keeps to its budget can have written."""
        return b64decode(self.answer.get("events", ""))[: BYTES_PER_EVENT * (self.case.budget + SLACK)]

    @cached_property
    def known_groups(self) -> frozenset[int]:
        """Groups of leaves whose values the search may know: it looked at one of each, or an earlier search did."""
        return self.known | {self.arena.group[node] for node in self.replay.leaves}

    @property
    def returned(self) -> bool:
        return bool(self.answer["status"] == "returned")

    @cached_property
    def value(self) -> Number | None:
        """The number that came back, or None."""
        try:
            return number_from_json(self.answer["value"]) if self.returned else None
        except WireError:
            return None

    @cached_property
    def move(self) -> int | None:
        """The index of the move that best_move returned, or None."""
        value = self.answer.get("value")
        if isinstance(value, dict) and type(value.get("move")) is int and 0 <= value["move"] < len(self.arena.children[0]):
            return int(value["move"])
        return None

    def same(self, one: Number, other: Number) -> bool:
        """Tell whether two numbers are equal within the case's tolerance."""
        if one == other:
            return True
        return self.difference(one, other) == 0

    def difference(self, one: Number, other: Number) -> int:
        """Return 1 where `one` is larger than `other` by more than the tolerance, -1 where it is smaller, else 0."""
        if one == other:
            return 0
        if _infinite(one) or _infinite(other):
            return 1 if one > other else -1
        gap = Fraction(one) - Fraction(other)
        if abs(gap) <= Fraction(TOLERANCE) * Fraction(self.scale):
            return 0
        return 1 if gap > 0 else -1

    @cached_property
    def scale(self) -> float:
        return self.arena.scale()


def _infinite(value: Number) -> bool:
    return isinstance(value, float) and isinf(value)


def shown(value: Number) -> str:
    """Return a number for people: six significant digits, and no .0 on a whole one.

    >>> shown(3.0), shown(1 / 3), shown(float("-inf")), shown(Fraction(1, 3)), shown(10**20)
    ('3', '0.333333', '-inf', '1/3', '100000000000000000000')
    """
    if isinstance(value, Fraction) and value.denominator != 1:
        return str(value)
    if _infinite(value):
        return "inf" if value > 0 else "-inf"
    if -(10**25) < value < 10**25:
        return str(int(value)) if value == int(value) else f"{float(value):.6g}"
    return f"{value:.6g}" if isinstance(value, float) else _power(int(value))


def _power(value: int) -> str:
    digits = str(abs(value))
    return f"{'-' if value < 0 else ''}{digits[0]}.{digits[1:4]}e+{len(digits) - 1}"
