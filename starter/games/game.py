"""The interface that every game here implements, and that every search is written against.

Read this file before you write search.py: the docstrings are the specification.
"""
from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from copy import deepcopy
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.tree import Node

Move = Hashable  #: anything hashable but None; it may be falsy (column 0) and need not have an order
Number = int | float | Fraction


class Player(str, Enum):
    """Who chooses at a position: MAX, MIN, or CHANCE (a die).

    Each member is also the maker of a tree node (see games.tree), and equals its own name:

    >>> Player.MAX == "MAX", str(Player.MIN), Player.MAX(3, 12)
    (True, 'MIN', MAX(3, 12))
    """

    MAX = "MAX"
    MIN = "MIN"
    CHANCE = "CHANCE"

    # Python 3.11 changed what str() and format() of such an Enum print; these are the same everywhere.
    __str__ = str.__str__

    def __format__(self, format_spec: str) -> str:
        return str.__format__(self, format_spec)

    def __call__(self, *children: Any, estimate: Number = 0) -> Node:
        """Make the tree node at which this player chooses among `children`; see games.tree."""
        from games.tree import Node

        return Node(self, children, estimate)


class GameError(Exception):
    """A call that the interface forbids; the base of the errors below."""


class IllegalMove(GameError):
    """`play` was given a move that is not legal here."""


class NothingToUndo(GameError):
    """`undo` was called with no move left to take back."""


class FinishedPosition(GameError):
    """Moves, outcomes, a play or an estimate were asked of a finished position."""


class UnfinishedPosition(GameError):
    """The utility of a position that is not finished was asked for."""


class WrongTurn(GameError):
    """Legal moves were asked for at a chance node, or chance outcomes at a player's."""


class Game(ABC):
    """One position of a game, changed in place by `play` and changed back by `undo`.

    All numbers are from MAX's point of view: MAX wants them high, MIN wants them low.
    """

    @property
    @abstractmethod
    def turn(self) -> Player:
        """Who chooses here. Players need not alternate.

        Never raises: at a finished position it is one of the players, and means nothing.
        """

    @abstractmethod
    def is_terminal(self) -> bool:
        """Tell whether the game is over here."""

    @abstractmethod
    def legal_moves(self) -> list[Any]:
        """Return the moves of the player to move, in the order to search them, as a fresh list.

        Raises:
            FinishedPosition: the game is over.
            WrongTurn: this is a chance node; ask `chance_outcomes`.
        """

    def chance_outcomes(self) -> list[tuple[Any, float]]:
        """Return the (outcome, probability) pairs of a chance node, as a fresh list; they sum to 1.

        An outcome is played like a move. A game without chance keeps this default, which always raises.

        Raises:
            FinishedPosition: the game is over.
            WrongTurn: a player chooses here; ask `legal_moves`.
        """
        if self.is_terminal():
            raise FinishedPosition(f"chance_outcomes() of a finished position: {self!r}")
        raise WrongTurn(f"chance_outcomes() where {self.turn} is to move: {self!r}")

    @abstractmethod
    def play(self, move: Any) -> None:
        """Play a legal move, or an outcome at a chance node, changing the position in place.

        Raises:
            FinishedPosition: the game is over.
            IllegalMove: the move is not legal here.
        """

    @abstractmethod
    def undo(self) -> None:
        """Take the last play back.

        Raises:
            NothingToUndo: no play is left to take back.
        """

    @abstractmethod
    def utility(self) -> Number:
        """Return what a finished position is worth to MAX (any finite number).

        Raises:
            UnfinishedPosition: the game is not over; use `evaluate`.
        """

    @abstractmethod
    def evaluate(self) -> Number:
        """Return an estimate of an unfinished position's worth to MAX.

        It lies strictly between the worst and the best utility of the game, so that a sure win beats any estimate.

        Raises:
            FinishedPosition: the game is over; use `utility`.
        """

    @abstractmethod
    def key(self) -> Hashable:
        """Return a value that is equal for equal positions with the same future (for tables of positions seen)."""

    @classmethod
    def from_text(cls, text: str) -> Game:
        """Return the position that `str(game)` wrote; each game in games.GAMES reads its own text back.

        Raises:
            ValueError: it is not such a text, or no game gets there.
        """
        raise NotImplementedError(f"{cls.__name__} cannot be read from text")

    def __copy__(self) -> Game:
        return deepcopy(self)  # a shallow copy would share the list that undo takes from
