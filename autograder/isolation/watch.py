"""Watches one search process: drains what it writes, keeps its budgets, and says how it ended."""
from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from autograder.isolation import processes, sweep
from autograder.isolation.contract import Status
from autograder.isolation.inside.lines import LOADED, READY
from autograder.isolation.limits import Limits

_MIB = 1 << 20
_CHUNK = 1 << 16
_LOOK_S = 0.02  # between two looks at the clocks: output can come in faster than that
_MOST_ASLEEP_S = 0.1  # of one look: a starved grader looks rarely
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

    def take(self) -> tuple[bytes, int]:
        """Return what was kept since the last time, and how many bytes there were."""
        taken = bytes(self.data), self.total
        self.data.clear()
        self.total = 0
        return taken


@dataclass(frozen=True)
class Stop:
    """Why the watcher stopped a process."""

    status: Status
    reason: str


class Watch:
    """Watches a process: what it writes, how long it takes, how much it leaves on the disk."""

    def __init__(self, output: Stream, reply: Stream, cpu_limit_s: float, limits: Limits, work: Path) -> None:
        self.output, self.reply = output, reply
        self.cpu_limit_s, self._limits, self._work = cpu_limit_s, limits, work
        self.cpu_s = self._told_s = 0.0
        self._replied: float | None = None

    def start(self, pid: int, cpu_reader: Callable[[], float]) -> None:
        """Start the clocks of the process `pid`."""
        self._pid, self._read_cpu_s = pid, cpu_reader
        self._started = self._looked = time.monotonic()
        self._asleep_s, self._written = 0.0, 0

    def drain(self) -> None:
        """Read what is left once the process is over."""
        for stream in (self.output, self.reply):
            while stream.drain():
                pass

    def stop_reason(self) -> Stop | None:
        """Return why the process must be stopped now, or None while it may go on."""
        now = time.monotonic()
        replied = self._has_replied()
        if replied:
            self._replied = self._replied or now
            if now - self._replied > _GRACE_S:
                return Stop("ok", "")
        if stop := self._flooded():
            return stop
        if now - self._looked < _LOOK_S:
            return None
        since_last_s, self._looked = now - self._looked, now
        if replied:  # what it still does changes nothing of its reply, but must not fill the disk
            return Stop("ok", "") if self._too_much_on_disk() else None
        return self._too_long(now, since_last_s) or self._too_much_on_disk()

    @property
    def has_looked(self) -> bool:
        """Tell whether it took long enough to be looked at: what is over before that cannot have made much."""
        return self._looked > self._started

    def taken(self) -> float:
        """Go on after a reply that was taken out of what came, to another one; return the CPU seconds used since the last time."""
        before, self._replied = self._told_s, None
        self._told_s = self.cpu_s = max(self.cpu_s, self._read_cpu_s())
        return self._told_s - before

    def _has_replied(self) -> bool:
        start = READY + LOADED
        return self.reply.data.startswith(start) and self.reply.data.find(b"\n", len(start)) >= 0

    def _flooded(self) -> Stop | None:
        if self.output.total > self._limits.output_mb * _MIB:
            return Stop("flooded", f"your program printed more than {self._limits.output_mb} MiB")
        if self.reply.total > self._limits.reply_mb * _MIB:
            return Stop("flooded", f"the record of your program's search grew beyond {self._limits.reply_mb} MiB")
        return None

    def _too_long(self, now: float, since_last_s: float) -> Stop | None:
        cpu_s, written = self._read_cpu_s(), self.output.total + self.reply.total
        if written == self._written and processes.is_asleep(self._pid):  # one that writes may be waiting for the grader
            self._asleep_s += min(since_last_s, _MOST_ASLEEP_S)
        self.cpu_s, self._written = max(self.cpu_s, cpu_s), written
        if self.cpu_s > self.cpu_limit_s:
            return Stop("timeout", self._unfinished(f"within {self.cpu_limit_s:g} s of computing time"))
        if self._asleep_s > self._limits.idle_s:
            return Stop("timeout", self._unfinished(f"in time: it spent {self._limits.idle_s:g} s doing nothing but wait"))
        if now - self._started > self._limits.wall_s(self.cpu_limit_s):
            return Stop("timeout", self._unfinished(f"within {self._limits.wall_s(self.cpu_limit_s):.0f} s"))
        return None

    def _too_much_on_disk(self) -> Stop | None:
        size, files = sweep.usage(self._work, self._limits.files + 1)
        if size > self._limits.disk_mb * _MIB:
            return Stop("flooded", f"your program wrote more than {self._limits.disk_mb} MiB to the disk")
        if files > self._limits.files:
            return Stop("flooded", f"your program made more than {self._limits.files} files and folders")
        return None

    def _unfinished(self, how: str) -> str:
        if LOADED in self.reply.data[: len(READY + LOADED)]:
            return f"your program did not finish {how}"
        return (f"search.py did not finish importing {how}: is there a loop, a game or a test at its top level? "
                'Put it under `if __name__ == "__main__":`')
