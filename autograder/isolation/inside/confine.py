"""Takes every privilege from a freshly forked process, before a line of the student's code is read."""
from __future__ import annotations

import ctypes
import os
import resource
import signal
from typing import Any

from . import landlock, seccomp
from .libc import LIBC

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_NO_NEW_PRIVS = 1, 4, 38
_MIB = 1 << 20
_SPARE_CPU_S = 2  # the watching grader is first; the kernel's own limit is for when it cannot be


def confine_descendants(limits: dict[str, Any]) -> None:
    """Put on this process what those that it forks inherit, and what does not hinder itself.

    Args:
        limits: the fields of `Limits`, as a dictionary.

    Raises:
        OSError: one of the measures failed; nothing may be run then.
    """
    os.umask(0o077)
    _first_to_go()
    for kind, value in (
        (resource.RLIMIT_AS, limits["memory_mb"] * _MIB),
        (resource.RLIMIT_FSIZE, limits["file_mb"] * _MIB),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_STACK, limits["stack_mb"] * _MIB),
    ):
        _limit(kind, value)
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)


def confine_ahead(limits: dict[str, Any], own_user: bool, rules: int | None, filtered: bool) -> None:
    """Confine this process, a search's, for good, as far as that goes before it is known what for.

    Args:
        limits: the fields of `Limits`, as a dictionary.
        own_user: whether it will become a user of its own.
        rules: the descriptor of Landlock rules, None without.
        filtered: whether a seccomp filter is put on it.

    Raises:
        OSError: one of the measures failed; the process must end then, and run nothing.
    """
    _limit(resource.RLIMIT_NOFILE, limits["open_files"])
    if own_user:
        _limit(resource.RLIMIT_NPROC, limits["processes"])  # counts per user: of the grader's own it would stop the user's programs
    if rules is not None:
        landlock.restrict(rules)
        os.close(rules)
    if filtered:
        seccomp.install()


def confine(uid: int | None, cpu_s: float) -> None:
    """Take the rest of its privileges from this process, for good.

    Args:
        uid: the numeric user and group it becomes; None keeps the grader's (then it is no security boundary).
        cpu_s: CPU seconds it may use.

    Raises:
        OSError: one of the measures failed; the process must end then, and run nothing.
    """
    most_s = int(cpu_s) + _SPARE_CPU_S
    resource.setrlimit(resource.RLIMIT_CPU, (most_s, most_s + 1))
    if uid is not None:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)  # after the change of user, which forgets it
    _prctl(_PR_SET_DUMPABLE, 0)


def _first_to_go() -> None:
    """Where memory runs out, let the system end this process and its descendants before the grader."""
    try:
        file = os.open("/proc/self/oom_score_adj", os.O_WRONLY)
        try:
            os.write(file, b"1000")
        finally:
            os.close(file)
    except OSError:
        pass  # a hardened /proc; the limit on memory still holds


def _limit(kind: int, value: int) -> None:
    _, ceiling = resource.getrlimit(kind)
    value = value if ceiling == resource.RLIM_INFINITY else min(value, ceiling)
    resource.setrlimit(kind, (value, value))


def _prctl(option: int, value: int) -> None:
    if LIBC.prctl(option, ctypes.c_ulong(value), 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), f"prctl {option}: " + os.strerror(ctypes.get_errno()))
