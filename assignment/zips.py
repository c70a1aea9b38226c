"""Zip archives that come out the same, byte for byte, whenever and wherever they are made from the same files."""
from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from autograder.files import write_bytes

_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the first moment that a zip can name: no real date, so none that changes
_UNIX = 3
_TEXT = {".py", ".sh", ".md", ".txt", ".json", ".toml", ".html", ".css", ".js", ".svg", ""}


def archive(files: Mapping[str, bytes], programs: frozenset[str] = frozenset()) -> bytes:
    """Return a zip of these files.

    Args:
        files: path in the archive to content.
        programs: the paths that may be executed.

    >>> archive({"b": b"2", "a": b"1"}) == archive({"a": b"1", "b": b"2"})
    True
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as zipped:
        for name in sorted(files):
            info = zipfile.ZipInfo(name, _LONG_AGO)
            info.create_system = _UNIX
            info.external_attr = (0o100755 if name in programs else 0o100644) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            zipped.writestr(info, files[name], compresslevel=9)
    return out.getvalue()


def content(path: Path) -> bytes:
    """Return a file's content; text with the line ends of Unix, whatever the checkout has."""
    data = path.read_bytes()
    return data.replace(b"\r\n", b"\n") if path.suffix in _TEXT else data


def digest(data: bytes) -> str:
    """Return the SHA-256 of `data`, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def put(path: Path, data: bytes) -> bool:
    """Write a file in one step, only if that changes it; tell whether it did."""
    if path.exists() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    write_bytes(path, data)
    return True
