"""Othello: a disc turns over all opposing discs that it encloses in a line with another of its own.

The moves are the names of the squares, column and row, here on the 8x8 board at the start; X (Black, MAX) moves first.

      a b c d e f g h
    1 . . . . . . . .      A move must turn at least one disc. Who has no such move passes: the turn stays with the
    2 . . . . . . . .      other side, so that players need not alternate and there is no move to pass with. When
    3 . . . . . . . .      neither has one, the game is over.
    4 . . . O X . . .
    5 . . . X O . . .
    6 . . . . . . . .
    7 . . . . . . . .
    8 . . . . . . . .

A side's discs are the bits of one long int in which every square has eight bits, one per direction: for each
direction the board lies there once, cut into its lines, and each line is followed by a gap that stays 0. So "the next
square that way" is one bit higher, whatever the way, and one addition looks in all directions at once. One line,
the lowest bit on the left, X to move:

    X, the mover            0 1 0 0 0 0 0 0  0
    O, the one waiting      0 0 1 1 1 0 1 0  0
    starts                  0 0 1 0 0 0 0 0  0     the O next to an X:      mover << 1 & waiting
    waiting + starts        0 0 0 0 0 1 1 0  0     the carry runs through the O's and falls on the square behind them

Where it falls on an empty square, X may move there (seen from the enclosing end). To play, the same sum starts from
the new disc alone: where the carry falls on an X, what lies between is turned, in all eight copies, from a table.
"""
from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from games.game import FinishedPosition, Game, IllegalMove, NothingToUndo, Player, UnfinishedPosition

MAX, MIN = Player.MAX, Player.MIN
SIZES = (4, 6, 8)
DIRECTIONS = [(column, row) for column in (-1, 0, 1) for row in (-1, 0, 1) if column or row]
TEXT = re.compile(r"\s*([XO.\s]+)\s(X to move|O to move|game over)\s*")

Position = tuple[int, int, int, Player]


class Othello(Game):
    """A position of Othello; without a text the start on a board of `size` 8, 6 or 4.

    >>> game = Othello()
    >>> game.turn, game.legal_moves()
    (<Player.MAX: 'MAX'>, ['d3', 'c4', 'f5', 'e6'])
    >>> game.play("d3"); game
    Othello.from_text('........ ........ ...X.... ...XX... ...XO... ........ ........ ........ O to move')
    >>> game.undo(); game.key() == Othello().key()
    True
    """

    # The position is a tuple that is never changed, only replaced: (discs of the side to move, discs of the other side,
    # where the side to move may go, whose turn it is). So `play` puts the old one on a stack and `undo` takes it from
    # there. The third is in the eight copies too, with a bit for each direction in which discs would be turned.

    def __init__(self, size: int = 8) -> None:
        if size not in SIZES:
            raise ValueError(f"an Othello board has size 4, 6 or 8, not {size!r}")
        self._board = board = _board(size)
        middle = size // 2 - 1
        x = board.bits[middle + 1, middle] | board.bits[middle, middle + 1]
        o = board.bits[middle, middle] | board.bits[middle + 1, middle + 1]
        self._position = board.position(x, o, MAX)
        self._past: list[Position] = []

    @classmethod
    def from_text(cls, text: str) -> Othello:
        """Return the position that `text` draws: rows of X, O and '.', then "X to move", "O to move" or "game over".

        White space separates the rows. Where the side named cannot move, the other is to move.

        Raises:
            ValueError: not such a text, or a move is left where the game is said to be over.
        """
        match = TEXT.fullmatch(text)
        rows = match[1].split() if match else []
        if not match or len(rows) not in SIZES or {len(row) for row in rows} != {len(rows)}:
            raise ValueError("an Othello position is 4, 6 or 8 rows of as many of X, O and '.', then 'X to move', "
                             f"'O to move' or 'game over', not {text!r}")
        game = cls(len(rows))
        x, o = (sum(bits for (column, row), bits in game._board.bits.items() if rows[row][column] == side)
                for side in "XO")
        game._position = game._board.position(*((o, x, MIN) if match[2][0] == "O" else (x, o, MAX)))
        if match[2] == "game over" and not game.is_terminal():
            raise ValueError(f"there is still a move in {text!r}")
        return game

    def __str__(self) -> str:
        return self._rows("\n")

    def __repr__(self) -> str:
        return f"Othello.from_text({self._rows(' ')!r})"

    def _rows(self, separator: str) -> str:
        x, o = self._sides()
        squares = ["X" if x & bits else "O" if o & bits else "." for bits in self._board.bits.values()]
        size = self._board.size
        rows = ["".join(squares[start:start + size]) for start in range(0, size * size, size)]
        end = "game over" if self.is_terminal() else "X to move" if self.turn is MAX else "O to move"
        return separator.join([*rows, end])

    def _sides(self) -> tuple[int, int]:
        mover, waiting, _, turn = self._position
        return (mover, waiting) if turn is MAX else (waiting, mover)

    @property
    def turn(self) -> Player:
        return self._position[3]

    def is_terminal(self) -> bool:
        return not self._position[2]

    def legal_moves(self) -> list[str]:
        targets = self._position[2]
        if not targets:
            raise FinishedPosition(f"legal_moves() of a finished position: {self!r}")
        square_of, others = self._board.square_of, self._board.others
        squares = []
        while targets:
            square = square_of[targets.bit_length()]
            squares.append(square)
            targets &= others[square]
        squares.sort()
        names = self._board.names
        return [names[square] for square in squares]

    def play(self, move: str) -> None:
        board = self._board
        mover, waiting, targets, turn = position = self._position
        try:
            bits, between = board.plays[move]
        except (KeyError, TypeError):
            raise self._refusal(move) from None
        if not bits & targets:
            raise self._refusal(move)
        self._past.append(position)
        ends = waiting + (bits << 1 & waiting) & mover
        turned = 0
        while ends:
            end = ends & -ends
            turned |= between[end]
            ends ^= end
        self._position = board.position(waiting ^ turned, mover | bits | turned, MIN if turn is MAX else MAX)

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
        """Return Black's discs minus White's; empty squares count for nobody."""
        if not self.is_terminal():
            raise UnfinishedPosition(f"utility() of an unfinished position: {self!r}")
        x, o = self._sides()
        return self._board.count(x) - self._board.count(o)

    def evaluate(self) -> float:
        """Return size * size * (corners / 2 + mobility / 4 + edges / 5): less than 0.95 * 64 either way on 8x8.

        Each of the three is (Black's - White's) as a part of all there are, so between -1 and 1: corners owned, lines
        of discs that the side could turn if it were to move, edge squares owned (without the corners).
        Source: corners, edges and mobility as in Rosenbloom, A World-Championship-Level Othello Program (1982); the
        weights are round figures of our own.
        """
        mover, waiting, targets, turn = self._position
        if not targets:
            raise FinishedPosition(f"evaluate() of a finished position: {self!r}")
        board = self._board
        corners = board.count(mover & board.corners) - board.count(waiting & board.corners)
        edges = board.count(mover & board.edges) - board.count(waiting & board.edges)
        lines, other_lines = targets.bit_count(), board.targets(waiting, mover).bit_count()
        share = corners / 8 + (lines - other_lines) / (lines + other_lines) / 4 + edges / (20 * (board.size - 2))
        return board.size * board.size * (share if turn is MAX else -share)

    def key(self) -> tuple[str, int, int, int, bool]:
        mover, waiting, _, turn = self._position
        return "othello", self._board.size, mover & self._board.once, waiting & self._board.once, turn is MAX

    def __deepcopy__(self, memo: Any) -> Othello:
        other = Othello.__new__(Othello)
        other._board, other._position, other._past = self._board, self._position, self._past.copy()
        return other


class _Board:
    """The tables of a board of one size; see the docstring of the module."""

    def __init__(self, size: int) -> None:
        self.size = size
        squares = [(column, row) for row in range(size) for column in range(size)]
        self.names = [f"{'abcdefgh'[column]}{row + 1}" for column, row in squares]
        copies = [self._copy(direction, index) for index, direction in enumerate(DIRECTIONS)]
        self.bits = {square: sum(copy[square] for copy in copies) for square in squares}
        self.all = sum(self.bits.values())
        self.once = sum(copies[0].values())
        self.others = [self.all ^ bits for bits in self.bits.values()]
        self.square_of = {bit.bit_length(): number for number, square in enumerate(squares)
                          for bit in (copy[square] for copy in copies)}
        self.plays = {name: (self.bits[square], self._between(square, copies))
                      for name, square in zip(self.names, squares)}
        last = size - 1
        self.corners = sum(self.bits[square] for square in ((0, 0), (0, last), (last, 0), (last, last)))
        self.edges = sum(self.bits[column, row] for column, row in squares if {column, row} & {0, last})
        self.edges ^= self.corners

    def _copy(self, direction: tuple[int, int], index: int) -> dict[tuple[int, int], int]:
        """Return the bit of each square in the copy of the board for a direction."""
        size, (across, down) = self.size, direction
        bit = 1 << index * (size * size + 2 * size)  # at most 2 * size - 1 lines, each with a gap
        bits = {}
        for start in ((column, row) for column in range(size) for row in range(size)):
            if self._inside(start[0] - across, start[1] - down):
                continue  # not where a line starts
            column, row = start
            while self._inside(column, row):
                bits[column, row] = bit
                bit <<= 1
                column, row = column + across, row + down
            bit <<= 1
        return bits

    def _between(self, square: tuple[int, int], copies: list[dict[tuple[int, int], int]]) -> dict[int, int]:
        """Return, for each square in line with this one, by its bit in that direction's copy, what lies between."""
        between = {}
        for (across, down), copy in zip(DIRECTIONS, copies):
            column, row = square[0] + across, square[1] + down
            passed = 0
            while self._inside(column, row):
                between[copy[column, row]] = passed
                passed |= self.bits[column, row]
                column, row = column + across, row + down
        return between

    def _inside(self, column: int, row: int) -> bool:
        return 0 <= column < self.size and 0 <= row < self.size

    def targets(self, mover: int, waiting: int) -> int:
        """Return where `mover` may go, with a bit for each direction in which that turns discs."""
        return waiting + (mover << 1 & waiting) & (self.all ^ mover ^ waiting)

    def position(self, mover: int, waiting: int, turn: Player) -> Position:
        """Return the position of `turn`, or of the other side where it must pass."""
        if targets := self.targets(mover, waiting):
            return mover, waiting, targets, turn
        if targets := self.targets(waiting, mover):
            return waiting, mover, targets, MIN if turn is MAX else MAX
        return (mover, waiting, 0, MAX) if turn is MAX else (waiting, mover, 0, MAX)

    def count(self, discs: int) -> int:
        """Return the number of discs."""
        return (discs & self.once).bit_count()


_board = lru_cache(maxsize=None)(_Board)
