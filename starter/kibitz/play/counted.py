"""The game that a search is handed here: it counts the positions looked at and estimates the part that is done.

A position is looked at when a move leads to it; the root counts as one. The part done is, over the path to the position
being looked at, the children finished as a part of all children, each level weighing as one child of the level above.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from games.game import Game, Number, Player

REPORT_EVERY_S = 0.1
LOOK_AT_CLOCK_EVERY = 64  # positions; a power of two


class Enough(BaseException):
    """The limit of positions is reached. Not an Exception, so that a search's `except Exception` lets it through."""


class Counts:
    """What one search has looked at so far, over all copies of its game.

    Args:
        depth: the plies that the search was asked for.
        limit: positions after which it is stopped, or None.
        report: called about every tenth of a second while positions are played.

    Attributes:
        positions: positions looked at, the root included.
        at_limit: those of them that are `depth` plies below the root.
    """

    def __init__(self, depth: int, limit: int | None = None, report: Callable[[Counts], None] | None = None) -> None:
        self.positions = 1
        self.at_limit = int(depth == 0)
        self._depth = depth
        self._limit = limit
        self._report = report
        self._finished = [0]  # by ply on the path to the position looked at: children finished there
        self._widths = [0]  # and the number of children; 0: not asked yet
        self._ply = 0
        self._most = 0.0
        self._started = self._reported = time.monotonic()

    def enter(self, ply: int) -> None:
        """Count a move played at a position `ply` plies below the root."""
        if self._limit is not None and self.positions >= self._limit:
            raise Enough
        self.positions += 1
        below = ply + 1
        if below == self._depth:
            self.at_limit += 1
        if self._ply > ply:  # another child of this position was looked at before
            self._finished[ply] += 1
        if below == len(self._widths):
            self._finished.append(0)
            self._widths.append(0)
        self._finished[below] = self._widths[below] = 0
        self._ply = below
        if not self.positions & LOOK_AT_CLOCK_EVERY - 1:
            self._look_at_clock()

    def found(self, ply: int, children: int) -> None:
        """Note how many children a position has."""
        if ply < len(self._widths):
            self._widths[ply] = children

    def _look_at_clock(self) -> None:
        now = time.monotonic()
        if self._report and now - self._reported >= REPORT_EVERY_S:
            self._reported = now
            self._report(self)

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""
        return time.monotonic() - self._started

    @property
    def fraction(self) -> float:
        """The part of the search that is done, 0 to 1; it never goes down."""
        part, done = 1.0, 0.0
        for finished, width in zip(self._finished[: self._ply + 1], self._widths):
            if not width:
                break
            part /= width
            done += part * min(finished, width)
        self._most = max(self._most, min(done, 1.0))
        return self._most


class Counted(Game):
    """A game that passes each call on and counts it; its copies share the count."""

    def __init__(self, game: Game, counts: Counts) -> None:
        self._game = game
        self.counts = counts
        self._ply = 0

    @property
    def turn(self) -> Player:
        return self._game.turn

    @property
    def ply(self) -> int:
        """Plies below the position that the search was handed."""
        return self._ply

    def is_terminal(self) -> bool:
        return self._game.is_terminal()

    def legal_moves(self) -> list[Any]:
        moves = self._game.legal_moves()
        self.counts.found(self._ply, len(moves))
        return moves

    def chance_outcomes(self) -> list[tuple[Any, float]]:
        outcomes = self._game.chance_outcomes()
        self.counts.found(self._ply, len(outcomes))
        return outcomes

    def play(self, move: Any) -> None:
        self.counts.enter(self._ply)  # first: where it stops the search, nothing is played
        self._game.play(move)
        self._ply += 1

    def undo(self) -> None:
        self._game.undo()
        self._ply -= 1

    def utility(self) -> Number:
        return self._game.utility()

    def evaluate(self) -> Number:
        return self._game.evaluate()

    def key(self) -> Any:
        return self._game.key()

    def __deepcopy__(self, memo: object) -> Counted:
        other = Counted(deepcopy(self._game), self.counts)
        other._ply = self._ply
        return other

    def __copy__(self) -> Counted:
        return self.__deepcopy__(None)

    def __repr__(self) -> str:
        return repr(self._game)

    def __str__(self) -> str:
        return str(self._game)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"a search may use only what games/game.py lists, and {name!r} is not there")
