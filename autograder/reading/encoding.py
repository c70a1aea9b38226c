"""Says what is wrong with a file that is not Python text, and how to mend it.

It looks at bytes only: a submission's source is parsed in the isolated process, never in the grader's.
"""
from __future__ import annotations

import codecs
import re

_MEND = "save it as UTF-8 (in VS Code: click the encoding in the status bar, then Save with Encoding)"
_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK = re.compile(rb"^[ \t\f]*(?:#[^\r\n]*)?$")
_QUOTES_OF_WINDOWS = b"\x91\x92\x93\x94"
_CONTAINERS = {
    b"PK\x03\x04": "a zip archive (or an Office document)", b"\x1f\x8b": "a gzip archive", b"%PDF": "a PDF",
    b"{\\rtf": "an RTF document (TextEdit: Format, Make Plain Text)", b"7z\xbc\xaf": "a 7z archive", b"Rar!": "a RAR archive",
    b"\x89PNG": "a picture", b"\xff\xd8\xff": "a picture",
}


def problem(name: str, content: bytes) -> str | None:
    """Return a sentence that says why `content`, of the file `name`, is not Python text and how to mend it; None if it may be."""
    for start, what in _CONTAINERS.items():
        if content.startswith(start):
            return f"{name} is {what}, not a Python file: submit the program as plain text"
    if (wide := _wide(content)) is not None:
        return f"{name} is not UTF-8 text (it looks like {wide}): {_MEND}"
    if b"\0" in content:
        return f"{name} contains null bytes (line {_line(content, content.index(0))}), so it is not a text file: {_MEND}"
    if _is_notebook(content):
        return f"{name} is a Jupyter notebook, not a Python file: export it (File, Save and Export Notebook As, Executable Script)"
    if re.match(rb"\s*(<!doctype html|<html)", content[:200], re.IGNORECASE):
        return f"{name} is a web page, not a Python file: download the file itself"
    return _undecodable(name, content)


def _wide(content: bytes) -> str | None:
    if content.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "UTF-32"
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "UTF-16"
    start = content[:200]
    if len(start) >= 8 and (start[1::2].count(0) > len(start) // 3 or start[::2].count(0) > len(start) // 3):
        return "UTF-16"
    return None


def _is_notebook(content: bytes) -> bool:
    return content.lstrip().startswith(b"{") and b'"cells"' in content and b'"nbformat"' in content


def _undecodable(name: str, content: bytes) -> str | None:
    cookie = _cookie(content)
    if cookie is not None and not _is_utf_8(cookie):
        return None  # Python decodes it, in the isolated process; codecs can be slow
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        byte, line = content[error.start], _line(content, error.start)
        quotes = " (curly quotes of a word processor: type plain ones)" if byte in _QUOTES_OF_WINDOWS else ""
        return f"{name} is not UTF-8 text: byte 0x{byte:02x} in line {line}{quotes}: {_MEND}"
    return None


def _cookie(content: bytes) -> str | None:
    """Return the encoding that PEP 263 finds in the first two lines."""
    for line in re.split(rb"\r\n|\r|\n", content[:1000])[:2]:
        if found := _COOKIE.match(line):
            return found[1].decode()
        if not _BLANK.match(line):
            return None
    return None


def _is_utf_8(cookie: str) -> bool:
    return cookie.lower().replace("_", "-") in ("utf-8", "utf8", "utf-8-sig", "u8")


def _line(content: bytes, position: int) -> int:
    return len(re.findall(rb"\r\n|\r|\n", content[:position])) + 1
