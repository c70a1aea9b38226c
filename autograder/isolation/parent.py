"""The grader's end of the warmed-up parent: telling it what to do, hearing what became of it, ending it."""
from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
from typing import Any

from autograder.isolation.contract import KitFault
from autograder.isolation.headstart import Started

_PACKET = 1 << 16
_PATIENCE_S, _LAST_WORDS_S = 30.0, 2.0


class ParentGone(Exception):
    """The warmed-up parent ended, or fell silent."""


class WarmParent:
    """A process that has imported what searches need, and forks one per order (see `inside.zygote`)."""

    def __init__(self, started: Started, settings: dict[str, Any], kept: tuple[int, ...]) -> None:
        """Tell it what it is to be; it imports while the grader goes on.

        Args:
            started: the process.
            settings: as `inside.zygote` reads them.
            kept: descriptors that it must hold as long as it lives.
        """
        self._facts: dict[str, Any] | None = None
        self._started = started
        self.pid, self.control = started.pid, started.control
        self._status: int | None = None
        self._over: int | None = None
        with contextlib.suppress(OSError):  # it has ended already; whoever hears no answer says so
            self._over = os.pidfd_open(self.pid)
        with contextlib.suppress(ParentGone):
            self.tell(settings, kept)

    def facts(self) -> dict[str, Any]:
        """Wait until it serves; return what it says of itself: python, landlock, seccomp.

        Raises:
            KitFault: it ended instead.
        """
        if self._facts is None:
            try:
                self._facts = self.hear()["ready"]
            except (ParentGone, KeyError) as error:
                raise KitFault(f"the warmed-up parent did not start: {self.last_words()}") from error
        return self._facts

    def tell(self, message: dict[str, Any], descriptors: tuple[int, ...] = ()) -> None:
        """Send a message.

        Raises:
            ParentGone: nobody is there.
        """
        try:
            socket.send_fds(self.control, [json.dumps(message).encode()], descriptors)
        except OSError as error:
            raise ParentGone from error

    def hear(self) -> dict[str, Any]:
        """Return the next message.

        Raises:
            ParentGone: there will be none.
        """
        self.control.settimeout(_PATIENCE_S)
        try:
            data = self.control.recv(_PACKET)
        except OSError as error:
            raise ParentGone from error
        if not data:
            raise ParentGone
        message: dict[str, Any] = json.loads(data)
        return message

    @property
    def was_killed(self) -> bool:
        """Tell whether somebody ended it by SIGKILL, so that another try is fair; also where nobody knows."""
        return self._ended(0) and self._status in (None, signal.SIGKILL)

    def last_words(self) -> str:
        """Return the last line that it wrote on its standard error."""
        self._ended(_LAST_WORDS_S)  # its socket is closed before it has said why
        words = os.pread(self._started.last_words, _PACKET, 0)
        lines = words.decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing"

    def close(self) -> None:
        """End it and its searches."""
        self.control.close()
        if not self._ended(_PATIENCE_S):
            os.kill(self.pid, signal.SIGKILL)
            self._ended(_PATIENCE_S)
        if self._over is not None:
            os.close(self._over)
        os.close(self._started.last_words)

    def _ended(self, patience_s: float) -> bool:
        """Wait until it has ended, and tell whether it has."""
        if self._over is not None:
            ended = select.poll()
            ended.register(self._over, select.POLLIN)
            if not ended.poll(1000 * patience_s):
                return False
            with contextlib.suppress(ChildProcessError):  # it was reaped before, or another process started it
                _, self._status = os.waitpid(self.pid, 0)
        return True
