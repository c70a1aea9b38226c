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

from games.tree import TreeGame
from kibitz.cases.case import Case
from kibitz.cases.sources import sources
from kibitz.cases.standing import always
from kibitz.cases.strategies import Story
from kibitz.judge.checks import CHECKS
from kibitz.judge.shrink import weight
from kibitz.points import GAMES
from kibitz.watch.wire import game_to_json

ROOT = Path(__file__).resolve().parent.parent
STORIES = 12  #: per strategy
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


def frozen(number: int) -> dict[str, list[Case]]:
    """Return every check's graded cases, by check id: those that every term has, then those drawn for this seed."""
    fixed, drawing = always(), sources()
    cases: dict[str, list[Case]] = {}
    for number_of_check, check in enumerate(CHECKS, 1):
        print(f"{number_of_check} of {len(CHECKS)}", flush=True)  # for who waits
        chosen: list[Case] = [*fixed.get(check.id, [])]
        for index, strategy in enumerate(drawing.get(check.id, [])):
            for story in drawn(strategy, f"{number} {check.id} {index}", STORIES):
                chosen += story
        cases[check.id] = chosen
    return cases


def with_graded_trees(cases: dict[str, list[Case]], number: int) -> dict[str, list[Case]]:
    """Add the known trees that only the grader has. They are imported here, after all drawing: Hypothesis looks at what is loaded."""
    from assignment.trees import graded

    fitting: dict[str, dict[str, Any]] = {"minimax.known_trees": {}, "alphabeta.known_trees": {}, "alphabeta.proves_its_value": {},
               "alphabeta.visits_fewer_nodes": {}, "expectimax.known_trees": {}, "best_move.known_trees": {"given": "default"}}
    more = dict(cases)
    for check, extra in fitting.items():
        function = check.partition(".")[0]
        trees = [tree for tree in graded(number) if tree.leaves or function == "expectimax"]
        more[check] = cases[check] + [Case(function, game_to_json(TreeGame(tree.tree)), tree.depth, **extra) for tree in trees]
    return more


def as_text(number: int, cases: dict[str, list[Case]]) -> str:
    """Return the cases as they are stored: a line for each check."""
    lines = [f"{json.dumps(check)}: {json.dumps([case.to_json() for case in chosen], separators=(',', ':'))}"
             for check, chosen in cases.items()]
    from assignment.cases import drawn_by  # after all drawing, as above

    head = f'"seed": {number}, "drawn_by": "{drawn_by(ROOT)}", "games": {json.dumps(sorted(GAMES))}, "checks"'
    return f"{{{head}: {{\n" + ",\n".join(lines) + "\n}}\n"


def main(argv: list[str]) -> int:
    """Write the cases: python -m assignment.freeze SEED FILE."""
    number, target = int(argv[0]), Path(argv[1])
    text = as_text(number, with_graded_trees(frozen(number), number))
    temporary = target.with_suffix(".tmp")
    temporary.write_text(text, encoding="utf-8", newline="\n")
    temporary.replace(target)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
