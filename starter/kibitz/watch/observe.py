"""Sees what a student's own functions return on the way, from outside: search.py stays as it is.

While the search runs, `sys.setprofile` reports each call and return of a Python function. Those of the student's files that
return a number are noted, as a list that JSON can hold:

    [function, file, line, board, start, end, value, alpha, beta]

`line` is where it returned; `board` is which copy of the position it was given; `start` and `end` say how many bytes of the
recorded events there were at its entry and its return, from which the judge works out the node; alpha and beta are the
window among its parameters, or None. See kibitz.steps.calls for what is made of it.
"""
from __future__ import annotations

import os
import sys
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from types import CodeType, FrameType, ModuleType
from typing import Any

import games
from kibitz.watch.watched import Recorder, Watched
from kibitz.watch.wire import answer_to_json

MAX_CALLS = 200_000  #: more are not kept: a search that long is looked at by its ends only
#: names of a window's two ends that people use, besides those in the student's own alphabeta
WINDOWS = (("alpha", "beta"), ("a", "b"), ("low", "high"), ("lo", "hi"), ("lower", "upper"))
OURS = tuple(os.path.dirname(os.path.abspath(str(path))) + os.sep for path in (games.__file__, __file__))
UNFIT = CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR  #: such frames return more than once

Open = tuple[FrameType, "Watched | None", int, Any, Any]


class Observer:
    """Notes the numbers that a module's functions return while the `with` block runs.

    Args:
        module: the student's search.py; modules beside it count as hers too.
        game: the position that the search is given.
        recorder: where the game's events go.

    Attributes:
        calls: what was seen, in the order of the returns.
    """

    def __init__(self, module: ModuleType, game: Watched, recorder: Recorder) -> None:
        self.calls: list[list[Any]] = []
        file = getattr(module, "__file__", None)
        self._folder = (os.path.dirname(os.path.abspath(file)) if file else os.getcwd()) + os.sep
        self._windows = (*_own_window(module), *WINDOWS)
        self._game, self._recorder = game, recorder
        self._open: list[Open] = []
        self._hers: dict[int, tuple[str, str] | None] = {}
        self._before: Any = None

    def __enter__(self) -> Observer:
        self._before = sys.getprofile()
        sys.setprofile(self._hook)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(self._before)
        self._open.clear()

    def _hook(self, frame: FrameType, event: str, arg: object) -> None:
        if event != "call" and event != "return":
            return
        code = frame.f_code
        try:
            name = self._hers[id(code)]
        except KeyError:
            name = self._hers[id(code)] = self._name(code)
        if name is None:
            return
        if event == "call":
            self._open.append((frame, *self._entry(frame)))
        else:
            self._returned(frame, name, arg)

    def _name(self, code: CodeType) -> tuple[str, str] | None:
        """Return the function's name and file, or None where it is not the student's or cannot return a value."""
        path = os.path.abspath(code.co_filename)
        if code.co_flags & UNFIT or not path.startswith(self._folder) or path.startswith(OURS):
            return None
        return code.co_name, path[len(self._folder) :].replace(os.sep, "/")

    def _entry(self, frame: FrameType) -> tuple[Watched | None, int, Any, Any]:
        given = frame.f_locals
        alpha, beta = next(((given[low], given[high]) for low, high in self._windows if low in given and high in given), (None, None))
        return self._board(given), len(self._recorder.log), alpha, beta

    def _board(self, given: Any) -> Watched | None:
        """Return the position a call works on: an argument, an attribute of one, or the only one there is."""
        values = list(given.values())
        for value in values:
            if type(value) is Watched:
                return value
        for value in values:
            for held in (getattr(value, "__dict__", None) or {}).values() if _plain(value) else ():
                if type(held) is Watched:
                    return held
        return self._game if self._recorder.boards == 1 else None

    def _returned(self, frame: FrameType, name: tuple[str, str], value: object) -> None:
        while self._open:  # usually the last one; a frame that an exception ended leaves none behind either
            opened, board, start, alpha, beta = self._open.pop()
            if opened is frame:
                break
        else:
            return
        number = _number(value)
        if number is not None and board is not None and len(self.calls) < MAX_CALLS:
            end = len(self._recorder.log)
            self.calls.append([*name, frame.f_lineno, board._board, start, end, number, _number(alpha), _number(beta)])


def _plain(value: object) -> bool:
    """Tell whether looking into an object runs no code of its class."""
    kind = type(value)
    return kind.__getattribute__ is object.__getattribute__ and not isinstance(value, type)


def _number(value: object) -> Any:
    """Return a number as JSON has it, or None for anything else."""
    if value is None or type(value) is bool:
        return None
    data = answer_to_json(value) if isinstance(value, (int, float)) or type(value).__name__ == "Fraction" else None
    return None if isinstance(data, dict) and "type" in data else data


def _own_window(module: ModuleType) -> tuple[tuple[str, str], ...]:
    """Return the names of the third and fourth parameter of the module's alphabeta."""
    code = getattr(getattr(module, "alphabeta", None), "__code__", None)
    names = code.co_varnames[2 : code.co_argcount] if isinstance(code, CodeType) else ()
    return ((names[0], names[1]),) if len(names) >= 2 else ()
