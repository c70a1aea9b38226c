"""Picks graded cases that every term gets: with them each known mistake fails each check it must, whatever the seed draws.

    python -m assignment.certain           writes starter/kibitz/cases/certain.json from the graded cases of now

They are chosen from those cases, as few as will do; a mistake that shows only after other searches needs a whole story.
"""
from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from assignment.catalogue import Mistake, load
from assignment.trial import answers, failures, in_child, warmed
from autograder.settings import load_cases
from kibitz.cases.case import Case
from kibitz.cases.standing import standing
from kibitz.judge.check import first_failure
from kibitz.judge.checks import BY_ID
from kibitz.judge.judging import made
from kibitz.judge.shrink import weight

CERTAIN = Path(__file__).resolve().parent.parent / "starter" / "kibitz" / "cases" / "certain.json"


def _failing(source: str, check: str, cases: Sequence[Case]) -> set[int]:
    """Return the numbers of the cases on which a program breaks a promise, each judged by itself."""

    def judged() -> list[int]:
        found = []
        for index, case in enumerate(cases):
            if first_failure(BY_ID[check], made([case], answers(source, [case]))):
                found.append(index)
        return found

    return set(in_child(judged) or [])


def chosen(check: str, cases: Sequence[Case], mistakes: Sequence[Mistake]) -> list[Case]:
    """Return a few of a check's cases, such that each program that the standing ones let through fails one."""
    fixed = standing().get(check, [])
    waiting: list[set[int]] = []
    for mistake in mistakes:
        for source in mistake.programs if check in mistake.fails else ():
            if fixed and failures(source, {check: fixed}):
                continue
            found = _failing(source, check, cases)
            if found:
                waiting.append(found)
            else:
                print(f"{check}: {mistake.id} fails none of the cases by itself", file=sys.stderr)
    picked: set[int] = set()
    while waiting:
        counts: dict[int, int] = {}
        for found in waiting:
            for index in found:
                counts[index] = counts.get(index, 0) + 1
        best = max(counts, key=lambda index: (counts[index], [-part for part in weight(cases[index])], -index))
        picked.add(best)
        waiting = [found for found in waiting if best not in found]
    return [cases[index] for index in sorted(picked)]


def main() -> int:
    """Choose and write the cases."""
    graded = warmed(load_cases())
    mistakes = load()
    data: dict[str, list[dict[str, Any]]] = {}
    for check, cases in graded.items():
        picked = chosen(check, cases, [mistake for mistake in mistakes if mistake.function == check.partition(".")[0]
                                       or check in mistake.fails])
        print(f"{check}: {len(picked)}", flush=True)
        if picked:
            data[check] = [case.to_json() for case in picked]
    lines = [f"{json.dumps(check)}: {json.dumps(cases, separators=(',', ':'))}" for check, cases in data.items()]
    CERTAIN.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
