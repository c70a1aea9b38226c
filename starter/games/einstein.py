"""EinStein wuerfelt nicht (Ingo Althoefer, 2004): a race across the board, with a die that says which cube moves.

The squares, with the fixed placing: Black (MAX) B1 to B6, White (MIN) W1 to W6. White begins.

     0  1  2  3  4        B1 B2 B3 .  .      The die is rolled before each move. Black moves right, down or diagonally
     5  6  7  8  9        B4 B5 .  .  W6     down right; White left, up or diagonally up left. A cube takes whatever
    10 11 12 13 14        B6 .  .  .  W5     it lands on out of the game, its own side's cubes too.
    15 16 17 18 19        ...
    20 21 22 23 24

The cube with the number rolled moves; if it is gone, the nearest lower or the nearest higher one, as the player likes.
A move is (cube, direction), such as (3, "diagonal"). Black wins on square 24, White on square 0, and either by taking
the other's last cube. Every move brings a cube nearer to its corner, so that the game always ends.
"""
from __future__ import annotations

import random
import re
from typing import Any, NamedTuple

from games.game import FinishedPosition, Game, IllegalMove, NothingToUndo, Player, UnfinishedPosition, WrongTurn

MAX, MIN, CHANCE = Player.MAX, Player.MIN, Player.CHANCE
FACES = (1, 2, 3, 4, 5, 6)
ROLLS = dict.fromkeys(FACES, (0, 0))
BLACK_START = (0, 1, 2, 5, 6, 10)
WHITE_START = (24, 23, 22, 19, 18, 14)
END = re.compile(r"(Black|White) (?:to roll|rolled ([1-6]))|game over")


def _steps(player: Player) -> list[list[tuple[str, int]]]:
    """Return the (direction, target) pairs of a player's cube on each square."""
    forward, (sideways, along) = (1, ("right", "down")) if player is MAX else (-1, ("left", "up"))
    steps: list[list[tuple[str, int]]] = []
    for square in range(25):
        column, row = square % 5, square // 5
        ways = (("diagonal", column + forward, row + forward), (sideways, column + forward, row),
                (along, column, row + forward))
        steps.append([(way, 5 * y + x) for way, x, y in ways if 0 <= x < 5 and 0 <= y < 5])
    return steps


STEPS = {player: _steps(player) for player in (MAX, MIN)}


class Position(NamedTuple):
    """What `play` replaces and `undo` brings back."""

    board: tuple[int, ...]  # by square: 3 for Black's cube 3, -3 for White's, 0 for none
    player: Player  # whose turn it is, also while the die rolls
    die: int  # 0: not rolled yet
    moves: dict[Any, tuple[int, int]]  # each move with the squares it leads from and to, or the die's faces; none: over


class EinStein(Game):
    """A position of EinStein; without a text the start, with the fixed placing or, given a `seed`, a random one.

    >>> game = EinStein()
    >>> game.turn
    <Player.CHANCE: 'CHANCE'>
    >>> game.play(6); game.turn, game.legal_moves()
    (<Player.MIN: 'MIN'>, [(6, 'diagonal'), (6, 'left'), (6, 'up')])
    >>> game.play((6, "diagonal")); game
    EinStein.from_text('B1 B2 B3 . . B4 B5 . W6 . B6 . . . . . . . W5 W4 . . W3 W2 W1 Black to roll')
    >>> game.undo(); game.undo(); game.key() == EinStein().key()
    True
    """

    def __init__(self, seed: int | None = None) -> None:
        black, white = list(FACES), list(FACES)
        if seed is not None:
            dice = random.Random(seed)
            dice.shuffle(black)
            dice.shuffle(white)
        board = [0] * 25
        for cube, square in zip(black, BLACK_START):
            board[square] = cube
        for cube, square in zip(white, WHITE_START):
            board[square] = -cube
        self._position = Position(tuple(board), MIN, 0, ROLLS)
        self._past: list[Position] = []

    @classmethod
    def from_text(cls, text: str) -> EinStein:
        """Return the position that `text` draws: 25 squares like B3, W5 or '.', then what comes next.

        That is "Black to roll", "Black rolled 4", the same for White, or "game over". Any white space separates.

        Raises:
            ValueError: not such a text, or no game gets there.
        """
        words = text.split()
        end = END.fullmatch(" ".join(words[25:]))
        if not end or not all(re.fullmatch(r"[BW][1-6]|\.", word) for word in words[:25]):
            raise ValueError("an EinStein position is 25 squares like B3, W5 or '.', then 'Black to roll', "
                             f"'White rolled 4' or 'game over', not {text!r}")
        board = tuple(0 if word == "." else int(word[1]) * (1 if word[0] == "B" else -1) for word in words[:25])
        cubes = [cube for cube in board if cube]
        if not cubes or len(set(cubes)) < len(cubes) or (board[24] > 0 and board[0] < 0):
            raise ValueError(f"no game gets to {text!r}")
        winner = _winner(board)
        if (winner == 0) == (end[1] is None):
            raise ValueError(f"the board and the end of the game do not agree in {text!r}")
        game = cls()
        player, die = MIN if end[1] == "White" else MAX, int(end[2] or 0)
        game._position = Position(board, player, die, {} if winner else _moves(board, player, die) if die else ROLLS)
        return game

    def __str__(self) -> str:
        squares = self._squares()
        rows = [" ".join(f"{square:2}" for square in squares[start:start + 5]).rstrip() for start in range(0, 25, 5)]
        return "\n".join([*rows, self._end()])

    def __repr__(self) -> str:
        return f"EinStein.from_text({' '.join([*self._squares(), self._end()])!r})"

    def _squares(self) -> list[str]:
        return [f"B{cube}" if cube > 0 else f"W{-cube}" if cube < 0 else "." for cube in self._position.board]

    def _end(self) -> str:
        _, player, die, moves = self._position
        if not moves:
            return "game over"
        return f"{'Black' if player is MAX else 'White'} {f'rolled {die}' if die else 'to roll'}"

    @property
    def turn(self) -> Player:
        _, player, die, moves = self._position
        return player if die or not moves else CHANCE

    def is_terminal(self) -> bool:
        return not self._position.moves

    def legal_moves(self) -> list[tuple[int, str]]:
        self._refuse_if_finished("legal_moves()")
        if not self._position.die:
            raise WrongTurn(f"legal_moves() at a chance node: {self!r}")
        return list(self._position.moves)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        self._refuse_if_finished("chance_outcomes()")
        if self._position.die:
            raise WrongTurn(f"chance_outcomes() where {self.turn} is to move: {self!r}")
        return [(face, 1 / 6) for face in FACES]

    def play(self, move: tuple[int, str] | int) -> None:
        board, player, _, moves = position = self._position
        if type(move) not in (int, tuple) or move not in moves:
            self._refuse_if_finished(f"play({move!r})")
            raise IllegalMove(f"{move!r} is not a move here, {list(moves)} are: {self!r}")
        self._past.append(position)
        if isinstance(move, int):
            self._position = Position(board, player, move, _moves(board, player, move))
            return
        start, target = moves[move]
        squares = list(board)
        squares[start], squares[target] = 0, board[start]
        board = tuple(squares)
        if _winner(board):
            self._position = Position(board, MAX, 0, {})
        else:
            self._position = Position(board, MIN if player is MAX else MAX, 0, ROLLS)

    def undo(self) -> None:
        if not self._past:
            raise NothingToUndo(f"undo() with no move to take back: {self!r}")
        self._position = self._past.pop()

    def utility(self) -> int:
        """Return 1 if Black has won, -1 if White has."""
        if not self.is_terminal():
            raise UnfinishedPosition(f"utility() of an unfinished position: {self!r}")
        return _winner(self._position.board)

    def evaluate(self) -> float:
        """Return (White's distance - Black's distance) / 4: from -3/4 to 3/4, 0 at the start with the fixed placing.

        A side's distance is averaged over the six rolls: the king's moves (1 to 4) that the nearest of the cubes which
        the roll lets move still needs to the far corner.
        """
        self._refuse_if_finished("evaluate()")
        board = self._position.board
        return (_distance(board, -1, 0) - _distance(board, 1, 24)) / 4

    def key(self) -> tuple[str, tuple[int, ...], bool, int]:
        board, player, die, _ = self._position
        return "einstein", board, player is MAX, die

    def _refuse_if_finished(self, call: str) -> None:
        if self.is_terminal():
            raise FinishedPosition(f"{call} of a finished position: {self!r}")

    def __deepcopy__(self, memo: Any) -> EinStein:
        other = EinStein.__new__(EinStein)
        other._position, other._past = self._position, self._past.copy()
        return other


def _winner(board: tuple[int, ...]) -> int:
    if board[24] > 0 or min(board) == 0:
        return 1
    return -1 if board[0] < 0 or max(board) == 0 else 0


def _moves(board: tuple[int, ...], player: Player, die: int) -> dict[Any, tuple[int, int]]:
    sign, steps = (1 if player is MAX else -1), STEPS[player]
    moves: dict[Any, tuple[int, int]] = {}
    for cube in _movable(board, sign, die):
        start = board.index(sign * cube)
        for direction, target in steps[start]:
            moves[cube, direction] = start, target
    return moves


def _movable(board: tuple[int, ...], sign: int, die: int) -> list[int]:
    """Return the cubes that a roll lets move: the one rolled, or the nearest lower and the nearest higher one."""
    if sign * die in board:
        return [die]
    lower = [cube for cube in range(die - 1, 0, -1) if sign * cube in board]
    higher = [cube for cube in range(die + 1, 7) if sign * cube in board]
    return lower[:1] + higher[:1]


def _distance(board: tuple[int, ...], sign: int, corner: int) -> float:
    nearest = [min(_king_moves(board.index(sign * cube), corner) for cube in _movable(board, sign, die))
               for die in FACES]
    return sum(nearest) / 6


def _king_moves(square: int, corner: int) -> int:
    return max(abs(square % 5 - corner % 5), abs(square // 5 - corner // 5))
