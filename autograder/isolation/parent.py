"""The grader's end of the warmed-up parent: starting it, talking to it, ending it."""
from __future__ import annotations

import contextlib
import json
import signal
import socket
import subprocess
import tempfile
from typing import Any

from autograder.isolation import interpreter
from autograder.isolation.contract import KitFault

_PACKET = 1 << 16
_PATIENCE_S, _LAST_WORDS_S = 30.0, 2.0
_START = "import sys; sys.path[0] = sys.argv[1]; from _isolation.zygote import main; main(int(sys.argv[2]))"


class ParentGone(Exception):
    """The warmed-up parent ended, or fell silent."""


class WarmParent:
    """A process that has imported what searches need, and forks one per order (see `inside.zygote`)."""

    def __init__(self, settings: dict[str, Any], kit: str, environment: dict[str, str], kept: tuple[int, ...]) -> None:
        """Start it; it imports while the grader goes on.

        Args:
            settings: as `inside.zygote` reads them.
            kit: the folder of the staged packages.
            environment: all that it and the searches see of the environment.
            kept: descriptors that it must hold as long as it lives.
        """
        self._facts: dict[str, Any] | None = None
        self._last = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as this object
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [interpreter.executable(), *interpreter.OPTIONS, "-c", _START, kit, str(theirs.fileno())]
        with theirs:
            try:
                self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self._last,
                                                 env=environment, cwd="/", pass_fds=(theirs.fileno(), *kept), start_new_session=True)
            except OSError as error:
                raise KitFault(f"{command[0]} cannot be started: {error}") from error
        with contextlib.suppress(ParentGone):
            self.tell(settings)

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
        """Tell whether somebody ended it by SIGKILL, so that another try is fair."""
        return self._process.poll() == -signal.SIGKILL

    def last_words(self) -> str:
        """Return the last line that it wrote on its standard error."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_LAST_WORDS_S)  # its socket is closed before it has said why
        self._last.seek(0)
        lines = self._last.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing"

    def close(self) -> None:
        """End it and its searches."""
        self.control.close()
        try:
            self._process.wait(_PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._last.close()
