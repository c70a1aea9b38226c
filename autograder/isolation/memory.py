"""Nameless files in memory: how one process hands another what is too long for a packet."""
from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator


@contextlib.contextmanager
def in_memory(data: bytes) -> Iterator[int]:
    """Yield the descriptor of a nameless file in memory that holds `data`, to be read from its start."""
    with open(os.memfd_create("request"), "wb", buffering=0) as file:
        while data:
            data = data[file.write(data):]
        file.seek(0)
        yield file.fileno()


def whole(descriptor: int) -> bytes:
    """Return what is in such a file, and close it."""
    with open(descriptor, "rb") as file:
        return file.read()
