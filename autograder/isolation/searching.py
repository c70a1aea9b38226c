"""One search process as the grader sees it: its pipes, its clocks, and the wait for what it says."""
from __future__ import annotations

import contextlib
import fcntl
import os
import select
from collections.abc import Callable
from pathlib import Path
from typing import Any

from autograder.isolation import processes
from autograder.isolation.limits import Limits
from autograder.isolation.outcome import End
from autograder.isolation.parent import ParentGone, WarmParent
from autograder.isolation.watch import Stop, Stream, Watch

_MIB = 1 << 20
_TICK_MS = 50
_USUAL = 1 << 10  # bytes of a reply that has only begun


class SearchProcess:
    """A search process, from its order to its end.

    Attributes:
        watch: what it wrote, and its clocks.
        stop: why it was stopped, if it was.
        ended: how it ended, once that is known.
    """

    def __init__(self, parent: WarmParent, limits: Limits, work: Path, cpu_s: float, gone: Callable[[], bool]) -> None:
        """Make its pipes.

        Args:
            parent: which forks it.
            limits: of the run.
            work: the folder in which it may write.
            cpu_s: CPU seconds that it may use.
            gone: tells whether nobody waits for it any more.
        """
        self._parent, self._gone = parent, gone
        output, self._output_end = pipe()
        reply, self._reply_end = pipe()
        self.watch = Watch(Stream(output, limits.printed_bytes), Stream(reply, limits.reply_mb * _MIB + 1), cpu_s, limits, work)
        self.stop: Stop | None = None
        self.ended: End | None = None

    @property
    def from_outside(self) -> bool:
        """Tell whether neither the watcher nor the program itself ended it, so that another try is fair."""
        if self.stop is not None or self.watch.cpu_s > self.watch.cpu_limit_s:
            return False
        return self.ended is None or self.ended.killed

    def order(self, order: dict[str, Any], asked: int) -> None:
        """Have it started, to read its request from the descriptor `asked`; where nobody is there to do so, the next step says so."""
        try:
            self._parent.tell({"run": order}, (asked, self._reply_end, self._output_end))
        except ParentGone:
            pass
        finally:
            os.close(self._output_end)
            os.close(self._reply_end)

    def start_the_clock(self, uid: int | None) -> None:
        """Wait until it is known which process it is, and watch that from here on.

        Raises:
            ParentGone: there is none.
        """
        pid = self._parent.hear()["pid"]
        alone = self._parent.facts()["seccomp"]  # then it can have no other process
        self.watch.start(pid, lambda: processes.cpu_s(pid) if alone else processes.session_cpu_s(pid, uid))

    def follow(self, enough: Callable[[], bool] | None = None) -> bool:
        """Drain and watch until it is over, or `enough` says so of what it replied; tell whether it is over.

        Raises:
            ParentGone: nobody knows what became of it.
        """
        control, streams = self._parent.control.fileno(), {self.watch.output.descriptor: self.watch.output}
        reply = self.watch.reply
        if enough is not None:
            streams[reply.descriptor] = reply
        waiting = select.poll()
        for descriptor in (control, *(descriptor for descriptor, stream in streams.items() if stream.open)):
            waiting.register(descriptor, select.POLLIN)
        while enough is None or not enough():
            ready = dict(waiting.poll(_TICK_MS))
            for descriptor, stream in streams.items():
                if descriptor in ready:
                    stream.drain()
                    if not stream.open:
                        waiting.unregister(descriptor)
            if control in ready:
                return True
            if reply.descriptor not in streams and reply.drain() and len(reply.data) > _USUAL:
                streams[reply.descriptor] = reply  # a long one; for a usual one, which finds room, nobody need be woken
                waiting.register(reply.descriptor, select.POLLIN)
            if self._gone():
                raise ParentGone
            if self.stop is None and (stop := self.watch.stop_reason()):
                self.stop = stop
                self._parent.tell({"kill": True})
        return False

    def end(self) -> None:
        """Note how it ended, once it has.

        Raises:
            ParentGone: nobody knows.
        """
        self.ended = End.of_wait(self._parent.hear()["over"])

    def close(self) -> None:
        """Read what is left once it is over, and close its pipes."""
        self.watch.drain()
        for stream in (self.watch.output, self.watch.reply):
            os.close(stream.descriptor)


def pipe() -> tuple[int, int]:
    """Return the ends of a pipe with much room, of which reading waits for nothing."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    with contextlib.suppress(OSError):  # a user has only so much; what does not fit is read bit by bit
        fcntl.fcntl(reading, fcntl.F_SETPIPE_SZ, _MIB)
    return reading, writing
