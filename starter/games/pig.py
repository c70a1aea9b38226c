"""Pig: roll a die as often as you dare; the first to reach the goal wins.

    "roll"    a 2 to 6 is added to the turn total; a 1 loses the turn total, and the turn
    "hold"    the turn total is added to the player's score, and the turn ends

MAX begins. Who has the goal in hand, score and turn total together, can only hold. Rolling leads to a chance node with
the outcomes 1 to 6. The game has no bound: both may hold at 0 for ever.
"""
from __future__ import annotations

import re
from typing import Any, NamedTuple

from games.game import FinishedPosition, Game, IllegalMove, NothingToUndo, Player, UnfinishedPosition, WrongTurn

MAX, MIN, CHANCE = Player.MAX, Player.MIN, Player.CHANCE
FACES = (1, 2, 3, 4, 5, 6)
TEXT = re.compile(r"\s*(\d+):(\d+) of (\d+), (?:(MAX|MIN) (to move|rolls) with (\d+) this turn|game over)\s*")


class Position(NamedTuple):
    """What `play` replaces and `undo` brings back."""

    max_score: int
    min_score: int
    total: int
    player: Player  # whose turn it is, also while the die rolls
    rolling: bool
    moves: tuple[Any, ...]  # outcomes, while the die rolls; none: game over


class Pig(Game):
    """A position of Pig, to a `goal`; without a text the start.

    >>> game = Pig.from_text("37:90 of 100, MIN to move with 8 this turn")
    >>> game.turn, game.legal_moves()
    (<Player.MIN: 'MIN'>, ['roll', 'hold'])
    >>> game.play("roll"); game.turn, len(game.chance_outcomes())
    (<Player.CHANCE: 'CHANCE'>, 6)
    >>> game.play(1); game
    Pig.from_text('37:90 of 100, MAX to move with 0 this turn')
    >>> game.undo(); game.play(2); game.legal_moves()
    ['hold']
    """

    def __init__(self, goal: int = 100) -> None:
        if type(goal) is not int or goal < 1:
            raise ValueError(f"the goal is a whole number above 0, not {goal!r}")
        self._goal = goal
        self._position = self._at(0, 0, 0, MAX)
        self._past: list[Position] = []

    @classmethod
    def from_text(cls, text: str) -> Pig:
        """Return the position of a text like the three that follow.

            37:90 of 100, MIN to move with 8 this turn        MAX has 37, MIN 90
            37:90 of 100, MIN rolls with 8 this turn          the die is in the air
            37:102 of 100, game over

        Raises:
            ValueError: not such a text, or no game gets there.
        """
        match = TEXT.fullmatch(text)
        if not match:
            raise ValueError(f"a Pig position is like '37:90 of 100, MIN to move with 8 this turn', not {text!r}")
        game = cls(int(match[3]))
        max_score, min_score, total = int(match[1]), int(match[2]), int(match[6] or 0)
        game._position = game._at(max_score, min_score, total, Player(match[4] or MAX), match[5] == "rolls")
        if problem := game._problem(over=match[4] is None):
            raise ValueError(f"{problem} in {text!r}")
        return game

    def _at(self, max_score: int, min_score: int, total: int, player: Player, rolling: bool = False) -> Position:
        goal = self._goal
        moves: tuple[Any, ...]
        if max_score >= goal or min_score >= goal:
            moves, player = (), MAX
        elif rolling:
            moves = FACES
        else:
            score = max_score if player is MAX else min_score
            moves = ("hold",) if score + total >= goal else ("roll", "hold")
        return Position(max_score, min_score, total, player, rolling, moves)

    def _problem(self, over: bool) -> str:
        goal, in_hand = self._goal, self._in_hand()
        low, high = sorted(self._position[:2])
        if over != (high >= goal):
            return "the scores and the end of the game do not agree"
        if low >= goal or high > goal + 5:
            return "no game gets to the scores"
        if self._position.total == 1 or in_hand > goal + 5 or (self._position.rolling and in_hand >= goal):
            return "no turn gets to the turn total"
        return ""

    def __str__(self) -> str:
        max_score, min_score, total, player, rolling, moves = self._position
        scores = f"{max_score}:{min_score} of {self._goal}"
        if not moves:
            return f"{scores}, game over"
        return f"{scores}, {player} {'rolls' if rolling else 'to move'} with {total} this turn"

    def __repr__(self) -> str:
        return f"Pig.from_text({str(self)!r})"

    @property
    def turn(self) -> Player:
        return CHANCE if self._position.rolling else self._position.player

    def is_terminal(self) -> bool:
        return not self._position.moves

    def legal_moves(self) -> list[str]:
        self._refuse_if_finished("legal_moves()")
        if self._position.rolling:
            raise WrongTurn(f"legal_moves() at a chance node: {self!r}")
        return list(self._position.moves)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        self._refuse_if_finished("chance_outcomes()")
        if not self._position.rolling:
            raise WrongTurn(f"chance_outcomes() where {self.turn} is to move: {self!r}")
        return [(face, 1 / 6) for face in FACES]

    def play(self, move: str | int) -> None:
        max_score, min_score, total, player, rolling, moves = position = self._position
        if move not in moves or type(move) not in (int, str):
            self._refuse_if_finished(f"play({move!r})")
            raise IllegalMove(f"{move!r} is not a move here, {list(moves)} are: {self!r}")
        self._past.append(position)
        if move == "roll":
            self._position = self._at(max_score, min_score, total, player, rolling=True)
        elif rolling and isinstance(move, int) and move != 1:
            self._position = self._at(max_score, min_score, total + move, player)
        else:
            kept = 0 if rolling else total
            if player is MAX:
                self._position = self._at(max_score + kept, min_score, 0, MIN)
            else:
                self._position = self._at(max_score, min_score + kept, 0, MAX)

    def undo(self) -> None:
        if not self._past:
            raise NothingToUndo(f"undo() with no move to take back: {self!r}")
        self._position = self._past.pop()

    def utility(self) -> int:
        """Return 1 if MAX reached the goal, -1 if MIN did."""
        if not self.is_terminal():
            raise UnfinishedPosition(f"utility() of an unfinished position: {self!r}")
        return 1 if self._position.max_score >= self._goal else -1

    def evaluate(self) -> float:
        """Return MAX's lead / (goal + 1): from -goal/(goal + 1) to goal/(goal + 1), 0 at the start.

        The turn total counts for the player whose turn it is, but no more than to the goal.
        """
        self._refuse_if_finished("evaluate()")
        in_hand = min(self._in_hand(), self._goal)
        max_score, min_score, _, player, _, _ = self._position
        lead = in_hand - min_score if player is MAX else max_score - in_hand
        return lead / (self._goal + 1)

    def key(self) -> tuple[str, int, int, int, int, bool, bool]:
        max_score, min_score, total, player, rolling, _ = self._position
        return "pig", self._goal, max_score, min_score, total, player is MAX, rolling

    def _in_hand(self) -> int:
        max_score, min_score, total, player, _, _ = self._position
        return total + (max_score if player is MAX else min_score)

    def _refuse_if_finished(self, call: str) -> None:
        if self.is_terminal():
            raise FinishedPosition(f"{call} of a finished position: {self!r}")

    def __deepcopy__(self, memo: Any) -> Pig:
        other = Pig(self._goal)
        other._position, other._past = self._position, self._past.copy()
        return other
