"""The Python that runs searches, and a standard library that a worker's user can read.

The warmed-up parent is started with the grader's own interpreter, so both have the same version. But an interpreter in a closed
folder (below root's home, say) fails the workers: after the change of user every import not yet made is refused. Then its
standard library is staged, by hard links where possible, in a folder open to all.
"""
from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from autograder.isolation.contract import KitFault
from autograder.isolation.headstart import home_in, library_is_open

_NOT_NEEDED = ("site-packages", "dist-packages", "test", "tests", "idlelib", "tkinter", "turtledemo", "ensurepip", "lib2to3", "venv")


def home_for_workers(staging: Callable[[], Path]) -> Path | None:
    """Return a PYTHONHOME whose standard library all can read, or None if the interpreter's own will do.

    Args:
        staging: gives a folder open to all that only root can write; a copy in it is kept for the next run.

    Raises:
        KitFault: the copy could not be made.
    """
    if library_is_open():
        return None
    import sysconfig  # where there is nothing to copy, nobody waits for it

    home = Path(home_in(str(staging())))
    if not home.exists():
        _stage(Path(sysconfig.get_path("stdlib")), home)
    return home


def _stage(library: Path, home: Path) -> None:
    import shutil

    making = home.with_name(f"{home.name}.{os.getpid()}")
    try:
        target = making / "lib" / library.name
        target.parent.mkdir(parents=True, mode=0o755)
        shutil.copytree(library, target, copy_function=_link_or_copy, ignore=shutil.ignore_patterns(*_NOT_NEEDED))
        for folder, _, files in os.walk(making):
            os.chmod(folder, 0o755)
            for name in files:
                if os.stat(os.path.join(folder, name)).st_mode & 0o444 != 0o444:
                    os.chmod(os.path.join(folder, name), 0o644)
        making.rename(home)
    except OSError as error:
        shutil.rmtree(making, ignore_errors=True)
        if not home.exists():  # another grader may have been first
            raise KitFault(f"the standard library in {library} is closed to other users, and could not be copied to "
                           f"{home}: {error}. Use a Python that every user can read, such as the system's") from error


def _link_or_copy(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:
        from shutil import copy2

        copy2(source, target)
