"""Tic-tac-toe: three in a row wins.

The squares, which are also the moves:

    0 1 2
    3 4 5      X (MAX) moves first; O is MIN.
    6 7 8

A side's stones are the bits of one int, square 0 the lowest: X on 0, 1 and 4 is 0b000010011. There are just 512
such ints, so what could be computed from one is looked up instead: `HAS_LINE[stones]`, `EMPTY_SQUARES[both]`.
"""
from __future__ import annotations

from typing import Any

from games.game import FinishedPosition, Game, IllegalMove, NothingToUndo, Player, UnfinishedPosition

MAX, MIN = Player.MAX, Player.MIN
FULL = 0b111_111_111
LINES = [sum(1 << square for square in line)
         for line in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))]
HAS_LINE = [True in [stones & line == line for line in LINES] for stones in range(FULL + 1)]
OPEN_LINES = [[stones & line for line in LINES].count(0) for stones in range(FULL + 1)]
EMPTY_SQUARES = [tuple([square for square in range(9) if not both >> square & 1]) for both in range(FULL + 1)]


class TicTacToe(Game):
    """A position of tic-tac-toe; without an argument the empty board.

    >>> game = TicTacToe.from_text("XX. OO. ...")
    >>> game.turn, game.legal_moves()
    (<Player.MAX: 'MAX'>, [2, 5, 6, 7, 8])
    >>> game.play(2); game.is_terminal(), game.utility(), game
    (True, 1, TicTacToe.from_text('XXX OO. ...'))
    >>> game.undo(); game
    TicTacToe.from_text('XX. OO. ...')
    """

    # The position is a tuple that is never changed, only replaced: (stones of the side to move, stones of the other
    # side, legal moves). So `play` puts the old one on a stack and `undo` takes it from there. No moves: game over.

    def __init__(self) -> None:
        self._position: tuple[int, int, tuple[int, ...]] = (0, 0, EMPTY_SQUARES[0])
        self._past: list[tuple[int, int, tuple[int, ...]]] = []

    @classmethod
    def from_text(cls, text: str) -> TicTacToe:
        """Return the position that `text` draws: nine of X, O and . in the squares' order.

        White space means nothing. Who is to move follows from the number of stones.

        Raises:
            ValueError: not such a text, or no game gets there.
        """
        squares = "".join(text.split())
        if len(squares) != 9 or set(squares) - set("XO."):
            raise ValueError(f"a tic-tac-toe board is nine of X, O and '.', not {text!r}")
        x, o = (sum(1 << square for square in range(9) if squares[square] == side) for side in "XO")
        if squares.count("X") - squares.count("O") not in (0, 1):
            raise ValueError(f"X moves first and they take turns, so the stones do not add up in {text!r}")
        mover, waiting = (x, o) if squares.count("X") == squares.count("O") else (o, x)
        if HAS_LINE[mover]:
            raise ValueError(f"the game was over before the last stone in {text!r}")
        game = cls()
        game._position = mover, waiting, () if HAS_LINE[waiting] else EMPTY_SQUARES[x | o]
        return game

    def __str__(self) -> str:
        return self._rows("\n")

    def __repr__(self) -> str:
        return f"TicTacToe.from_text({self._rows(' ')!r})"

    def _rows(self, separator: str) -> str:
        x, o = self._sides()
        squares = ["X" if x >> square & 1 else "O" if o >> square & 1 else "." for square in range(9)]
        return separator.join("".join(squares[start:start + 3]) for start in (0, 3, 6))

    def _sides(self) -> tuple[int, int]:
        mover, waiting, _ = self._position
        return (mover, waiting) if self.turn is MAX else (waiting, mover)

    @property
    def turn(self) -> Player:
        mover, waiting, _ = self._position
        return MIN if (mover | waiting).bit_count() & 1 else MAX

    def is_terminal(self) -> bool:
        return not self._position[2]

    def legal_moves(self) -> list[int]:
        moves = self._position[2]
        if not moves:
            raise FinishedPosition(f"legal_moves() of a finished position: {self!r}")
        return list(moves)

    def play(self, move: int) -> None:
        mover, waiting, moves = position = self._position
        if move not in moves or type(move) is not int:
            raise self._refusal(move)
        self._past.append(position)
        mover |= 1 << move
        self._position = waiting, mover, () if HAS_LINE[mover] else EMPTY_SQUARES[waiting | mover]

    def _refusal(self, move: object) -> Exception:
        if self.is_terminal():
            return FinishedPosition(f"play({move!r}) at a finished position: {self!r}")
        return IllegalMove(f"{move!r} is not a move here, {self.legal_moves()} are: {self!r}")

    def undo(self) -> None:
        try:
            self._position = self._past.pop()
        except IndexError:
            raise NothingToUndo(f"undo() with no move to take back: {self!r}") from None

    def utility(self) -> int:
        """Return 1 if X has a line, -1 if O has one, 0 for a full board without."""
        _, waiting, moves = self._position
        if moves:
            raise UnfinishedPosition(f"utility() of an unfinished position: {self!r}")
        if not HAS_LINE[waiting]:
            return 0
        return 1 if self.turn is MIN else -1

    def evaluate(self) -> float:
        """Return (lines open to X - lines open to O) / 9: from -8/9 to 8/9, 0 at the start.

        A line is open to a side while the other has no stone on it.
        Source: the textbook evaluation, as in Nilsson, Problem-Solving Methods in Artificial Intelligence (1971).
        """
        if self.is_terminal():
            raise FinishedPosition(f"evaluate() of a finished position: {self!r}")
        x, o = self._sides()
        return (OPEN_LINES[o] - OPEN_LINES[x]) / 9

    def key(self) -> tuple[str, int, int]:
        return ("tictactoe", *self._sides())

    def __deepcopy__(self, memo: Any) -> TicTacToe:
        other = TicTacToe()
        other._position, other._past = self._position, self._past.copy()
        return other
