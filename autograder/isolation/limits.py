"""The budgets and limits of one grading run, all in one place."""
from __future__ import annotations

from dataclasses import dataclass

KIT_CPU_S = 5.0  #: for one of the kit's own tasks in a search process


@dataclass(frozen=True)
class Limits:
    """What a submission may use. They are nets: event budgets decide verdicts, and an honest search stays far below.

    Attributes:
        memory_mb: address space of a search process, in MiB.
        printed_bytes: how much of what it prints is kept to be shown.
        output_mb: how much it may print in one call before it is stopped, in MiB.
        reply_mb: how long its reply may be, in MiB.
        file_mb: how large a file it may write, in MiB.
        disk_mb: how much it may write in all, in MiB.
        files: how many files and folders it may make.
        open_files: how many files it may have open.
        processes: how many threads and processes its user may have (as root only).
        idle_s: how long all its threads may sleep at once in one call, taken together, in wall seconds.
        total_cpu_s: CPU seconds of all calls together.
        total_wall_s: wall seconds from the first call to the last.
        recursion_limit: Python's, in frames.
        stack_mb: the main thread's stack, in MiB.
        first_uid: the first of the numeric users that search processes run as (as root only).
        uids: how many of them there are: as many graders can work side by side on one machine.
    """

    memory_mb: int = 256
    printed_bytes: int = 10_000
    output_mb: int = 32
    reply_mb: int = 8
    file_mb: int = 8
    disk_mb: int = 64
    files: int = 1000
    open_files: int = 64
    processes: int = 64
    idle_s: float = 3.0
    total_cpu_s: float = 110.0
    total_wall_s: float = 240.0
    recursion_limit: int = 10_000
    stack_mb: int = 64
    first_uid: int = 61_000
    uids: int = 100

    def wall_s(self, cpu_s: float) -> float:
        """Return the wall seconds after which a call is stopped whatever its CPU time says."""
        return 10 * cpu_s + 10

    def plain_wall_s(self, cpu_s: float) -> float:
        """Return the wall seconds of a call where CPU time is not known (see `isolation.plain`)."""
        return 3 * cpu_s + 2
