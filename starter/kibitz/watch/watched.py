"""The game that a student's function is handed: it passes each call on, records it, and stops a search that breaks the rules."""
from __future__ import annotations

from copy import deepcopy
from typing import Any

from games.game import Game, GameError, Number, Player
from kibitz.watch.events import (
    BAD_MOVE,
    BUDGET,
    COPY,
    EVALUATE,
    FIRST_CODE,
    MOVES,
    NO_DEPTH,
    OUTCOMES,
    SEARCH,
    SWITCH,
    TERMINAL,
    UNDO,
    UTILITY,
    encode_play,
)


class SearchStopped(BaseException):
    """The search broke the contract and was stopped. Not an Exception, so that `except Exception` lets it through."""


class Recorder:
    """The events of one search, over all its boards, and the budget that they may not exceed."""

    def __init__(self, budget: int) -> None:
        self.log = bytearray()
        self.budget = budget
        self.boards = 1
        self.acting = 0  # no board acts once the search was stopped
        self.stopped: str | None = None

    def note(self, board: int, code: int) -> None:
        """Record an event of `board`; stop the search when the budget is spent, or when it was stopped before."""
        log = self.log
        if board != self.acting or len(log) >= self.budget:
            self._prepare(board)
        log.append(code)

    def note_bytes(self, board: int, event: bytes) -> None:
        """Record an event that takes more than one byte."""
        if board != self.acting or len(self.log) >= self.budget:
            self._prepare(board)
        self.log += event
        self.budget += len(event) - 1  # it counts events, not bytes

    def _prepare(self, board: int) -> None:
        if self.stopped:
            raise SearchStopped(self.stopped)
        if len(self.log) >= self.budget:
            self.log.append(BUDGET)
            self.stop("was stopped: it called the game too often")
        self.log += bytes([SWITCH]) + board.to_bytes(3, "big")
        self.budget += 4  # a switch is no event of the search's own
        self.acting = board

    def stop(self, why: str) -> None:
        """End the search here: this and every later call of the game raises SearchStopped."""
        self.stopped, self.acting = why, -1
        raise SearchStopped(why)


class Watched(Game):
    """A game that records what is done to it. (No __getattr__: with one, Python would be slower in all that it does here.)

    Args:
        game: the position; its copies share the recording.
        depth: plays below the position that the search may make, or None for no limit.
        recorder: where the events go.
    """

    def __init__(self, game: Game, depth: int | None, recorder: Recorder) -> None:
        self._game = game
        self._left = -1 if depth is None else depth
        self._recorder = recorder
        self._board = 0
        self._path: list[int] = []
        self._choices: list[list[Any] | None] = [None]

    @property
    def turn(self) -> Player:
        return self._game.turn

    def is_terminal(self) -> bool:
        self._recorder.note(self._board, TERMINAL)
        return self._game.is_terminal()

    def legal_moves(self) -> list[Any]:
        self._recorder.note(self._board, MOVES)
        try:
            moves = self._game.legal_moves()
        except GameError as error:
            self._recorder.stop(str(error))
        self._choices[-1] = list(moves)
        return moves

    def chance_outcomes(self) -> list[tuple[Any, float]]:
        self._recorder.note(self._board, OUTCOMES)
        try:
            outcomes = self._game.chance_outcomes()
        except GameError as error:
            self._recorder.stop(str(error))
        self._choices[-1] = [outcome for outcome, _ in outcomes]
        return outcomes

    def play(self, move: Any) -> None:
        choices = self._choices[-1]
        if choices is None:
            choices = self._choices[-1] = choices_of(self._game)
        try:
            self._game.play(move)
        except GameError as error:
            self._recorder.note(self._board, BAD_MOVE)
            self._recorder.stop(str(error))
        index = choices.index(move)
        if index < FIRST_CODE:
            self._recorder.note(self._board, index)
        else:
            self._recorder.note_bytes(self._board, encode_play(index))
        if self._left == 0:
            self._recorder.stop("played a move below the depth limit")
        self._left -= 1
        self._path.append(index)
        self._choices.append(None)

    def undo(self) -> None:
        self._recorder.note(self._board, UNDO)
        if not self._path:
            self._recorder.stop("took back a move that the search had not played")
        self._path.pop()
        self._choices.pop()
        self._left += 1
        self._game.undo()

    def utility(self) -> Number:
        self._recorder.note(self._board, UTILITY)
        try:
            return self._game.utility()
        except GameError as error:
            self._recorder.stop(str(error))
            raise

    def evaluate(self) -> Number:
        self._recorder.note(self._board, EVALUATE)
        try:
            return self._game.evaluate()
        except GameError as error:
            self._recorder.stop(str(error))
            raise

    def key(self) -> Any:
        return self._game.key()

    def noted_search(self, depth: object) -> tuple[tuple[int, ...], int]:
        """Record that best_move asked the search it was given about this position; where it is, and the depth.

        Stops the search when the depth is not one that best_move may ask for here.
        """
        right = type(depth) is int and 0 <= depth < NO_DEPTH
        self._recorder.note_bytes(self._board, bytes([SEARCH, depth if right else NO_DEPTH]))  # type: ignore[list-item]
        if not right or depth > self._left:  # type: ignore[operator]
            self._recorder.stop(f"gave the search depth {depth!r}, where {max(self._left, 0)} is left")
        return tuple(self._path), depth  # type: ignore[return-value]

    def __deepcopy__(self, memo: object) -> Watched:
        self._recorder.note(self._board, COPY)
        other = Watched.__new__(Watched)
        other._game = deepcopy(self._game)
        other._left = self._left
        other._recorder = self._recorder
        other._board = self._recorder.boards
        other._path = list(self._path)
        other._choices = list(self._choices)
        self._recorder.boards += 1
        return other

    def __copy__(self) -> Watched:
        return self.__deepcopy__(None)  # a shallow copy would share the history of its moves

    def __repr__(self) -> str:
        return repr(self._game)

    def __str__(self) -> str:
        return str(self._game)


def choices_of(game: Game) -> list[Any]:
    """Return what can be played here: legal moves, the outcomes of a chance node, nothing at a finished position."""
    if game.is_terminal():
        return []
    if game.turn is Player.CHANCE:
        return [outcome for outcome, _ in game.chance_outcomes()]
    return game.legal_moves()
