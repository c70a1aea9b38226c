"""A position that is ranked: a case whose nodes are made when a search enters them."""
from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any

from kibitz.cases.case import Case
from kibitz.extra.lazy import LazyArena

#: Bytes of a search's record: alpha-beta in the given order takes 5 a visit, on copies 14, at no more than 40,000 visits. The judge's
#: nodes for so many take 200 MB.
EVENTS = 700_000


@dataclass(frozen=True)
class RankedCase(Case):
    """A case too large to be numbered in advance.

    Attributes:
        least: positions that the smallest tree which proves the value visits, without a table (Knuth and Moore's minimal tree).
        worst, best: what the game can be worth: no leaf is beyond, so a sure win needs no further proof.
    """

    least: int = 0
    worst: float = -inf
    best: float = inf

    @cached_property
    def arena(self) -> LazyArena:
        """The nodes that were entered so far. Never shared: each search is judged on its own."""
        return LazyArena(self.position(), self.depth)

    @property
    def budget(self) -> int:
        return EVENTS

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "least": self.least, "worst": self.worst, "best": self.best}
