"""Writes a file in one step: the old one or the new one, never half of either."""
from __future__ import annotations

import os
from pathlib import Path


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file, in a folder that is there.

    Raises:
        OSError: there is no room or no right to; the old file stays as it was, and nothing else is left.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        temporary.write_bytes(data)
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write UTF-8 with the line ends as they are; see `write_bytes`."""
    write_bytes(path, text.encode("utf-8", "replace"))
