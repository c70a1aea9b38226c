"""Runs the cases of one request against a search module and says what happened: the same code on a laptop and in isolation.

A request is {"function", "cases": [case, ...], "keep_going"}; see kibitz.cases.case for a case. Where it says "draws": false, nobody
draws lots, and need not be made to draw the same ones in each case. The reply is {"answers": [answer, ...]}, one for each case that
was run. An answer has a "status":

    returned     "value": what came back (see kibitz.watch.wire.answer_to_json; for best_move {"move": index} or {"type", "repr"}, for
                 order_moves {"order": [index, ...], "repr"} or {"type", "repr"})
    raised       "error", "message", "frames": the student's own frames, outermost first
    stopped      the search broke the contract; "message" says how
    not written  the function raised NotImplementedError
    missing      the module has no such function; "message" may say more

and "events", the recorded calls of the game in base64. Where a case asks to "observe", "calls" are those of the student's
own functions, as kibitz.watch.observe notes them.
"""
from __future__ import annotations

import os
import random
import sys
import traceback
from base64 import b64encode
from collections.abc import Callable
from contextlib import nullcontext
from math import inf
from types import CoroutineType, ModuleType, TracebackType
from typing import Any

from games.game import Game
from kibitz.watch.observe import Observer
from kibitz.watch.watched import Recorder, SearchStopped, Watched, choices_of
from kibitz.watch.wire import answer_to_json, game_from_json, number_from_json, shortened

MAX_FRAMES = 40
_KIT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # where search.py lies beside the kit, its frames are not the student's
MAX_LINE = 120


class TimeUp(BaseException):
    """A search did not end in time. Not an Exception, so that `except Exception` in a search lets it through."""


_seed = random.seed  # bound now: a submission may replace what the module holds


def perform(module: ModuleType, request: dict[str, Any]) -> dict[str, Any]:
    """Run the request's cases in order, each on a fresh game; stop at the first that fails to return unless keep_going."""
    answers: list[dict[str, Any]] = []
    draws = request.get("draws", True)
    for case in request["cases"]:
        if draws:
            _seed(0)  # the same file gets the same score
        answers.append(_answer(module, request["function"], case))
        if answers[-1]["status"] != "returned" and not request.get("keep_going"):
            break
    return {"answers": answers}


def _answer(module: ModuleType, name: str, case: dict[str, Any]) -> dict[str, Any]:
    function = getattr(module, name, None)
    if not callable(function):
        return {"status": "missing", "message": f"search.py does not define {name}", "events": ""}
    game = game_from_json(case["game"])
    recorder = Recorder(case["budget"])
    watched = Watched(game, case["depth"], recorder)
    arguments = _arguments(module, name, case, watched)
    rebound = {key: getattr(module, key) for key in case.get("rebind", ()) if hasattr(module, key)}
    if "rebind" in case:
        arguments = _rebind(module, case, watched)
    observer = Observer(module, watched, recorder) if case.get("observe") else None
    try:
        with observer or nullcontext():
            value = function(*arguments)
        if type(value) is CoroutineType:
            value.close()  # or Python complains, somewhere, that it was never awaited
        answer = {"status": "returned", "value": _value(name, value, game, case)}
    except NotImplementedError:
        answer = {"status": "not written"}
    except SearchStopped as stop:
        answer = {"status": "stopped", "message": str(stop)}
    except TimeUp:
        raise
    except BaseException as error:  # whatever it is, SystemExit and KeyboardInterrupt too, it is the student's
        answer = _raised(error, sys.exc_info()[2], module)
    for key, original in rebound.items():
        setattr(module, key, original)
    if recorder.stopped:
        answer = {"status": "stopped", "message": recorder.stopped}
    answer["events"] = b64encode(recorder.log).decode()
    if observer:
        answer["calls"] = observer.calls
    return answer


def _arguments(module: ModuleType, name: str, case: dict[str, Any], game: Watched) -> tuple[Any, ...]:
    if name == "order_moves":
        return game, choices_of(game_from_json(case["game"]))
    if name == "best_move" and "table" in case:
        return game, case["depth"], _table_search("search", case)
    if case.get("window"):
        return (game, case["depth"], *(number_from_json(bound) for bound in case["window"]))
    return game, case["depth"]


def _rebind(module: ModuleType, case: dict[str, Any], game: Watched) -> tuple[Any, ...]:
    """Put right searches in the place of the module's own, and hand one of them over."""
    for name in case["rebind"]:
        setattr(module, name, _table_search(name, case))
    return game, case["depth"], getattr(module, case["rebind"][0])


def _table_search(name: str, case: dict[str, Any]) -> Callable[..., Any]:
    """Return a right search that holds no secret: it looks the value up in the table that came with the case."""
    table = {_path(text): [number_from_json(value) for value in values] for text, values in case["table"].items()}
    hard = case.get("bounds") == "hard"

    def look_up(game: Watched, depth: int) -> Any:
        path, left = game.noted_search(depth)
        values = table[path]
        return values[min(left, len(values) - 1)]

    def within(value: Any, alpha: Any, beta: Any) -> Any:
        """Return `value`, or a bound on it where it is outside the window: the window's own edge, or one half-way."""
        edge = alpha if value <= alpha else beta if value >= beta else value
        return edge if hard or edge in (inf, -inf) else (value + edge) / 2 if edge != value else value

    def search(game: Watched, depth: int) -> Any:
        return look_up(game, depth)

    def search_window(game: Watched, depth: int, alpha: Any = -inf, beta: Any = inf) -> Any:
        return within(look_up(game, depth), alpha, beta)

    chosen = search_window if name == "alphabeta" else search
    chosen.__name__ = chosen.__qualname__ = name
    return chosen


def _path(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(",")) if text else ()


def _value(name: str, value: object, game: Game, case: dict[str, Any]) -> Any:
    if name == "order_moves":
        return _order(value, choices_of(game_from_json(case["game"])))
    if name != "best_move":
        return answer_to_json(value)
    if value is None:
        return None
    fresh = game_from_json(case["game"])
    for index, move in enumerate(choices_of(fresh)):
        if type(value) is type(move) and value == move:
            return {"move": index}
    return {"type": type(value).__name__, "repr": shortened(value)}


def _order(value: object, moves: list[Any]) -> dict[str, Any]:
    """Return where the moves of a list stand among the legal ones (-1: nowhere)."""
    if type(value) is not list:
        return {"type": type(value).__name__, "repr": shortened(value)}
    where = {(type(move), move): index for index, move in enumerate(moves)}
    return {"order": [where.get((type(move), move), -1) for move in value], "repr": shortened(value)}


def _raised(error: BaseException, trace: TracebackType | None, module: ModuleType) -> dict[str, Any]:
    folder = os.path.dirname(getattr(module, "__file__", None) or "")
    stack = traceback.extract_tb(trace)
    frames = [
        [os.path.relpath(frame.filename, folder), frame.lineno or 0, frame.name, (frame.line or "")[:MAX_LINE]]
        for frame in stack
        if folder and frame.filename.startswith(folder + os.sep) and not frame.filename.startswith(_KIT)
    ]
    if len(frames) > MAX_FRAMES:
        frames = frames[: MAX_FRAMES // 2] + frames[-MAX_FRAMES // 2 :]
    return {
        "status": "raised",
        "error": type(error).__name__[:60],
        "message": _message(error),
        "frames": frames,
        "deep": len(stack),
    }


def _message(error: BaseException) -> str:
    try:
        if type(error) is AttributeError and type(error.obj) is Watched:
            return f"a search may use only what games/game.py lists, and {error.name!r} is not there"
        text = str(error)
    except BaseException:
        return "(its message cannot be shown)"
    return text[:300]
