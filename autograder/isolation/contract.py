"""What the isolation promises the judge: a reply for every request, or a fault of the kit's own."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

Status = Literal["ok", "crashed", "timeout", "memory", "flooded", "refused", "died"]
STATUSES: tuple[str, ...] = get_args(Status)


class KitFault(Exception):
    """The kit, its installation or the machine is at fault: no submission may lose a point by it."""


class TaskFailed(Exception):
    """A search process did not do one of the kit's own tasks; a submission's files may be the reason."""

    @classmethod
    def because(cls, task: str, reason: str) -> TaskFailed:
        """Say which task, and why."""
        return cls(f"the task {task} failed in a search process: {reason}")


@dataclass(frozen=True)
class Reply:
    """What came back for one request.

    Attributes:
        status: "ok" (`line` is the worker's reply); "refused" (search.py could not be loaded); "timeout" (CPU, wall clock or the
            run's whole budget); "memory"; "flooded" (printed, wrote or replied too much); "crashed" (ended by a signal);
            "died" (ended without a reply, or broke its own process).
        line: the reply, one JSON document without a line end; empty unless "ok". It is the submission's word, to be checked.
        printed: what the program printed, cut and with control characters made visible.
        reason: a sentence for the student; empty when "ok".
        cpu_s: the CPU seconds that the call took.
    """

    status: Status
    line: bytes = b""
    printed: str = ""
    reason: str = ""
    cpu_s: float = 0.0


class Later:
    """A call that is made when its reply is waited for."""

    def __init__(self, call: Callable[[], Reply]) -> None:
        self._call = call

    def ready(self) -> bool:
        """Tell that the reply is not there."""
        return False

    def reply(self) -> Reply:
        """Make the call."""
        return self._call()
