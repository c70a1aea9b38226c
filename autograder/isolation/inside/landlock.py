"""Landlock by ctypes: closes the file system to a process, except for the folders that it is given.

Linux 5.13 and later; no privilege needed. With it even a world-readable checkout and the files in /tmp are closed.
"""
from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Iterable

from .libc import LIBC

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every architecture
_VERSION_FLAG, _PATH_BENEATH = 1, 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_TRUNCATE, _IOCTL_DEV = 1 << 14, 1 << 15
_ON_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
_READ = _READ_FILE | _READ_DIR
_FILE_RIGHTS_BY_VERSION = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1}
_FILE_RIGHTS_NEWEST = (1 << 16) - 1
_TCP_BIND_AND_CONNECT = 3  # since version 4
_ABSTRACT_SOCKETS_AND_SIGNALS = 3  # since version 6


def _call(number: int, *arguments: object) -> int:
    result: int = LIBC.syscall(ctypes.c_long(number), *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), "landlock: " + os.strerror(ctypes.get_errno()))
    return result


def version() -> int:
    """Return the kernel's version of Landlock, 0 where there is none."""
    if not sys.platform.startswith("linux"):
        return 0
    try:
        return _call(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION_FLAG))
    except OSError:
        return 0


def ruleset(readable: Iterable[str], writable: Iterable[str]) -> int:
    """Return a descriptor of rules that open these files and folders and close all else; paths not there are passed over.

    Raises:
        OSError: the kernel refused.
    """
    kernel = version()
    rights = _FILE_RIGHTS_BY_VERSION.get(kernel, _FILE_RIGHTS_NEWEST)
    handled = struct.pack("=QQQ", rights, _TCP_BIND_AND_CONNECT, _ABSTRACT_SOCKETS_AND_SIGNALS)
    size = 24 if kernel >= 6 else 16 if kernel >= 4 else 8
    rules = _call(_CREATE_RULESET, handled, ctypes.c_size_t(size), ctypes.c_uint32(0))
    for path in readable:
        _open_up(rules, path, _READ & rights)
    for path in writable:
        _open_up(rules, path, rights & ~(_EXECUTE | _IOCTL_DEV))
    return rules


def _open_up(rules: int, path: str, rights: int) -> None:
    try:
        folder = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not os.path.isdir(path):
            rights &= _ON_FILES
        rule = struct.pack("=Qi", rights, folder)
        _call(_ADD_RULE, ctypes.c_int(rules), ctypes.c_int(_PATH_BENEATH), rule, ctypes.c_uint32(0))
    finally:
        os.close(folder)


def restrict(rules: int) -> None:
    """Put `rules` on this process for good; `no_new_privs` must be set.

    Raises:
        OSError: the kernel refused.
    """
    _call(_RESTRICT_SELF, ctypes.c_int(rules), ctypes.c_uint32(0))
