"""The leaderboard: its columns for one submission, and the order of a class."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.extra.ranking import Ranking

VISITS, FACTOR = "positions visited", "times the minimal tree"

def entries(ranking: Ranking) -> list[dict[str, Any]]:
    """Return the leaderboard's columns as Gradescope reads them; none where the submission is not ranked."""
    if not ranking.ranked:
        return []
    return [{"name": VISITS, "value": ranking.visits, "order": "asc"}, {"name": FACTOR, "value": round(ranking.factor, 2), "order": "asc"}]


@dataclass(frozen=True)
class Place:
    """One line of a class's order: equal numbers of visits share a place."""

    place: int
    name: str
    visits: int
    factor: float


def standings(results: Mapping[str, Mapping[str, Any]]) -> list[Place]:
    """Return the order of a class from its results.json, by name of submission; those that are not ranked are left out."""
    found = []
    for name, data in results.items():
        columns = {entry["name"]: entry["value"] for entry in data.get("leaderboard", ())}
        if VISITS in columns:
            found.append((columns[VISITS], name, columns[FACTOR]))
    found.sort()
    every = [visits for visits, _, _ in found]
    return [Place(every.index(visits) + 1, name, visits, factor) for visits, name, factor in found]
