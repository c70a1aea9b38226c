"""Search processes kept by a process of their own, the driver: it goes from one call to the next without waiting for the judge.

This is the grader's end. The grader forks the driver (see `isolation.serving`) first of all, when it holds no case and no submission
yet. They talk in packets of JSON, each with at most one nameless file in memory that holds what is long (a request, a submission's
files, a reply's line):
    to it     {"number": n, "do": "files" | "call" | "say" | "enough" | "ask" | "check", ...}
    from it   {"number": n, "reply": {...} | "skipped": true | "found": ... | "fault": "..." | "failed": "..."}
    end of file: the other one is gone; the driver ends every search and leaves
"""
from __future__ import annotations

import contextlib
import os
import select
import socket
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.isolation.contract import KitFault, Reply, TaskFailed
from autograder.isolation.headstart import Started
from autograder.isolation.packets import received, send, whole
from autograder.isolation.serving import live

if TYPE_CHECKING:
    from autograder.isolation.forked import ForkedBackend


class _Coming:
    """A call's reply, once it is there."""

    def __init__(self, driver: Driver, number: int) -> None:
        self._driver, self._number = driver, number
        self._told: tuple[dict[str, Any], bytes] | None = None

    def ready(self) -> bool:
        """Tell whether the reply has come."""
        return self._told is not None or self._driver.has(self._number)

    def reply(self) -> Reply | None:
        """Wait for the reply; None where the call was left out."""
        self._told = self._told or self._driver.answer(self._number)
        packet, line = self._told
        return None if "skipped" in packet else Reply(**packet["reply"], line=line)


class _Talk:
    """The grader's end of a talk."""

    def __init__(self, driver: Driver, message: dict[str, Any]) -> None:
        self._driver, self._message = driver, message

    def say(self, request: bytes) -> Reply:
        """Return the reply to a request; see `isolation.talk`."""
        packet, line = self._driver.answer(self._driver.ask_for({**self._message, "do": "say"}, request))
        return Reply(**packet["reply"], line=line)

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
                live(theirs, make, () if early is None else early.descriptors)
        self._children = [self.pid]
        if early is not None:
            self._children.append(early.pid)  # reaped at the end: the driver, which watches it, is not its parent
            early.control.close()
            os.close(early.last_words)
        self._secrets = list(secrets)
        self._checked = self.ask_for({"do": "check", "secrets": [str(path) for path in secrets]})
        self._notice: str | KitFault | None = None

    def start(self, request: bytes, files: Mapping[str, bytes], cpu_s: float, ahead: bool) -> _Coming:
        """Ask for a call; see `Backend.start`."""
        return _Coming(self, self.ask_for({"do": "call", "files": self._known(files), "cpu_s": cpu_s, "ahead": ahead}, request))

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
            try:
                self._notice = str(self.answer(self._checked)[0]["found"])
            except KitFault as fault:
                self._notice = fault
        if isinstance(self._notice, KitFault):
            raise self._notice
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
            send(self._control, {"number": self._asked, **message}, attached)
        except OSError as error:
            raise self._lost() from error
        return self._asked

    def _hear(self) -> None:
        try:
            packet, attached = received(self._control)
        except OSError as error:
            raise self._lost() from error
        if packet is None:
            raise self._lost()
        self._answers[packet["number"]] = packet, b"".join(map(whole, attached))

    def _lost(self) -> KitFault:
        return KitFault("the process that runs the searches was ended")
