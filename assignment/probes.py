"""Stores how every mistake of the catalogue behaves on the probes: autograder/data/probes.json.

The mistakes' code stays here; digests of their behaviour, and the words for them, are all that ships.
"""
from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assignment import catalogue, trial
from assignment.catalogue import Mistake
from assignment.probe_cases import probe_cases
from autograder.diagnosis import FIRST, LEVELS, PROBES, behaviour
from kibitz.cases.case import Case
from kibitz.judge.checks import FUNCTIONS
from kibitz.judge.run import Run

Digests = dict[str, str]
_ON_THE_FIRST = "first"


@dataclass(frozen=True)
class Clash:
    """Mistakes that no probe tells apart, or one that none tells from a right program."""

    function: str
    names: tuple[str, ...]

    def __str__(self) -> str:
        return f"no probe of {self.function} tells {' from '.join(self.names)}: merge them, or add a case to assignment/probe_cases.py"


def digests(source: str, function: str) -> Digests | None:
    """Return a program's behaviour on the probes of a function; None where its process died."""
    found: Digests | None = trial.in_child(lambda: _digests(source, probe_cases(function)))
    return found


def _digests(source: str, cases: Sequence[Case]) -> Digests:
    runs = [Run(case, answer) for case, answer in zip(cases, trial.answers(source, cases, keep_going=True))]
    return {**behaviour(runs), _ON_THE_FIRST: behaviour(runs[:FIRST])[LEVELS[-1]]}


def _digests_of(job: tuple[str, str]) -> Digests | None:
    return digests(*job)


def build(mistakes: Sequence[Mistake], right: Mapping[str, str], workers: int | None = None) -> tuple[dict[str, Any], list[Clash]]:
    """Return what is stored, and the clashes: a mistake that behaves like a right program is never named.

    Args:
        mistakes: the catalogue.
        right: right programs by name, the solution among them.
        workers: processes to share the work, or None for one for each core.
    """
    jobs = [(program, mistake.function) for mistake in mistakes for program in mistake.programs]
    jobs += [(source, function) for function in FUNCTIONS for source in right.values()]
    with ProcessPoolExecutor(workers or os.cpu_count()) as pool:
        known = dict(zip(jobs, pool.map(_digests_of, jobs, chunksize=8)))
    stored: dict[str, Any] = {}
    clashes: list[Clash] = []
    for function in FUNCTIONS:
        allowed = {name: known[source, function] for name, source in right.items()}
        own = [mistake for mistake in mistakes if mistake.function == function]
        shown = {mistake.id: [known[program, function] for program in mistake.programs] for mistake in own}
        stored[function], more = _of_function(function, own, shown, allowed)
        clashes += more
    return stored, clashes


def _of_function(function: str, own: Sequence[Mistake], shown: Mapping[str, Sequence[Digests | None]],
                 right: Mapping[str, Digests | None]) -> tuple[dict[str, Any], list[Clash]]:
    levels: dict[str, dict[str, str]] = {}
    clashes: list[Clash] = []
    for level in LEVELS:
        holders: dict[str, list[str]] = {}
        for name, behaviours in [*((name, [found]) for name, found in right.items()), *shown.items()]:
            for found in behaviours:
                if found and name not in holders.setdefault(found[level], []):
                    holders[found[level]].append(name)
        levels[level] = {digest: names[0] for digest, names in sorted(holders.items()) if len(names) == 1 and names[0] in shown}
        if level == "steps":
            clashes = [Clash(function, tuple(names)) for names in holders.values() if len(names) > 1 and set(names) & set(shown)]
    cases = [case.to_json() for case in probe_cases(function)]
    words = {mistake.id: [mistake.looks_like, mistake.hint] for mistake in own}
    first = sorted({found[_ON_THE_FIRST] for behaviours in shown.values() for found in behaviours if found})
    return {"cases": cases, "known": levels, "mistakes": words, "first": first}, clashes


def write(stored: Mapping[str, Any], path: Path = PROBES) -> None:
    """Write the probes, a line for each function, so that a change shows where it is."""
    lines = [f"{json.dumps(function)}: {json.dumps(entry, separators=(',', ':'))}" for function, entry in stored.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def report(clashes: Iterable[Clash]) -> None:
    """Print the clashes."""
    for clash in clashes:
        print(clash, file=sys.stderr)


def main(argv: list[str]) -> int:
    """Write the probes; 1 where some mistakes cannot be told apart: python -m assignment.probes [FILE]."""
    right = {"the solution": catalogue.SOLUTION.read_text(encoding="utf-8"), **catalogue.accepted()}
    stored, clashes = build(catalogue.load(), right)
    write(stored, Path(argv[0]) if argv else PROBES)
    report(clashes)
    return 1 if clashes else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
