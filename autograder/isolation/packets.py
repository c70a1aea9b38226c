"""How the grader and its driver talk: packets of JSON, and nameless files in memory for what is too long for a packet."""
from __future__ import annotations

import contextlib
import json
import os
import socket
from collections.abc import Iterator
from typing import Any

_PACKET = 1 << 18


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


def send(control: socket.socket, message: dict[str, Any], attached: bytes) -> None:
    """Send a message and, in a nameless file, what is attached to it."""
    data = json.dumps(message).encode()
    if not attached:
        control.send(data)
        return
    with in_memory(attached) as file:
        socket.send_fds(control, [data], [file])


def received(control: socket.socket) -> tuple[dict[str, Any] | None, list[int]]:
    """Return the next message and the descriptor that came with it, if any; None at the end."""
    data, descriptors, _, _ = socket.recv_fds(control, _PACKET, 1, socket.MSG_CMSG_CLOEXEC)
    return (json.loads(data) if data else None), list(descriptors)
