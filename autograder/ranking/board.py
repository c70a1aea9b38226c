"""What a ranking says: to the student, on Gradescope's leaderboard, and in the order of a class."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from autograder.ranking.ranking import Ranking
from kibitz.case import Case

VISITS, FACTOR = "positions visited", "times the minimal tree"
NOTES = ("A visit is one play, wherever and for whatever it is made. The minimal tree (Knuth and Moore) is the",
         "smallest that proves the value without a table, and without knowing what a win is worth.")
HINT = "This costs no points of the required part; the leaderboard takes you in as soon as it is mended."


def entries(ranking: Ranking) -> list[dict[str, Any]]:
    """Return the leaderboard's columns as Gradescope reads them; none where the submission is not ranked."""
    if not ranking.ranked:
        return []
    return [{"name": VISITS, "value": ranking.visits, "order": "asc"}, {"name": FACTOR, "value": round(ranking.factor, 2), "order": "asc"}]


def headline(ranking: Ranking) -> str:
    """Return one line on the whole."""
    if ranking.problem is not None:
        return f"Not ranked: {ranking.problem.sentence}"
    return f"Ranked: your {ranking.function} visited {ranking.visits:,} positions, {ranking.factor:.2f} times the minimal tree"


def report(ranking: Ranking) -> str:
    """Return all that the student is told."""
    lines = [headline(ranking) + "."]
    if ranking.case is not None:
        lines += _shown(ranking.case)
    elif ranking.ranked:
        width = max(len(line.note) for line in ranking.lines)
        lines += [f"  {'position':<{width}}  visited  minimal  factor"]
        lines += [f"  {line.note:<{width}}{line.visits:>9,}{line.least:>9,}{line.visits / line.least:>8.2f}" for line in ranking.lines]
        lines += NOTES
    return "\n".join(lines)


def _shown(case: Case) -> list[str]:
    """Return a case in which something went wrong, as a drawing and as Python."""
    position = case.position()
    module, kind = type(position).__module__, type(position).__name__
    rest = "game.legal_moves()" if case.function == "order_moves" else case.depth
    return [f"  {case.note}, depth {case.depth}:", *(f"      {row}" for row in str(position).splitlines()),
            f"Try it:  from {module} import {kind}; from search import {case.function}",
            f"         game = {position!r}", f"         {case.function}(game, {rest})", HINT]


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
