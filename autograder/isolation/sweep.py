"""Takes away what a submission left on the disk, whatever it built there."""
from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

_DEEPEST = 30
SHARED = tuple(map(Path, ("/tmp", "/var/tmp", "/dev/shm", "/run/lock", "/dev/mqueue")))


def remove(path: str | Path) -> None:
    """Remove a file, or a folder with all that is in it.

    No recursion and no long path: folders nested 100,000 deep, or closed to their owner, go the same way. A folder's
    folders are moved up beside it until none has a child. Links are removed, never followed. Its owner must be dead.
    """
    if os.rmdir not in os.supports_dir_fd:  # Windows, where no submission's process has rights of its own to abuse
        from shutil import rmtree

        rmtree(path, ignore_errors=True)
        return
    try:
        if not stat.S_ISDIR(os.lstat(path).st_mode):
            os.unlink(path)
            return
        top = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except PermissionError:
        os.chmod(path, 0o700)
        top = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except FileNotFoundError:
        return
    try:
        _empty(top)
    finally:
        os.close(top)
    os.rmdir(path)


def _empty(top: int) -> None:
    os.fchmod(top, 0o700)
    numbers = count()
    while folders := _folders_after_removing_files(top):
        for name in folders:
            os.chmod(name, 0o700, dir_fd=top)  # a real folder: links were removed, and nobody is left to swap it
            inner = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=top)
            try:
                for below in _folders_after_removing_files(inner):
                    os.chmod(below, 0o700, dir_fd=inner)  # to move a folder its ".." must be writable
                    os.rename(below, _free_name(top, numbers), src_dir_fd=inner, dst_dir_fd=top)
            finally:
                os.close(inner)
            os.rmdir(name, dir_fd=top)


def _folders_after_removing_files(folder: int) -> list[str]:
    while True:
        found, removed = [], False
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    found.append(entry.name)
                else:
                    os.unlink(entry.name, dir_fd=folder)
                    removed = True
        if not removed:  # a listing may pass over entries while others are removed
            return found


def _free_name(folder: int, numbers: Iterator[int]) -> str:
    while True:
        name = f".removing-{next(numbers)}"
        try:
            os.stat(name, dir_fd=folder, follow_symlinks=False)
        except FileNotFoundError:
            return name


def usage(folder: Path, most: int) -> tuple[int, int]:
    """Return how many bytes and how many entries there are in `folder`, while somebody may be writing there.

    Counting ends at `most` entries; folders nested deeper than any honest program's count as that many.
    """
    size = number = 0
    waiting = [(folder, 0)]
    while waiting and number < most:
        here, depth = waiting.pop()
        if depth > _DEEPEST:
            return size, most
        try:
            with os.scandir(here) as entries:
                for entry in islice(entries, most):
                    number += 1
                    size += getattr(entry.stat(follow_symlinks=False), "st_blocks", 0) * 512
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append((Path(entry.path), depth + 1))
        except FileNotFoundError:
            continue
        except OSError:  # closed, or its path is too long
            return size, most
    return size, number


def sweep_user(uid: int, shared: tuple[Path, ...] = SHARED) -> list[Path]:
    """Remove what the user `uid` owns in folders that everyone can write; return what it was. Root only."""
    removed = []
    for folder in shared:
        for path in _owned(folder, uid):
            remove(path)
            removed.append(path)
    return removed


def _owned(folder: Path, uid: int) -> list[Path]:
    """Return the topmost entries below `folder` that belong to `uid`, looking into folders that everyone can write."""
    found, waiting = [], [folder]
    while waiting:
        try:
            entries = list(os.scandir(waiting.pop()))
        except OSError:
            continue
        for entry in entries:
            try:
                status = entry.stat(follow_symlinks=False)
            except OSError:
                continue
            if status.st_uid == uid:
                found.append(Path(entry.path))
            elif stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_IWOTH:
                waiting.append(Path(entry.path))
    return found
