"""Names the bug: how a submission behaves on a fixed set of probes, compared with how known mistakes behave there.

A behaviour is told at four levels, the most telling first: every step; the leaves; the values; the values with those
that are nowhere in the tree told by their sign only (so that any "finite infinity" matches). What two mistakes share at
a level names neither there, and what a right program does is never named. No match, no claim.
"""
from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from games.game import Number
from kibitz.cases.case import Case
from kibitz.judge.judging import Runner
from kibitz.judge.run import Run

PROBES = Path(__file__).resolve().parent / "data" / "probes.json"
LEVELS = ("steps", "leaves", "values", "outline")
FIRST = 10  #: probes, small ones, on which a search that does not end is tried first: on all it takes a tenth of a second
TOLD = ("returned", "raised", "stopped")  #: what else may happen (no such function, no time left) names nothing


@dataclass(frozen=True)
class Diagnosis:
    """A known mistake whose behaviour a submission shows.

    Attributes:
        id: of the mistake.
        sentence: "Looks like a search that ...".
        hint: what was probably meant, what happens instead, where to look.
    """

    id: str
    sentence: str
    hint: str


@dataclass(frozen=True)
class Probes:
    """What is stored for one function: its cases, and for each level the mistakes by the digest of their behaviour.

    `first` holds how known mistakes behave on the first probes alone, at the last level, which all that are alike share.
    """

    cases: tuple[Case, ...]
    known: dict[str, dict[str, str]]
    mistakes: dict[str, tuple[str, str]]
    first: frozenset[str]


def diagnose(function: str, runner: Runner, path: Path = PROBES, endless: bool = False) -> Diagnosis | None:
    """Run a function's probes and return the mistake that behaves the same, or None.

    Args:
        function: whose probes.
        runner: runs cases and gives their answers.
        path: the stored probes.
        endless: whether a search did not end: then the first probes must fit before the others are run.
    """
    probes = load(path).get(function)
    if probes is None:
        return None
    if endless:
        seen = _told(probes.cases[:FIRST], runner)
        if seen is None or seen[LEVELS[-1]] not in probes.first:
            return None
    digests = _told(probes.cases, runner)
    if digests is None:
        return None
    for level in LEVELS:
        found = probes.known[level].get(digests[level])
        if found:
            looks_like, hint = probes.mistakes[found]
            return Diagnosis(found, f"Looks like a search that {looks_like}.", hint)
    return None


def _told(cases: Sequence[Case], runner: Runner) -> dict[str, str] | None:
    """Return the digests of a program's behaviour on these cases; None where it told too little."""
    answers = runner(cases, True)
    if len(answers) != len(cases) or any(answer["status"] not in TOLD for answer in answers):
        return None
    return behaviour([Run(case, answer) for case, answer in zip(cases, answers)])


@lru_cache(maxsize=2)
def load(path: Path = PROBES) -> dict[str, Probes]:
    """Read the stored probes, by function; empty where there are none."""
    if not path.exists():
        return {}
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return {
        function: Probes(tuple(Case.from_json(case) for case in entry["cases"]), entry["known"],
                         {name: (texts[0], texts[1]) for name, texts in entry["mistakes"].items()}, frozenset(entry["first"]))
        for function, entry in data.items()
    }


def behaviour(runs: Sequence[Run]) -> dict[str, str]:
    """Return the digest of what a program did on the probes, for each level."""
    from hashlib import sha256  # few submissions get here, and it takes a while to import

    told = {
        "steps": [[_outcome(run), _place(run), run.replay.entered, run.replay.asked, sorted(run.replay.leaves)] for run in runs],
        "leaves": [[_outcome(run), _place(run), sorted(run.replay.leaves)] for run in runs],
        "values": [[_outcome(run), run.replay.restored] for run in runs],
        "outline": [[_outline(run), run.replay.restored] for run in runs],
    }
    return {level: sha256(json.dumps(what).encode()).hexdigest()[:16] for level, what in told.items()}


def _place(run: Run) -> int:
    return run.replay.end if run.returned else 0


def _outcome(run: Run) -> str:
    """Return what came back, in words that do not depend on style: 3 and 3.0 are one number."""
    if run.replay.broken is not None:
        return run.replay.broken[0].name
    if not run.returned:
        return str(run.answer.get("error") or run.answer["status"])
    if run.case.function == "best_move":
        value = run.answer["value"]
        return f"move {run.move}" if run.move is not None else "None" if value is None else str(value.get("type"))
    if run.value is None:
        return str(run.answer["value"].get("type") if isinstance(run.answer["value"], dict) else None)
    return nine_digits(run.value)


def nine_digits(value: Number) -> str:
    """Return a number to nine digits; one too large for a float is told by how many digits it has."""
    try:
        return f"{float(value) + 0.0:.9g}"
    except OverflowError:
        return f"{'-' if value < 0 else ''}{len(str(abs(int(value))))} digits"


def _outline(run: Run) -> str:
    value = run.value
    if value is None or run.replay.broken is not None or run.case.function == "best_move":
        return _outcome(run)
    arena = run.arena
    there = [*arena.values, *(estimate for estimate in arena.estimate if estimate is not None)]
    if nine_digits(value) in map(nine_digits, there):
        return nine_digits(value)
    return "above 0, from nowhere" if value > 0 else "0, from nowhere" if value == 0 else "below 0, from nowhere"
