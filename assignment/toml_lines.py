"""Finds the line of a key in TOML text, for error messages: the parser forgets lines."""
from __future__ import annotations

import re
from collections.abc import Iterator

_HEADER = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]\s*(#.*)?$")
_KEY = re.compile(r"""\s*((?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+))*)\s*=""")
_PART = re.compile(r""""([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+)""")
_LONG = ('"""', "'''")


def line_of(text: str, *path: str) -> int:
    """Return the line of a key, counted from 1: of its table's header where it has no line of its own, else 1.

    >>> line_of("a = 1\\n[b]\\n'c.d' = 2\\n", "b", "c.d"), line_of("a = 1\\n[b]\\n", "b", "missing"), line_of("", "a")
    (3, 2, 1)
    """
    found = dict(_keys(text))
    while path:
        if path in found:
            return found[path]
        path = path[:-1]
    return 1


def _keys(text: str) -> Iterator[tuple[tuple[str, ...], int]]:
    table: tuple[str, ...] = ()
    inside = ""
    for number, line in enumerate(text.splitlines(), 1):
        if inside:
            inside = "" if inside in line else inside
        elif header := _HEADER.match(line):
            table = _parts(header[1])
            yield table, number
        elif key := _KEY.match(line):
            yield (*table, *_parts(key[1])), number
            inside = next((quotes for quotes in _LONG if line.count(quotes) % 2), "")


def _parts(key: str) -> tuple[str, ...]:
    return tuple(next(part for part in match.groups() if part is not None) for match in _PART.finditer(key))
