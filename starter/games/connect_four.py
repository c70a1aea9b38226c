"""Connect Four: stones fall to the bottom of a column; four in a row, column or diagonal win.

The moves are the columns 0 to 6; X (MAX) moves first; O is MIN. A side's stones are the bits of one int, seven bits to
a column, of which the seventh stays 0 so that no line runs from the top of one column into the next:

     6 13 20 27 34 41 48    always 0
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45    The neighbour above is 1 bit away, to the right 7, on the diagonals 6 and 8.
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42

Three tricks. Adding a column's lowest bit to its stones carries up to the lowest empty square: that is where a stone
falls. `pairs = squares & squares >> 8` are the squares that have another one up and right of them, and those of
`pairs & pairs >> 16` have three. And a stone can only win on its own column, row and two diagonals, at most seven squares each, so that all
stones on one of them that win are kept in a set, FOURS, and a look into it for each of the four says who has won; a
stone with no neighbour of its own side needs no look.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.game import FinishedPosition, Game, IllegalMove, NothingToUndo, Player, UnfinishedPosition

MAX, MIN = Player.MAX, Player.MIN
ALL_MOVES = tuple(range(7))
COLUMNS = [(1 << 7 * column, 0b0111111 << 7 * column) for column in ALL_MOVES]  # the lowest square, and all squares
BOTTOM_ROW = sum(bottom for bottom, _ in COLUMNS)
BOARD = sum(column for _, column in COLUMNS)
LINES = 69


def fours_in(squares: int) -> list[int]:
    """Return, for each of the four directions, the squares from which four of `squares` follow each other."""
    pairs = [(squares & squares >> step, 2 * step) for step in (1, 6, 7, 8)]
    return [pair & pair >> step for pair, step in pairs]


def _line(square: int, step: int) -> int:
    line = 0
    for towards in (step, -step):
        at = square
        while at >= 0 and BOARD >> at & 1:
            line |= 1 << at
            at += towards
    return line


def _neighbours(square: int) -> int:
    steps = (-8, -7, -6, -1, 1, 6, 7, 8)
    return sum(1 << square + step for step in steps if square + step >= 0) & BOARD


def _subsets(squares: int) -> Iterator[int]:
    subset = squares
    while subset:
        yield subset
        subset = subset - 1 & squares


#: For each square, as a bit: whether it is the top of its column; its neighbours; its column, row and two diagonals.
AROUND = {1 << square: (square % 7 == 5, _neighbours(square),
                        _line(square, 1), _line(square, 7), _line(square, 8), _line(square, 6))
          for square in range(48) if BOARD >> square & 1}
FOURS = frozenset([stones for line, step in {pair for _, _, *lines in AROUND.values() for pair in zip(lines, (1, 7, 8, 6))}
                   for stones in _subsets(line) if (pairs := stones & stones >> step) and pairs & pairs >> 2 * step])


class ConnectFour(Game):
    """A position of Connect Four; without an argument the empty board.

    >>> game = ConnectFour.from_moves("454545")
    >>> game.turn, game.legal_moves()
    (<Player.MAX: 'MAX'>, [0, 1, 2, 3, 4, 5, 6])
    >>> game.play(3); game.is_terminal(), game.utility()
    (True, 1)
    >>> game.undo(); game
    ConnectFour.from_text('....... ....... ....... ...XO.. ...XO.. ...XO..')
    """

    # The position is a tuple that is never changed, only replaced: (stones of the side to move, stones of the other
    # side, legal moves). So `play` puts the old one on a stack and `undo` takes it from there. No moves: game over.

    def __init__(self) -> None:
        self._position: tuple[int, int, tuple[int, ...]] = (0, 0, ALL_MOVES)
        self._past: list[tuple[int, int, tuple[int, ...]]] = []

    @classmethod
    def from_moves(cls, columns: str) -> ConnectFour:
        """Return the position after these moves, written as columns 1 to 7 from the empty board: "4455".

        Raises:
            ValueError: a character is no column, a column is full, or the game was over before.
        """
        game = cls()
        for column in columns:
            if column not in "1234567" or int(column) - 1 not in game._position[2]:
                raise ValueError(f"{column!r} cannot be played in the moves {columns!r}")
            game.play(int(column) - 1)
        game._past.clear()
        return game

    @classmethod
    def from_text(cls, text: str) -> ConnectFour:
        """Return the position that `text` draws: six rows of seven of X, O and '.', the top row first.

        White space separates the rows. Who is to move follows from the number of stones.

        Raises:
            ValueError: not such a text, or no game gets there.
        """
        rows = text.split()
        if len(rows) != 6 or any(len(row) != 7 or set(row) - set("XO.") for row in rows):
            raise ValueError(f"a Connect Four board is six rows of seven of X, O and '.', not {text!r}")
        x, o = (sum(1 << 7 * column + height for height, row in enumerate(reversed(rows))
                    for column in ALL_MOVES if row[column] == side) for side in "XO")
        if (x | o) + BOTTOM_ROW & (x | o):
            raise ValueError(f"a stone hangs over an empty square in {text!r}")
        if x.bit_count() - o.bit_count() not in (0, 1):
            raise ValueError(f"X moves first and they take turns, so the stones do not add up in {text!r}")
        mover, waiting = (x, o) if x.bit_count() == o.bit_count() else (o, x)
        last_stones = [stone for stone in _tops(x | o) if stone & waiting]
        if any(fours_in(mover)) or (last_stones and all(any(fours_in(waiting ^ s)) for s in last_stones)):
            raise ValueError(f"the game was over before the last stone in {text!r}")
        game = cls()
        moves = tuple(move for move, (_, squares) in enumerate(COLUMNS) if squares & ~(x | o))
        game._position = mover, waiting, () if any(fours_in(waiting)) else moves
        return game

    def __str__(self) -> str:
        return self._rows("\n")

    def __repr__(self) -> str:
        return f"ConnectFour.from_text({self._rows(' ')!r})"

    def _rows(self, separator: str) -> str:
        x, o = self._sides()
        return separator.join(
            "".join("X" if x & square else "O" if o & square else "." for square in (bottom << height for bottom, _ in COLUMNS))
            for height in (5, 4, 3, 2, 1, 0))

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
        bottom, squares = COLUMNS[move]
        stone = (mover | waiting) + bottom & squares
        mover |= stone
        top, neighbours, column, row, rising, falling = AROUND[stone]
        if mover & neighbours and (mover & column in FOURS or mover & row in FOURS
                                   or mover & rising in FOURS or mover & falling in FOURS):
            moves = ()
        elif top:
            moves = tuple(other for other in moves if other != move)
        self._position = waiting, mover, moves

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
        """Return 1 if X has four in a line, -1 if O has, 0 for a full board without."""
        _, waiting, moves = self._position
        if moves:
            raise UnfinishedPosition(f"utility() of an unfinished position: {self!r}")
        if not any(fours_in(waiting)):
            return 0
        return 1 if self.turn is MIN else -1

    def evaluate(self) -> float:
        """Return (lines open to X - lines open to O) / 70: from -69/70 to 69/70, 0 at the start.

        The board has 69 lines of four; one is open to a side while the other has no stone on it.
        """
        if self.is_terminal():
            raise FinishedPosition(f"evaluate() of a finished position: {self!r}")
        x, o = self._sides()
        open_to_x, open_to_o = (
            sum(starts.bit_count() for starts in fours_in(BOARD & ~other)) for other in (o, x))
        return (open_to_x - open_to_o) / (LINES + 1)

    def key(self) -> tuple[str, int, int]:
        return ("connect_four", *self._sides())

    def __deepcopy__(self, memo: Any) -> ConnectFour:
        other = ConnectFour()
        other._position, other._past = self._position, self._past.copy()
        return other


def _tops(stones: int) -> list[int]:
    return [stone for stone in (1 << bit for bit in range(48)) if stone & stones and not stone << 1 & stones]
