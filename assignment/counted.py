"""A game that counts what a search of the staff's own does to it."""
from __future__ import annotations

from typing import Any

from games.game import Game, Number, Player


class Counted(Game):
    """Passes each call on.

    Attributes:
        plays: positions visited.
        reads: utilities and estimates asked for.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self.plays = self.reads = 0

    @property
    def turn(self) -> Player:
        return self._game.turn

    def is_terminal(self) -> bool:
        return self._game.is_terminal()

    def legal_moves(self) -> list[Any]:
        return self._game.legal_moves()

    def chance_outcomes(self) -> list[tuple[Any, float]]:
        return self._game.chance_outcomes()

    def play(self, move: Any) -> None:
        self.plays += 1
        self._game.play(move)

    def undo(self) -> None:
        self._game.undo()

    def utility(self) -> Number:
        self.reads += 1
        return self._game.utility()

    def evaluate(self) -> Number:
        self.reads += 1
        return self._game.evaluate()

    def key(self) -> Any:
        return self._game.key()
