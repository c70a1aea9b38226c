"""How far the isolation is a security boundary: what is sealed, what a search could still reach, and how to say so."""
from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from autograder.isolation.contract import KitFault

GRADESCOPE = Path("/autograder/source")
_MOST_PROBED = 500
_NAMES_SHOWN = 3


def probed(secrets: Sequence[Path]) -> list[str]:
    """Return the secrets and, of their files, as many as are worth trying: a closed folder may hold a file with a known name."""
    found = [str(path) for path in secrets if path.exists()]
    for folder in list(found):
        files = (os.path.join(here, name) for here, _, names in os.walk(folder) for name in names if not name.endswith(".pyc"))
        found += islice(files, _MOST_PROBED)
    return found


def shortcomings(own_user: bool, seccomp: bool, landlock: int, readable: Sequence[str], writable: Sequence[str]) -> str:
    """Return a line that says why this is no security boundary, or what is weaker than it could be; empty if nothing is.

    Raises:
        KitFault: on Gradescope, where nothing may be graded then.
    """
    reached = [f"can read {path}" for path in readable[:_NAMES_SHOWN]] + [f"can write {path}" for path in writable[:_NAMES_SHOWN]]
    if GRADESCOPE.is_dir() and (reached or not own_user):
        raise KitFault("a submission " + (", ".join(reached) or "would run as the grader's own user")
                       + ": nothing was graded. Staff: run the autograder as root, on a freshly built image")
    if not own_user:
        return "not a security boundary: without root, a search runs as your own user"
    if reached:
        return "not a security boundary: a search " + ", ".join(reached)
    return "" if seccomp or landlock else "a weak security boundary: this system offers neither seccomp nor Landlock"
