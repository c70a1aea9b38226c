"""Takes every privilege from a freshly forked process, before a line of the student's code is read."""
from __future__ import annotations

import ctypes
import os
import resource
import signal
from dataclasses import dataclass
from typing import Any

from . import landlock, seccomp
from .libc import LIBC

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_NO_NEW_PRIVS = 1, 4, 38
_MIB = 1 << 20
_SPARE_CPU_S = 2  # the watching grader is first; the kernel's own limit is for when it cannot be


@dataclass(frozen=True)
class Confinement:
    """How a search process is confined.

    Attributes:
        uid: the numeric user and group it becomes; None keeps the grader's (then it is no security boundary).
        rules: the descriptor of Landlock rules, None without.
        seccomp: whether a seccomp filter is put on it.
        cpu_s: CPU seconds it may use.
        limits: the fields of `Limits`, as a dictionary.
    """

    uid: int | None
    rules: int | None
    seccomp: bool
    cpu_s: float
    limits: dict[str, Any]


def confine(how: Confinement) -> None:
    """Confine this process for good.

    Raises:
        OSError: one of the measures failed; the process must end then, and run nothing.
    """
    os.umask(0o077)
    _first_to_go()
    _limit(how)
    if how.uid is not None:
        os.setgroups([])
        os.setresgid(how.uid, how.uid, how.uid)
        os.setresuid(how.uid, how.uid, how.uid)
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)  # after the change of user, which forgets it
    _prctl(_PR_SET_DUMPABLE, 0)
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    if how.rules is not None:
        landlock.restrict(how.rules)
        os.close(how.rules)
    if how.seccomp:
        seccomp.install()


def _first_to_go() -> None:
    """Where memory runs out, let the system end this process before the grader."""
    try:
        file = os.open("/proc/self/oom_score_adj", os.O_WRONLY)
        try:
            os.write(file, b"1000")
        finally:
            os.close(file)
    except OSError:
        pass  # a hardened /proc; the limit on memory still holds


def _limit(how: Confinement) -> None:
    limits = how.limits
    cpu_s = int(how.cpu_s) + _SPARE_CPU_S
    wanted = {
        resource.RLIMIT_AS: limits["memory_mb"] * _MIB,
        resource.RLIMIT_FSIZE: limits["file_mb"] * _MIB,
        resource.RLIMIT_NOFILE: limits["open_files"],
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_STACK: limits["stack_mb"] * _MIB,
    }
    if how.uid is not None:
        wanted[resource.RLIMIT_NPROC] = limits["processes"]  # counts per user: of the grader's own it would stop the user's programs
    for kind, value in wanted.items():
        _, ceiling = resource.getrlimit(kind)
        value = value if ceiling == resource.RLIM_INFINITY else min(value, ceiling)
        resource.setrlimit(kind, (value, value))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s + 1))


def _prctl(option: int, value: int) -> None:
    if LIBC.prctl(option, ctypes.c_ulong(value), 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), f"prctl {option}: " + os.strerror(ctypes.get_errno()))
