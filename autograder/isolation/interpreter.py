"""The Python that runs searches, and a standard library that a worker's user can read.

The warmed-up parent is started with the grader's own interpreter, so both have the same version. But an interpreter in a closed
folder (below root's home, say) fails the workers: after the change of user every import not yet made is refused. Then its
standard library is staged, by hard links where possible, in a folder open to all.
"""
from __future__ import annotations

import os
import shutil
import stat
import sys
import sysconfig
from pathlib import Path

from autograder.isolation.contract import KitFault

# no `site`: neither packages nor .pth files; no -I, which would ignore the hash seed in the (scrubbed) environment
OPTIONS = ("-s", "-S", "-B", "-X", "utf8")
_NOT_NEEDED = ("site-packages", "dist-packages", "test", "tests", "idlelib", "tkinter", "turtledemo", "ensurepip", "lib2to3", "venv")


def executable() -> str:
    """Return the interpreter itself, past any virtual environment."""
    return os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)


def readable_by_all(path: Path) -> bool:
    """Tell whether every user can reach and read `path`, going by mode bits."""
    path = Path(os.path.realpath(path))
    try:
        wanted = stat.S_IROTH | stat.S_IXOTH if path.is_dir() else stat.S_IROTH
        return path.stat().st_mode & wanted == wanted and all(p.stat().st_mode & stat.S_IXOTH for p in path.parents)
    except OSError:
        return False


def home_for_workers(staging: Path) -> Path | None:
    """Return a PYTHONHOME whose standard library all can read, or None if the interpreter's own will do.

    Args:
        staging: a folder open to all that only root can write; a copy in it is kept for the next run.

    Raises:
        KitFault: the copy could not be made.
    """
    library = Path(sysconfig.get_path("stdlib"))
    if all(readable_by_all(path) for path in (library, library / "os.py", library / "lib-dynload")):
        return None
    import hashlib  # where there is nothing to copy, nobody waits for it

    interpreter = Path(executable())
    stamp = f"{interpreter}:{interpreter.stat().st_mtime_ns}:{(library / 'os.py').stat().st_mtime_ns}:{sys.version}"
    home = staging / f"python-{sysconfig.get_python_version()}-{hashlib.sha256(stamp.encode()).hexdigest()[:12]}"
    if not home.exists():
        _stage(library, home)
    return home


def _stage(library: Path, home: Path) -> None:
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
        shutil.copy2(source, target)
