"""What the child does with search.py: let it choose a move, or ask one of its searches for a value."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from types import ModuleType
from typing import Any

from games import GAMES
from games.game import Game, Player
from kibitz.play.counted import Counted, Counts, Enough
from kibitz.play.labels import code_of
from kibitz.play.loading import describe
from kibitz.watch.watched import choices_of
from kibitz.watch.wire import answer_to_json, shortened

LINE_POSITIONS = 20_000  #: the expected line may cost this many positions
LINE_AFTER_S = 2.0  #: a search that took longer shows no line: it would take as long again


def perform(module: ModuleType, request: dict[str, Any], counts: Counts) -> dict[str, Any]:
    """Run the request's task and return how it ended, as kibitz.play.sentences documents."""
    if request["task"] == "load":
        return {"status": "loaded"}
    game = GAMES[request["game"]].from_text(request["text"])
    task = choose if request["task"] == "move" else value_of
    counted = Counted(deepcopy(game), counts)
    try:
        outcome = task(module, request, counted, game)
    except NotImplementedError:
        return {"status": "not written", "function": _unwritten(module, request)}
    except Enough:
        return {"status": "limit"}
    except BaseException as error:  # whatever it is, SystemExit and KeyboardInterrupt too, it is the student's
        return {"status": "raised", "message": describe(error, Path(request["search_file"]))}
    return {**outcome, "restored": counted.key() == game.key()}


def value_of(module: ModuleType, request: dict[str, Any], counted: Counted, game: Game) -> dict[str, Any]:
    """Ask the algorithm for the position's value."""
    name = request["algorithm"]
    function = getattr(module, name, None)
    if not callable(function):
        return {"status": "missing", "function": name}
    value = answer_to_json(function(counted, request["depth"]))
    return {"status": "returned" if _is_number(value) else "wrong type", "function": name, "value": value}


def choose(module: ModuleType, request: dict[str, Any], counted: Counted, game: Game) -> dict[str, Any]:
    """Ask best_move for a move, and note what the algorithm said of each move."""
    for name in ("best_move", request["algorithm"]):
        if not callable(getattr(module, name, None)):
            return {"status": "missing", "function": name}
    noted = Noted(getattr(module, request["algorithm"]))
    move = module.best_move(counted, request["depth"], noted)
    legal = game.legal_moves()
    if not any(type(move) is type(other) and move == other for other in legal):
        status = "no move" if move is None else "illegal move"
        return {
            "status": status,
            "function": "best_move",
            "got": shortened(move),
            "legal": [code_of(other) for other in legal],
        }
    values = {code_of(other): noted.values[key] for other in legal if (key := _after(game, other)) in noted.values}
    outcome = {
        "status": "returned",
        "wrong": noted.wrong,
        "move": code_of(move),
        "values": values,
        "value": values.get(code_of(move)),
    }
    return {
        **outcome,
        "compared": noted.plain and len(values) == len(legal),
        "line": _line(module, request, game, move, counted),
    }


class Noted:
    """The algorithm, as best_move gets it: it notes the value of each position one ply below the root."""

    def __init__(self, search: Callable[..., Any]) -> None:
        self._search = search
        self.__name__ = getattr(search, "__name__", "search")
        self.values: dict[Any, Any] = {}  # by the position's key
        self.wrong: Any = None  # what came back once instead of a number
        self.plain = True  # False: a window was passed, so that values may be bounds

    def __call__(self, game: Any, depth: int, *window: Any, **named: Any) -> Any:
        key = game.key() if getattr(game, "ply", None) == 1 else None
        value = self._search(game, depth, *window, **named)
        self.plain = self.plain and not window and not named
        number = answer_to_json(value)
        if not _is_number(number):
            self.wrong = number
        elif key is not None:
            self.values[key] = number
        return value


def _after(game: Game, move: Any) -> Any:
    game.play(move)
    key = game.key()
    game.undo()
    return key


def _line(module: ModuleType, request: dict[str, Any], game: Game, move: Any, counted: Counted) -> list[str]:
    """Return the moves that best_move expects from here on, each searched one ply less deep; it stops before a die."""
    line = [code_of(move)]
    if counted.counts.seconds > LINE_AFTER_S:
        return line
    ahead, counts = deepcopy(game), Counts(0, LINE_POSITIONS)
    try:
        ahead.play(move)
        for depth in range(request["depth"] - 1, 0, -1):
            if ahead.is_terminal() or ahead.turn is Player.CHANCE:
                break
            move = module.best_move(Counted(deepcopy(ahead), counts), depth, getattr(module, request["algorithm"]))
            if move not in choices_of(ahead):
                break
            ahead.play(move)
            line.append(code_of(move))
    except (Exception, Enough):  # a line is an extra: what goes wrong in it is told where the move itself is searched
        pass
    return line


def _unwritten(module: ModuleType, request: dict[str, Any]) -> str:
    """Return which function a NotImplementedError came from: best_move where the algorithm alone is written."""
    if request["task"] == "value":
        return str(request["algorithm"])
    game = GAMES[request["game"]].from_text(request["text"])
    try:
        getattr(module, request["algorithm"])(game, 0)
    except NotImplementedError:
        return str(request["algorithm"])
    except BaseException:  # it is written, if not well
        return "best_move"
    return "best_move"


def _is_number(value: Any) -> bool:
    return not (isinstance(value, dict) and "type" in value)
