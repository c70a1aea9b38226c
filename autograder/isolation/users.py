"""One numeric user per grader for its search processes, never shared: two of one user could kill each other."""
from __future__ import annotations

import fcntl
import os
import pwd
from pathlib import Path

from autograder.isolation.contract import KitFault
from autograder.isolation.limits import Limits


def claim(folder: Path, limits: Limits) -> tuple[int, int]:
    """Claim a user that nobody has; return it and the descriptor that holds the claim until it is closed everywhere.

    Args:
        folder: a folder that only root can write, shared by all graders of the machine.

    Raises:
        KitFault: every user of the range is taken.
    """
    for uid in range(limits.first_uid, limits.first_uid + limits.uids):
        if _has_account(uid):
            continue
        lock = os.open(folder / f"user-{uid}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return uid, lock
        except BlockingIOError:
            os.close(lock)
    raise KitFault(f"all {limits.uids} users from {limits.first_uid} on are taken by graders that are running")


def _has_account(uid: int) -> bool:
    try:
        pwd.getpwuid(uid)
        return True
    except KeyError:
        return False
