"""Draws the graded cases once, when the assignment is built, and stores them as data.

Run as a program of its own, so that Hypothesis, which takes literals from imported modules, sees the same modules every time.
"""
from __future__ import annotations

import json
import sys
import zlib
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from kibitz.case import Case
from kibitz.checks import CHECKS
from kibitz.shrink import weight
from kibitz.sources import sources
from kibitz.standing import standing
from kibitz.strategies import Story

STORIES = 13  #: per strategy
DRAWN = 3  #: times as many are drawn as are kept


def drawn(strategy: st.SearchStrategy[Story], label: str, count: int) -> list[Story]:
    """Return up to `count` different stories, the smallest first; the label decides which."""
    found: dict[str, Story] = {}

    @settings(max_examples=count * DRAWN, database=None, deadline=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))
    @seed(zlib.crc32(label.encode()))
    @given(strategy)
    def keep(story: Story) -> None:
        found.setdefault(repr([case.to_json() for case in story]), story)

    keep()
    chosen = list(found.values())[:: max(1, len(found) // count)][:count]
    return sorted(chosen, key=lambda story: max(weight(case) for case in story))


def frozen(number: int) -> dict[str, list[dict[str, Any]]]:
    """Return every check's graded cases, by check id."""
    fixed, drawing = standing(), sources()
    cases: dict[str, list[dict[str, Any]]] = {}
    for check in CHECKS:
        chosen: list[Case] = list(fixed.get(check.id, []))
        for index, strategy in enumerate(drawing.get(check.id, [])):
            for story in drawn(strategy, f"{number} {check.id} {index}", STORIES):
                chosen += story
        cases[check.id] = [case.to_json() for case in chosen]
    return cases


def main(argv: list[str]) -> int:
    """Write the cases: python -m assignment.freeze SEED FILE."""
    number, target = int(argv[0]), Path(argv[1])
    lines = [f"{json.dumps(check)}: {json.dumps(cases, separators=(',', ':'))}" for check, cases in frozen(number).items()]
    text = f'{{"seed": {number}, "checks": {{\n' + ",\n".join(lines) + "\n}}\n"
    temporary = target.with_suffix(".tmp")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(target)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
