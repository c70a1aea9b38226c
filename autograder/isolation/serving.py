"""The driver: a fork of the grader that runs what it is asked for in an isolation backend, one thing after the other."""
from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.isolation.contract import KitFault, TaskFailed
from autograder.isolation.inside.descriptors import close_all_but
from autograder.isolation.packets import received, send, whole

if TYPE_CHECKING:
    from autograder.isolation.forked import ForkedBackend
    from autograder.isolation.talk import Talk

_SOON_S = 1.0  # what takes longer may use up the budget of the whole run, and then no call is wanted any more


def live(control: socket.socket, make: Callable[[Callable[[], bool]], ForkedBackend], kept: tuple[int, ...]) -> None:
    """Be the driver; never returns.

    Args:
        control: whose other end the grader has.
        make: makes the backend; what it is given tells whether the grader is gone.
        kept: descriptors that the backend needs of the grader's.
    """
    code = 70
    try:
        signal.signal(signal.SIGINT, _leave_it_to_the_grader)
        signal.signal(signal.SIGTERM, _leave)
        close_all_but(control.fileno(), *kept)
        _Serving(control, make).serve()
        code = 0
    except SystemExit:
        pass
    except BaseException:
        from traceback import print_exc  # seldom needed, and it imports a lot

        print_exc()
    finally:
        with contextlib.suppress(Exception):
            sys.stderr.flush()
        os._exit(code)


def _leave_it_to_the_grader(_number: int, _frame: object) -> None:
    """Do nothing about Ctrl-C: the grader is told as well. To ignore it would be inherited by every search."""


def _leave(_number: int, _frame: object) -> None:
    raise SystemExit


class _Serving:
    """The driver's end."""

    def __init__(self, control: socket.socket, make: Callable[[Callable[[], bool]], ForkedBackend]) -> None:
        self._control = control
        self._hung_up, self._readable = select.poll(), select.poll()
        self._hung_up.register(control, 0)
        self._readable.register(control, select.POLLIN)
        self._inbox: list[tuple[dict[str, Any] | None, list[int]]] = []
        self._unsent: list[tuple[dict[str, Any], bytes]] = []
        self._files: dict[int, Mapping[str, bytes]] = {}
        self._prepared: dict[int, Mapping[str, bytes]] = {}
        self._talk: Talk | None = None
        self._well, self._fault = True, ""
        self._backend: ForkedBackend | None = None
        try:
            self._backend = make(self._abandoned)
        except (KitFault, OSError) as fault:
            self._fault = str(fault)  # and that is the answer to whatever is asked

    def _abandoned(self) -> bool:
        return bool(self._hung_up.poll(0))

    def serve(self) -> None:
        """Do what is asked until nobody can ask any more."""
        try:
            while True:
                message, attached = self._next()
                if message is None:
                    return
                try:
                    self._answer(message, attached)
                finally:
                    for descriptor in attached:
                        os.close(descriptor)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the grader is gone
        finally:
            if self._backend is not None:
                self._backend.close()

    def _next(self) -> tuple[dict[str, Any] | None, list[int]]:
        if self._inbox:
            return self._inbox.pop()
        self._send_what_is_ready()
        return received(self._control)

    def _meanwhile(self) -> None:
        """Do, while a search runs, what the grader and the next search would wait for; what fails now is tried again after it."""
        with contextlib.suppress(OSError):
            self._send_what_is_ready()
            if not self._inbox and self._readable.poll(0):
                self._inbox.append(received(self._control))

    def _send_what_is_ready(self) -> None:
        while self._unsent:
            send(self._control, *self._unsent[0])
            self._unsent.pop(0)

    def _answer(self, message: dict[str, Any], attached: list[int]) -> None:
        if message["do"] == "files":
            self._keep(message["number"], message["lengths"], whole(os.dup(attached[0])))
            return
        if message["do"] != "say":
            self._end_the_talk()
        if message["do"] == "enough":
            return
        answer, line = self._answered(message, attached)
        self._unsent.append(({"number": message["number"], **answer}, line))

    def _answered(self, message: dict[str, Any], attached: list[int]) -> tuple[dict[str, Any], bytes]:
        if self._backend is None or self._fault:
            return {"fault": self._fault}, b""
        try:
            return self._done(self._backend, message, attached)
        except TaskFailed as failure:
            return {"failed": str(failure)}, b""
        except KitFault as fault:
            return {"fault": str(fault)}, b""
        except Exception:  # a fault of the kit's own, told there
            from traceback import format_exc

            return {"fault": f"the process that runs the searches failed: {format_exc()[-1000:]}"}, b""

    def _done(self, backend: ForkedBackend, message: dict[str, Any], attached: list[int]) -> tuple[dict[str, Any], bytes]:
        if message["do"] == "check":
            return {"found": self._check(backend, [Path(path) for path in message["secrets"]])}, b""
        number = message["files"]
        if message["do"] == "ask":
            return {"found": backend.ask(message["task"], message["question"], self._files[number])}, b""
        if message["do"] == "call" and message["ahead"] and not self._well:
            return {"skipped": True}, b""
        if number not in self._prepared:
            self._prepared = {number: backend.prepared(self._files[number])}
        if message["do"] == "say":
            return self._said(backend, self._prepared[number], message["cpu_s"], attached[0])
        started = time.monotonic()
        reply = backend.run(attached[0], self._prepared[number], message["cpu_s"], self._meanwhile)
        self._well = reply.status == "ok" and time.monotonic() - started < _SOON_S
        told = asdict(reply)
        return {"reply": told}, told.pop("line")

    def _said(self, backend: ForkedBackend, files: Mapping[str, bytes], cpu_s: float, asked: int) -> tuple[dict[str, Any], bytes]:
        self._talk = self._talk or backend.talk(files, cpu_s)
        told = asdict(self._talk.say(whole(os.dup(asked))))
        return {"reply": told}, told.pop("line")

    def _end_the_talk(self) -> None:
        if self._talk is not None:
            self._talk.close()
            self._talk = None

    def _check(self, backend: ForkedBackend, secrets: Sequence[Path]) -> str:
        try:
            return backend.check(secrets)
        except Exception as fault:
            self._fault = str(fault)  # nothing is run then
            raise

    def _keep(self, number: int, lengths: Sequence[tuple[str, int]], content: bytes) -> None:
        files, start = {}, 0
        for name, length in lengths:
            files[name] = content[start : start + length]
            start += length
        self._files = {**dict(list(self._files.items())[-1:]), number: files}
