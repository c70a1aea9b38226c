"""The leaderboard: Gradescope's format, and an order that is the same in every run."""
from __future__ import annotations

import itertools
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

from autograder.ranking.board import FACTOR, VISITS, entries, standings
from games.connect_four import ConnectFour
from kibitz.extra.case import RankedCase
from kibitz.extra.ranking import Line, Ranking, rank
from kibitz.extra.report import report
from kibitz.judge.run import Finding
from tests.ranking import programs
from tests.ranking.programs import case
from tests.searches import runner

ROOT = Path(__file__).resolve().parents[2]
RANKED = Ranking("solve", (Line("one", 300, 100), Line("another", 100, 100)))


def test_the_columns_are_what_gradescope_reads() -> None:
    """A name, a number and an order each; visits come first, and the factor over the minimal trees beside them."""
    assert entries(RANKED) == [{"name": VISITS, "value": 400, "order": "asc"}, {"name": FACTOR, "value": 2.0, "order": "asc"}]
    assert entries(Ranking("solve", problem=Finding("wrong value", "Your solve returned 3"))) == []


def test_the_report_shows_each_position_and_the_sum() -> None:
    """A table as wide as a terminal."""
    text = report(RANKED)
    assert "visited 400 positions, 2.00 times the minimal tree" in text
    assert "another      100      100    1.00" in text
    assert all(len(line) <= 120 for line in text.splitlines())


def place(number: int, order: tuple[int, ...], cases: list[RankedCase]) -> tuple[str, dict[str, Any]]:
    """Grade one of the class: alpha-beta that tries the columns in this order."""
    text = programs.ordered_by(f"    return sorted(moves, key={order!r}.index)\n")
    return f"student {number:03}", {"leaderboard": entries(rank(cases, runner(text)))}


def test_a_class_is_ranked_alike_in_every_run() -> None:
    """100 identical submissions share one place, 100 different ones keep theirs, in whatever order and however often they are graded."""
    cases = [case(ConnectFour.from_moves("44444"), 3)]
    orders = [tuple(range(7))] * 100 + random.Random(1).sample(list(itertools.permutations(range(7))), 100)
    class_ = list(enumerate(orders))
    boards = []
    for seed in (1, 2):
        random.Random(seed).shuffle(class_)
        boards.append(standings(dict(place(number, order, cases) for number, order in class_)))
    assert boards[0] == boards[1] and len(boards[0]) == 200
    same = [place.place for place in boards[0] if place.name < "student 100"]
    assert len(same) == 100 and len(set(same)) == 1
    assert len({place.place for place in boards[0]}) > 20
    assert boards[0] == sorted(boards[0], key=lambda place: (place.visits, place.name))


def test_who_is_not_ranked_is_not_on_the_board() -> None:
    """Results without a leaderboard are left out, and equal visits share a place."""
    board = {name: {"leaderboard": entries(RANKED)} for name in ("b", "a")}
    better = {"leaderboard": entries(Ranking("solve", RANKED.lines[1:]))}
    found = standings({**board, "none": {"score": 100}, "c": better})
    assert [(one.place, one.name) for one in found] == [(1, "c"), (2, "a"), (2, "b")]


def test_the_board_of_a_graded_class_is_printed(tmp_path: Path) -> None:
    """python -m autograder.ranking FOLDER reads what regrading wrote."""
    for name in ("ada", "bob"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "results.json").write_text(json.dumps({"leaderboard": entries(RANKED)}))
    command = [sys.executable, "-m", "autograder.ranking"]
    environment = {"PYTHONPATH": f"{ROOT / 'starter'}:{ROOT}"}
    done = subprocess.run([*command, str(tmp_path)], env=environment, capture_output=True, text=True)
    assert done.returncode == 0 and [line.split()[0::3] for line in done.stdout.splitlines()] == [["1", "ada"], ["1", "bob"]]
    assert subprocess.run(command, env=environment, capture_output=True).returncode == 2
