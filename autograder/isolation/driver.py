"""Search processes kept by a process of their own, the driver: it goes from one call to the next without waiting for the judge.

The grader forks it first of all, when it holds no case and no submission yet. They talk in packets of JSON, each with at most one
nameless file in memory that holds what is long (a request, a submission's files, a reply's line):
    to it     {"number": n, "do": "files" | "call" | "say" | "enough" | "ask" | "check", ...}
    from it   {"number": n, "reply": {...} | "skipped": true | "found": ... | "fault": "..." | "failed": "..."}
    end of file: the other one is gone; the driver ends every search and leaves
"""
from __future__ import annotations

import contextlib
import json
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

from autograder.isolation.contract import KitFault, Reply, TaskFailed
from autograder.isolation.headstart import Started
from autograder.isolation.inside.descriptors import close_all_but
from autograder.isolation.memory import in_memory, whole

if TYPE_CHECKING:
    from autograder.isolation.forked import ForkedBackend
    from autograder.isolation.talk import Talk

_PACKET = 1 << 18
_SOON_S = 1.0  # what takes longer may use up the budget of the whole run, and then no call is wanted any more


class _Coming:
    """A call's reply, once it is there."""

    def __init__(self, driver: Driver, number: int) -> None:
        self._driver, self._number = driver, number

    def ready(self) -> bool:
        """Tell whether the reply has come."""
        return self._driver.has(self._number)

    def reply(self) -> Reply | None:
        """Wait for the reply; None where the call was left out."""
        packet, line = self._driver.answer(self._number)
        return None if "skipped" in packet else Reply(**packet["reply"], line=line)


class _Talk:
    """The grader's end of a talk."""

    def __init__(self, driver: Driver, message: dict[str, Any]) -> None:
        self._driver, self._message, self._over = driver, message, False

    def say(self, request: bytes) -> Reply | None:
        """Return the reply to a request; None where it can be asked no more."""
        if self._over:
            return None
        packet, line = self._driver.answer(self._driver.ask_for({**self._message, "do": "say"}, request))
        self._over = "skipped" in packet
        return None if self._over else Reply(**packet["reply"], line=line)

    def close(self) -> None:
        """End it; nobody waits for that."""
        self._driver.ask_for({"do": "enough"})


class Driver:
    """The grader's end: a `Backend` whose calls can be asked for ahead of time, and run in the order in which they were."""

    def __init__(self, make: Callable[[Callable[[], bool]], ForkedBackend], secrets: Sequence[Path] = (),
                 early: Started | None = None) -> None:
        """Fork the driver.

        Args:
            make: makes, in the driver, the backend that runs the searches; what it is given tells whether the grader is gone.
            secrets: what no search may get at. The driver tries that before it runs any call, and runs none if one may.
            early: the process that will be the warmed-up parent, which the driver takes over.

        Raises:
            KitFault: there can be no other process.
        """
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._asked, self._answers = 0, dict[int, tuple[dict[str, Any], bytes]]()
        self._files: list[tuple[Mapping[str, bytes], int]] = []
        with theirs:
            try:
                self.pid = os.fork()
            except OSError as error:
                self._control.close()
                raise KitFault(f"the process that runs the searches cannot be started: {error}") from error
            if self.pid == 0:
                _live(theirs, make, () if early is None else early.descriptors)
        self._children = [self.pid]
        if early is not None:
            self._children.append(early.pid)
            early.control.close()
            os.close(early.last_words)
        self._secrets = list(secrets)
        self._checked = self.ask_for({"do": "check", "secrets": [str(path) for path in secrets]})
        self._notice: str | None = None

    def start(self, request: bytes, files: Mapping[str, bytes], cpu_s: float, ahead: bool) -> _Coming:
        """Ask for a call; see `Backend.start`."""
        return _Coming(self, self.ask_for({"do": "call", "files": self._known(files), "cpu_s": cpu_s, "ahead": ahead}, request))

    def call(self, request: bytes, files: Mapping[str, bytes], cpu_s: float) -> Reply:
        """Run one request in a fresh process."""
        reply = self.start(request, files, cpu_s, ahead=False).reply()
        assert reply is not None
        return reply

    def talk(self, files: Mapping[str, bytes], cpu_s: float) -> _Talk:
        """Return what a process started for several requests is asked by."""
        return _Talk(self, {"files": self._known(files), "cpu_s": cpu_s})

    def ask(self, task: str, question: dict[str, Any], files: Mapping[str, bytes]) -> Any:
        """Have a search process do one of the kit's own tasks; see `Backend.ask`."""
        return self._found({"do": "ask", "files": self._known(files), "task": task, "question": question})

    def prepared(self, files: Mapping[str, bytes]) -> Mapping[str, bytes]:
        """Return the files as they are; the driver prepares its own copy, and nobody waits for it."""
        self._known(files)
        return files

    def check(self, secrets: Sequence[Path]) -> str:
        """Return what came of trying, as a search process, to get at the secrets, which must be those known from the start."""
        assert list(secrets) == self._secrets
        if self._notice is None:
            self._notice = str(self.answer(self._checked)[0]["found"])
        return self._notice

    def leave(self) -> None:
        """Have the driver end every process and remove every file."""
        self._control.close()

    def close(self) -> None:
        """Wait until every process has ended and every file is removed."""
        self.leave()
        while self._children:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self._children.pop(), 0)

    def has(self, number: int) -> bool:
        """Tell whether an answer has come."""
        while number not in self._answers and select.select([self._control], [], [], 0)[0]:
            self._hear()
        return number in self._answers

    def answer(self, number: int) -> tuple[dict[str, Any], bytes]:
        """Wait for an answer.

        Raises:
            KitFault: the kit or the machine failed.
            TaskFailed: a search process did not do what was asked.
        """
        while number not in self._answers:
            self._hear()
        packet, line = self._answers.pop(number)
        if "fault" in packet:
            raise KitFault(packet["fault"])
        if "failed" in packet:
            raise TaskFailed(packet["failed"])
        return packet, line

    def _found(self, message: dict[str, Any]) -> Any:
        return self.answer(self.ask_for(message))[0]["found"]

    def _known(self, files: Mapping[str, bytes]) -> int:
        """Return the number by which the driver knows these files; tell it of new ones."""
        for known, number in self._files:
            if known is files:
                return number
        lengths = [[name, len(content)] for name, content in files.items()]
        number = self.ask_for({"do": "files", "lengths": lengths}, b"".join(files.values()))
        self._files = [*self._files[-1:], (files, number)]
        return number

    def ask_for(self, message: dict[str, Any], attached: bytes = b"") -> int:
        """Send a request; return the number of its answer."""
        self._asked += 1
        try:
            _send(self._control, {"number": self._asked, **message}, attached)
        except OSError as error:
            raise self._lost() from error
        return self._asked

    def _hear(self) -> None:
        try:
            packet, attached = _received(self._control)
        except OSError as error:
            raise self._lost() from error
        if packet is None:
            raise self._lost()
        self._answers[packet["number"]] = packet, b"".join(map(whole, attached))

    def _lost(self) -> KitFault:
        return KitFault("the process that runs the searches was ended")


def _send(control: socket.socket, message: dict[str, Any], attached: bytes) -> None:
    data = json.dumps(message).encode()
    if not attached:
        control.send(data)
        return
    with in_memory(attached) as file:
        socket.send_fds(control, [data], [file])


def _received(control: socket.socket) -> tuple[dict[str, Any] | None, list[int]]:
    """Return the next message and the descriptor that came with it, if any; None at the end."""
    data, descriptors, _, _ = socket.recv_fds(control, _PACKET, 1)
    return (json.loads(data) if data else None), list(descriptors)


def _live(control: socket.socket, make: Callable[[Callable[[], bool]], ForkedBackend], kept: tuple[int, ...]) -> None:
    """Be the driver; never returns."""
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
        return _received(self._control)

    def _meanwhile(self) -> None:
        """Do, while a search runs, what the grader and the next search would wait for."""
        self._send_what_is_ready()
        if not self._inbox and self._readable.poll(0):
            self._inbox.append(_received(self._control))

    def _send_what_is_ready(self) -> None:
        while self._unsent:
            _send(self._control, *self._unsent.pop())

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
        except (BrokenPipeError, ConnectionResetError):
            raise
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
        reply = self._talk.say(whole(os.dup(asked)))
        if reply is None:
            return {"skipped": True}, b""
        told = asdict(reply)
        return {"reply": told}, told.pop("line")

    def _end_the_talk(self) -> None:
        if self._talk is not None:
            self._talk.close()
            self._talk = None

    def _check(self, backend: ForkedBackend, secrets: Sequence[Path]) -> str:
        try:
            return backend.check(secrets)
        except KitFault as fault:
            self._fault = str(fault)  # nothing is run then
            raise

    def _keep(self, number: int, lengths: Sequence[tuple[str, int]], content: bytes) -> None:
        files, start = {}, 0
        for name, length in lengths:
            files[name] = content[start : start + length]
            start += length
        self._files = {**dict(list(self._files.items())[-1:]), number: files}
