"""Runs the searches of a search.py in this very process, so that print and the debugger work: a student's own machine."""
from __future__ import annotations

import builtins
import contextlib
import importlib.util
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, NoReturn

from kibitz.cases.case import Case
from kibitz.judge.check import batch
from kibitz.watch.worker import TimeUp, perform

RECURSION_LIMIT = 10_000
PATIENCE_S = 10  #: for one batch of searches; one that ends takes a hundredth of it


class NotLoaded(Exception):
    """search.py cannot be loaded; the message says why, for the student, and reads well after "search.py could not be loaded: "."""


def load(path: Path) -> ModuleType:
    """Load a search.py afresh, and its helper modules with it.

    Raises:
        NotLoaded: it is not there, or does not run.
    """
    if not path.is_file():
        raise NotLoaded(f"there is no file {path.name} here: the functions are written in search.py")
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    _forget(folder)
    content = path.read_bytes()
    if content[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in content:
        raise NotLoaded("it is not UTF-8 text (it looks like UTF-16): save it as UTF-8")
    if not content.strip():
        raise NotLoaded("it is empty: was it saved?")
    spec = importlib.util.spec_from_file_location("search", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["search"] = module
    try:
        with patience(), no_way_out():
            spec.loader.exec_module(module)
    except SyntaxError as error:
        where = f"{Path(error.filename or path).name}, line {error.lineno}"
        raise NotLoaded(f"{type(error).__name__} in {where}: {error.msg}: {(error.text or '').strip()}") from error
    except TimeUp as error:
        raise NotLoaded(f"it did not finish loading within {PATIENCE_S} s: is there a loop outside the functions?") from error
    except (Exception, SystemExit) as error:
        raise NotLoaded(f"it raised {type(error).__name__}: {error}") from error
    return module


def _forget(folder: str) -> None:
    """Drop the student's own helper modules, so that each load starts from nothing kept."""
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file and str(Path(file).parent) == folder and name.partition(".")[0] not in ("__main__", "test_search", "conftest"):
            del sys.modules[name]


#: search files and their functions that ran out of time in this session: once is enough to wait
_endless: set[tuple[Path, str]] = set()


class LocalRunner:
    """A kibitz.judge.judging.Runner that loads search.py afresh for each batch and runs it here.

    Args:
        path: the search.py.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def __call__(self, cases: Sequence[Case], keep_going: bool) -> list[dict[str, Any]]:
        function = cases[0].function
        if (self._path, function) in _endless:
            return [{"status": "timeout", "message": f"not run: {function} did not finish before", "events": ""}]
        module = load(self._path)
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(before, RECURSION_LIMIT))
        try:
            with patience(), no_way_out():
                answers: list[dict[str, Any]] = perform(module, batch(cases, keep_going))["answers"]
        except TimeUp:
            _endless.add((self._path, function))
            message = f"{function} did not finish within {PATIENCE_S} s: does every loop end?"
            return [{"status": "timeout", "message": message, "events": ""}]
        finally:
            sys.setrecursionlimit(before)
        return answers


class _Interrupted(TimeUp):
    """Ctrl-C: the person at the keyboard's, so it must not be taken for an error of the search."""


@contextlib.contextmanager
def patience(seconds: int = PATIENCE_S) -> Iterator[None]:
    """Raise TimeUp inside the block when it takes too long, where the system can (Unix); let Ctrl-C out as KeyboardInterrupt."""
    if threading.current_thread() is not threading.main_thread() or sys.gettrace():
        yield  # no alarm in an IDE's thread, or under a debugger, where waiting is what one wants
        return

    def interrupted(number: int, frame: FrameType | None) -> None:
        raise _Interrupted

    def ring(number: int, frame: FrameType | None) -> None:
        raise TimeUp

    before = signal.signal(signal.SIGINT, interrupted)
    alarm = signal.signal(signal.SIGALRM, ring) if hasattr(signal, "setitimer") else None
    if alarm is not None:
        signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    except _Interrupted:
        raise KeyboardInterrupt from None
    finally:
        signal.signal(signal.SIGINT, before)
        if alarm is not None:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, alarm)


_ASKING = ("pdb", "bdb", "cmd", "code", "IPython", "pydevd")  #: debuggers, whose questions are meant for the person at the keyboard


@contextlib.contextmanager
def no_way_out() -> Iterator[None]:
    """Inside the block os._exit() raises SystemExit instead of ending pytest without a word, and input() says why nobody answers."""
    ask, leave = builtins.input, os._exit

    def asks(prompt: object = "") -> str:
        if sys._getframe(1).f_globals.get("__name__", "").partition(".")[0] in _ASKING:
            return ask(prompt)
        raise EOFError("nobody is there to answer input(): a search must run without questions; take it out, or put it under "
                       'if __name__ == "__main__":')

    def leaves(status: int) -> NoReturn:
        raise SystemExit(f"os._exit({status}), which ends the whole program at once")

    builtins.input, os._exit = asks, leaves
    try:
        yield
    finally:
        builtins.input, os._exit = ask, leave
