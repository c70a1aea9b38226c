"""Tries, as a confined search process, what a submission must not be able to do."""
from __future__ import annotations

import os
from typing import Any


def probe(paths: list[str], modules: list[str]) -> dict[str, Any]:
    """Return which of `paths` can be read or written here, and which of `modules` cannot be imported."""
    return {
        "readable": [path for path in paths if _opens(path, os.O_RDONLY)],
        "writable": [path for path in paths if _can_write(path)],
        "missing": [name for name in modules if not _imports(name)],
    }


def _opens(path: str, how: int) -> bool:
    try:
        os.close(os.open(path, how | os.O_NONBLOCK | os.O_NOCTTY))
        return True
    except OSError:
        return False


def _can_write(path: str) -> bool:
    if not os.path.isdir(path):
        return _opens(path, os.O_WRONLY)
    name = os.path.join(path, f".kibitz-probe-{os.getpid()}")
    if not _opens(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL):
        return False
    os.unlink(name)
    return True


def _imports(name: str) -> bool:
    try:
        __import__(name)
        return True
    except ImportError:
        return False
