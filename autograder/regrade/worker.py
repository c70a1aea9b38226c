"""One worker process of the pool: the parent's side, and what runs inside."""
from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any


class Worker:
    """The parent's side of one worker process."""

    def __init__(self, prepare: Callable[[], None] | None) -> None:
        self._prepare, self.ended = prepare, False
        self._lock = threading.Lock()
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")  # threads live here: a fork would copy their locks
        self._ours, theirs = context.Pipe()
        self._process: SpawnProcess = context.Process(target=_work, args=(theirs, self._prepare), daemon=True)
        with _interrupts_held_back():
            self._process.start()
        theirs.close()

    @property
    def pid(self) -> int:
        return self._process.pid or 0

    def ask(self, call: tuple[Any, ...], timeout_s: float) -> tuple[bool, Any]:
        """Send a call and wait for its result, or for the error that it raised.

        Raises:
            EOFError, OSError: the process is gone or silent.
        """
        self._ours.send(call)
        if not self._ours.poll(timeout_s):
            raise TimeoutError(f"said nothing for {timeout_s:g} s")
        answer: tuple[bool, Any] = self._ours.recv()
        return answer

    def how_it_ended(self, gone: BaseException) -> str:
        """Say in words why nothing came back."""
        if isinstance(gone, TimeoutError):
            return str(gone)
        self._process.join(2)
        code = self._process.exitcode
        return f"was killed by signal {-code}" if code and code < 0 else f"ended with exit status {code}"

    def restart(self) -> None:
        """Put a new process in the place of one that is gone, unless the pool is being killed."""
        with self._lock:
            if not self.ended:
                self._stop()
                self._start()

    def end(self) -> None:
        """Kill the process; none is started after it."""
        with self._lock:
            self.ended = True
            with contextlib.suppress(ValueError):  # it has ended, and was closed
                self._process.terminate()

    def close(self) -> None:
        """Let the process end by itself, and free what it took."""
        with contextlib.suppress(OSError):
            self._ours.send(None)
        self._process.join(30)
        self._stop()

    def _stop(self) -> None:
        self._process.kill()
        self._process.join()
        self._process.close()
        self._ours.close()


def _hold_back(how: int) -> None:
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(how, {signal.SIGINT})


@contextlib.contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Start a process that sees no Ctrl-C before it is ready for one."""
    _hold_back(signal.SIG_BLOCK)
    try:
        yield
    finally:
        _hold_back(signal.SIG_UNBLOCK)


def _leave_it_to_the_parent(_number: int, _frame: object) -> None:
    """Do nothing about Ctrl-C."""


def _work(connection: Connection, prepare: Callable[[], None] | None) -> None:
    """Be a worker: answer calls until there are no more, or the parent is gone."""
    signal.signal(signal.SIGINT, _leave_it_to_the_parent)  # to ignore it would be inherited by every search, and change what it does
    _hold_back(signal.SIG_UNBLOCK)
    if prepare is not None:
        with contextlib.suppress(Exception):  # the first task meets the same error, and reports it
            prepare()
    with contextlib.suppress(EOFError, OSError):
        while (call := connection.recv()) is not None:
            connection.send(_answer(*call))


def _answer(fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[bool, Any]:
    try:
        return True, fn(*args, **kwargs)
    except Exception as error:
        error.__traceback__ = None
        return False, error
