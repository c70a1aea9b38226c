"""Watches one search process: drains what it writes, keeps its budgets, and says how it ended."""
from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from autograder.isolation import processes
from autograder.isolation.contract import Status
from autograder.isolation.inside.lines import LOADED, READY
from autograder.isolation.limits import Limits

_MIB = 1 << 20
_CHUNK = 1 << 16
_GRACE_S = 0.5  # for a process that has replied to end by itself


@dataclass
class Stream:
    """What came through a pipe: the first `keep` bytes, and how many there were."""

    descriptor: int
    keep: int
    data: bytearray = field(default_factory=bytearray)
    total: int = 0
    open: bool = True

    def drain(self) -> bool:
        """Read some of what is there, without waiting; tell whether there was something."""
        try:
            chunk = os.read(self.descriptor, _CHUNK)
        except BlockingIOError:
            return False
        self.open = bool(chunk)
        self.total += len(chunk)
        self.data += chunk[: max(self.keep - len(self.data), 0)]
        return self.open


@dataclass(frozen=True)
class Stop:
    """Why the watcher stopped a process."""

    status: Status
    reason: str


class Watch:
    """Watches the process `pid` until it is over."""

    def __init__(self, pid: int, output: Stream, reply: Stream, cpu_limit_s: float, wall_limit_s: float, limits: Limits,
                 session_cpu_s: Callable[[], float]) -> None:
        self.pid, self.output, self.reply, self.limits = pid, output, reply, limits
        self.cpu_limit_s, self.wall_limit_s = cpu_limit_s, wall_limit_s
        self._session_cpu_s = session_cpu_s
        self.started = time.monotonic()
        self.cpu_s = 0.0
        self._moved = self.started
        self._replied: float | None = None

    def stop_reason(self) -> Stop | None:
        """Return why the process must be stopped now, or None while it may go on."""
        now = time.monotonic()
        if self._has_replied():
            self._replied = self._replied or now
            return Stop("ok", "") if now - self._replied > _GRACE_S else self._too_much()
        return self._too_much() or self._too_long(now)

    def _has_replied(self) -> bool:
        start = READY + LOADED
        return self.reply.data.startswith(start) and self.reply.data.find(b"\n", len(start)) >= 0

    def _too_much(self) -> Stop | None:
        if self.output.total > self.limits.output_mb * _MIB:
            return Stop("flooded", f"your program printed more than {self.limits.output_mb} MiB")
        if self.reply.total > self.limits.reply_mb * _MIB:
            return Stop("flooded", f"the record of your program's search grew beyond {self.limits.reply_mb} MiB")
        return None

    def _too_long(self, now: float) -> Stop | None:
        cpu_s = self._session_cpu_s()
        if cpu_s > self.cpu_s:
            self.cpu_s, self._moved = cpu_s, now
        if cpu_s > self.cpu_limit_s:
            return Stop("timeout", self._unfinished(f"within {self.cpu_limit_s:g} s of computing time"))
        if now - self._moved > self.limits.idle_s:
            if processes.is_asleep(self.pid):
                return Stop("timeout", self._unfinished(f"in time: it did nothing but wait for {self.limits.idle_s:g} s"))
            self._moved = now
        if now - self.started > self.wall_limit_s:
            return Stop("timeout", self._unfinished(f"within {self.wall_limit_s:.0f} s"))
        return None

    def _unfinished(self, how: str) -> str:
        if LOADED in self.reply.data[: len(READY + LOADED)]:
            return f"your program did not finish {how}"
        return (f"search.py did not finish importing {how}: is there a loop, a game or a test at its top level? "
                'Put it under `if __name__ == "__main__":`')
