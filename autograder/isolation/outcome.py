"""Reads how a search process ended, and what it wrote, as a Reply."""
from __future__ import annotations

import json
import os
import signal

from autograder.isolation.contract import STATUSES, KitFault, Status
from autograder.isolation.inside.lines import FAULT, LOADED, NO_REPLY, READY, REPLY

_CRASHES = {"SIGSEGV": "often endless recursion with the recursion limit raised, or ctypes"}
_REASON_LENGTH = 4000


def outcome(written: bytes, wait_status: int, *, over_cpu: bool) -> tuple[Status, bytes, str]:
    """Return the status, the reply's line and the reason of a process that nobody stopped.

    Args:
        written: all that it wrote on the reply's descriptor.
        wait_status: as waitpid gives it.
        over_cpu: whether it had used up its CPU time.

    Raises:
        KitFault: it ended before the student's code was read.
    """
    if written.startswith(FAULT):
        raise KitFault(f"a search process could not be confined: {written[1:].decode(errors='replace').strip()}")
    if not written.startswith(READY):
        raise KitFault(f"a search process ended before it was ready ({_ended(wait_status)})")
    lines = written[len(READY):].split(b"\n")
    loaded = lines[0] + b"\n" == LOADED
    told = lines[1:] if loaded else lines
    if len(told) == 2 and told[1] == b"":
        if loaded and told[0].startswith(REPLY):
            return "ok", told[0][1:], ""
        if told[0].startswith(NO_REPLY):
            status, reason = _no_reply(told[0][1:])
            return status, b"", reason
    return _without_reply(wait_status, any(told), over_cpu)


def _no_reply(line: bytes) -> tuple[Status, str]:
    try:
        told = json.loads(line)
        status, reason = told["status"], told["reason"]
    except (ValueError, TypeError, KeyError, RecursionError):
        status = reason = None
    if status in STATUSES and status != "ok" and type(reason) is str:
        return status, reason[:_REASON_LENGTH]
    return "died", "your program wrote on the grader's own channel"


def _without_reply(wait_status: int, garbled: bool, over_cpu: bool) -> tuple[Status, bytes, str]:
    if os.WIFSIGNALED(wait_status):
        number = os.WTERMSIG(wait_status)
        if over_cpu or number == signal.SIGXCPU:
            return "timeout", b"", "your program did not finish within its computing time"
        if number == signal.SIGKILL:
            return "memory", b"", "your program was killed by the system, most likely because it used too much memory"
        name = signal.Signals(number).name if number in set(signal.Signals) else str(number)
        hint = f": {_CRASHES[name]}" if name in _CRASHES else ""
        return "crashed", b"", f"your program crashed the Python interpreter (signal {name}{hint})"
    if garbled:
        return "died", b"", "your program wrote on the grader's own channel, or ended before its reply was complete"
    return "died", b"", f"your program ended the process it runs in before the search was over ({_ended(wait_status)})"


def _ended(wait_status: int) -> str:
    if os.WIFSIGNALED(wait_status):
        return f"signal {os.WTERMSIG(wait_status)}"
    return f"exit status {os.WEXITSTATUS(wait_status)}"
