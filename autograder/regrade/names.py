"""Names that are safe as a folder's on every system, and unique."""
from __future__ import annotations

import unicodedata

_FORBIDDEN = set('<>:"/\\|?*')
_MOST_BYTES = 120  # a folder's name has 255 at most, and something may be put behind it
_TAKEN = ("report.html", "report.md", "grades.csv", "summary.json")


def harmless(name: str) -> str:
    """Return a name without what some file system, shell or page takes for something else.

    >>> harmless("../a:b\\n"), harmless("..")
    ('.._a_b_', '_')
    """
    kept = "".join("_" if char in _FORBIDDEN or unicodedata.category(char)[0] == "C" else char for char in name)
    kept = kept.encode()[:_MOST_BYTES].decode(errors="ignore").rstrip(". ")
    return kept if kept.strip("._ ") else "_"


class Unique:
    """Hands out each name once, whatever its case; the second `ada` becomes `ada~2`."""

    def __init__(self) -> None:
        self._taken = {name.casefold() for name in _TAKEN}

    def name(self, wanted: str) -> str:
        """Return `wanted`, made harmless, or the next free name like it."""
        base = harmless(wanted)
        name, number = base, 1
        while name.casefold() in self._taken:
            number += 1
            name = f"{base}~{number}"
        self._taken.add(name.casefold())
        return name
