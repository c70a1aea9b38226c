"""Linux processes by way of /proc: what they use, and the end of all that belong to a user."""
from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterator

_TICKS_PER_S = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_PATIENCE_S = 10.0
_STATUS_BYTES = 4096  # the first lines are enough


def _fields(stat: str) -> list[str] | None:
    """Return the fields of a /proc/.../stat file from the state (field 3) on; None once the process is gone."""
    try:
        with open(stat, encoding="latin-1") as file:  # a thread names itself, in any bytes
            return file.read().rpartition(")")[2].split()
    except OSError:
        return None


def cpu_s(pid: int) -> float:
    """Return the CPU seconds used by all threads of `pid`, 0 once it is gone."""
    fields = _fields(f"/proc/{pid}/stat")
    return (int(fields[11]) + int(fields[12])) / _TICKS_PER_S if fields else 0.0


def session_cpu_s(session: int, uid: int | None) -> float:
    """Return the CPU seconds of all living processes of `session` and, if given, of the user `uid`."""
    total = 0.0
    for pid in _all():
        fields = _fields(f"/proc/{pid}/stat")
        if fields and (int(fields[3]) == session or (uid is not None and uid in _users(pid))):
            total += (int(fields[11]) + int(fields[12])) / _TICKS_PER_S
    return total


def is_asleep(pid: int) -> bool:
    """Tell whether every thread of `pid` sleeps (waiting for the disk is not sleeping)."""
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return False
    states = [_fields(f"/proc/{pid}/task/{thread}/stat") for thread in threads]
    return all(fields is None or fields[0] in "STtZ" for fields in states)


def _all() -> Iterator[int]:
    return (int(name) for name in os.listdir("/proc") if name.isdigit())


def _users(pid: int) -> set[int]:
    """Return the real, effective, saved and file-system user of a living process; nothing for a dead one."""
    try:
        with open(f"/proc/{pid}/status", "rb", buffering=0) as file:
            status = file.read(_STATUS_BYTES)
    except OSError:
        return set()
    state, users = _line(status, b"\nState:"), _line(status, b"\nUid:")
    return set() if state[:1] in (b"Z", b"X") else {int(user) for user in users.split()}


def _line(status: bytes, name: bytes) -> bytes:
    """Return what stands after `name`; a process chooses its own name, but the kernel writes a line break in it as an escape."""
    start = status.find(name) + len(name)
    return status[start : status.find(b"\n", start)].strip() if start >= len(name) else b""


def of_user(uid: int) -> list[int]:
    """Return the living processes of the user `uid`."""
    return [pid for pid in _all() if uid in _users(pid)]


def kill_user(uid: int) -> int:
    """Kill all processes of the user `uid` until /proc shows none; return how many were found. Root only.

    Raises:
        TimeoutError: some live on.
    """
    found: set[int] = set()
    deadline = time.monotonic() + _PATIENCE_S
    while alive := of_user(uid):
        found.update(alive)
        for pid in alive:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if time.monotonic() > deadline:
            raise TimeoutError(f"processes of user {uid} cannot be killed: {alive}")
        time.sleep(0.002)
    return len(found)
