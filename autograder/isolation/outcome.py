"""Reads how a search process ended, and what it wrote, as a Reply."""
from __future__ import annotations

import json
import signal
from dataclasses import dataclass

from autograder.isolation.contract import STATUSES, KitFault, Status
from autograder.isolation.inside.lines import FAULT, LOADED, NO_REPLY, READY, REPLY

_SIGKILL, _SIGXCPU = 9, 24
_CRASHES = {"SIGSEGV": ": often endless recursion with the recursion limit raised, or ctypes"}
_LARGEST_EXIT_STATUS = 255  # Windows reports a crash as a status far beyond
_REASON_LENGTH = 4000


@dataclass(frozen=True)
class End:
    """How a process ended: by the signal of that number, or (0) with that exit status."""

    signal: int = 0
    status: int = 0

    @classmethod
    def of_wait(cls, status: int) -> End:
        """Read a status as waitpid gives it."""
        return cls(status & 0x7F, status >> 8)

    @classmethod
    def of_return_code(cls, code: int) -> End:
        """Read a return code as `subprocess` gives it."""
        return cls(-code, 0) if code < 0 else cls(0, code)

    def __str__(self) -> str:
        return f"signal {self.name}" if self.signal else f"exit status {self.status}"

    @property
    def name(self) -> str:
        """The signal's name."""
        return next((known.name for known in signal.Signals if known == self.signal), str(self.signal))

    @property
    def killed(self) -> bool:
        """Tell whether it was ended by SIGKILL: a program can hardly do that to itself."""
        return self.signal == _SIGKILL


def outcome(written: bytes, end: End, *, over_cpu: bool) -> tuple[Status, bytes, str]:
    """Return the status, the reply's line and the reason of a process that nobody stopped.

    Args:
        written: all that it wrote on the reply's descriptor.
        end: how it ended.
        over_cpu: whether it had used up its CPU time.

    Raises:
        KitFault: it ended before the student's code was read.
    """
    if written.startswith(FAULT):
        raise KitFault(f"a search process could not be confined: {written[1:].decode(errors='replace').strip()}")
    if not written.startswith(READY):
        raise KitFault(f"a search process ended before it was ready ({end})")
    lines = written[len(READY):].split(b"\n")
    loaded = lines[0] + b"\n" == LOADED
    told = lines[1:] if loaded else lines
    if len(told) == 2 and told[1] == b"":
        if loaded and told[0].startswith(REPLY):
            return "ok", told[0][1:], ""
        if told[0].startswith(NO_REPLY):
            status, reason = _no_reply(told[0][1:])
            return status, b"", reason
    status, reason = _without_reply(end, any(told), over_cpu)
    return status, b"", reason


def _no_reply(line: bytes) -> tuple[Status, str]:
    try:
        told = json.loads(line)
        status, reason = told["status"], told["reason"]
    except (ValueError, TypeError, KeyError, RecursionError):
        status = reason = None
    if status in STATUSES and status != "ok" and type(reason) is str:
        return status, reason[:_REASON_LENGTH]
    return "died", "your program wrote on the grader's own channel"


def _without_reply(end: End, garbled: bool, over_cpu: bool) -> tuple[Status, str]:
    if end.signal == _SIGXCPU or (end.killed and over_cpu):
        return "timeout", "your program did not finish within its computing time"
    if end.killed:
        return "memory", "your program was killed by the system, most likely because it used too much memory"
    if end.signal or end.status > _LARGEST_EXIT_STATUS:
        return "crashed", f"your program crashed the Python interpreter ({end}{_CRASHES.get(end.name, '')})"
    if garbled:
        return "died", "your program wrote on the grader's own channel, or ended before its reply was complete"
    return "died", f"your program ended the process it runs in before the search was over ({end})"
