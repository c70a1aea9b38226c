"""What there is to grade: submissions, who made them, and what they scored before."""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType


@dataclass(frozen=True)
class Person:
    """One submitter; fields that the export lacks are empty."""

    name: str = ""
    sid: str = ""
    email: str = ""


@dataclass(frozen=True)
class Old:
    """What a submission scored before: its total, and (score, maximum) by check where that is known."""

    score: float
    checks: Mapping[str, tuple[float, float]] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True)
class Details:
    """What an export's metadata says of one submission."""

    people: tuple[Person, ...] = ()
    submitted_at: str = ""
    old: Old | None = None


@dataclass(frozen=True)
class Source:
    """One submission.

    Attributes:
        name: unique among all, and fit to be a folder's name on every system.
        path: the file or folder, or None where only the metadata knows of it.
        details: from the export's metadata.
        single: whether `path` is one file that stands for a search.py, whatever its name.
    """

    name: str
    path: Path | None
    details: Details = Details()
    single: bool = False


@dataclass(frozen=True)
class Batch:
    """All submissions in order, and sentences about what was odd on the way."""

    sources: Sequence[Source]
    notes: tuple[str, ...] = ()


class NotABatch(Exception):
    """There is nothing here that could be a class's submissions; the message says what to give instead."""


def natural(name: str) -> list[tuple[int, int, str]]:
    """Return a sort key by which submission_9 comes before submission_10.

    >>> sorted(["s10", "s9", "S1"], key=natural)
    ['S1', 's9', 's10']
    """
    parts = re.findall(r"[0-9]{1,18}|[^0-9]+", name.casefold())
    return [(0, int(part), "") if part.isascii() and part.isdigit() else (1, 0, part) for part in parts] + [(-1, 0, name)]
