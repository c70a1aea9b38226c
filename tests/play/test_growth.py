"""The growth table: what it counts, estimates, compares and says."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from kibitz.play import growth, growthwords, jobs
from kibitz.play.growth import Cell, Table
from kibitz.play.jobs import Job, Jobs
from kibitz.play.positions import position_of
from kibitz.play.searches import Searches

Write = Callable[[str], Path]


def filled(searches: Searches, path: Path, moves: list[str], game: str = "tictactoe") -> Job:
    job = Jobs(searches, str(path)).start(position_of({"game": game, "moves": moves}))
    wait(job)
    return job


def wait(job: Job) -> None:
    end = time.monotonic() + 90
    while job.state == "running" and time.monotonic() < end:
        job.asked = time.monotonic()
        time.sleep(0.05)
    assert job.state == "done"


def table(**counts: list[int]) -> Table:
    made = Table(tuple(counts))
    for algorithm, numbers in counts.items():
        for depth, positions in enumerate(numbers, 1):
            made.put(Cell(algorithm, depth, "done", positions, positions // 2, positions / 1e6, value=0))
    return made


def test_the_table_ends_where_the_game_does(search_file: Write, searches: Searches) -> None:
    """From a late position every search runs out of moves; both values agree at each depth."""
    job = filled(searches, search_file("solution"), ["0", "1", "3", "4"])
    assert [job.table.cells["minimax", depth].positions for depth in range(1, 7)] == [6, 22, 61, 121, 157, 157]
    assert job.table.depths == [1, 2, 3, 4, 5, 6] and not growthwords.banner(job.table)
    assert "longer than 5 plies" in job.note
    assert growthwords.summary(job.table)[-1] == "The values agree at every depth that both have searched."


def test_games_with_dice_have_one_column(
    search_file: Write, searches: Searches, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pig and EinStein are counted with expectimax alone."""
    monkeypatch.setattr(jobs, "MOST_POSITIONS", 300)
    job = filled(searches, search_file("solution"), [], "pig")
    assert job.table.algorithms == ("expectimax",)
    assert growthwords.rows(job.table)[0]["share"] == "-" and "share" not in growthwords.as_text(job.table)


def test_a_cell_stops_at_its_limit_and_the_rest_is_estimated(
    search_file: Write, searches: Searches, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search that met the limit goes no deeper; the other one does, and the gap holds an estimate."""
    monkeypatch.setattr(jobs, "MOST_POSITIONS", 2000)
    job = filled(searches, search_file("solution"), [], "connect_four")
    rows = growthwords.rows(job.table)
    assert job.table.cells["minimax", 4].state == "stopped" and ("minimax", 5) not in job.table.cells
    assert job.table.cells["alphabeta", 4].positions == 763
    assert rows[3]["cells"][0]["positions"].startswith("about 2,800") and rows[3]["cells"][0]["can_run"]
    job.run_one("minimax", 4)
    wait(job)
    assert job.table.cells["minimax", 4].positions == 2801


def test_a_slow_search_is_stopped_by_the_clock(
    search_file: Write, searches: Searches, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An endless search costs its time limit in its first cell and is not run again."""
    monkeypatch.setattr(jobs, "MOST_SECONDS", 0.5)
    job = filled(searches, search_file("endless"), [])
    assert [(cell.state, cell.message[:10]) for cell in job.table.cells.values()] == [("stopped", "stopped at")] * 2


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("stub", "minimax is not written yet."),
        ("raising", "Your code raised ZeroDivisionError"),
        ("broken", "search.py does not load"),
        ("leaving", "the process ended"),
    ],
)
def test_a_search_that_fails_says_so_in_its_cell(
    file: str, message: str, search_file: Write, searches: Searches
) -> None:
    """A table of a broken search is a table of sentences."""
    cells = filled(searches, search_file(file), ["0", "1", "3", "4"]).table.cells
    failed = [cell for cell in cells.values() if cell.state == "failed"]
    assert failed and any(cell.message.startswith(message) for cell in failed)


def test_a_disagreement_is_found_at_its_shallowest_depth(
    search_file: Write, searches: Searches, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An alpha-beta that cuts too early differs from minimax, and the banner says where and by what."""
    monkeypatch.setattr(jobs, "MOST_POSITIONS", 3000)
    job = filled(searches, search_file("cuts_too_early"), [], "connect_four")
    found = growth.disagreement(job.table)
    assert found and found[0] == 2
    assert growthwords.banner(job.table) == "They disagree at depth 2: minimax -0.0428571, alphabeta +0.0571429."


def test_stopping_a_table_stops_its_search(search_file: Write, searches: Searches) -> None:
    """No child is left, and the table says what it has."""
    job = Jobs(searches, str(search_file("endless"))).start(position_of({"game": "tictactoe"}))
    time.sleep(0.5)
    job.stop()
    wait(job)
    assert job._running and job._running.finished.is_set()


def test_the_effective_branching_factor_inverts_the_geometric_sum() -> None:
    """A uniform tree's factor comes back from its size, for every factor and depth."""
    for factor in (1, 2, 7, 35):
        for depth in range(1, 8):
            assert growth.branching(sum(factor**ply for ply in range(depth + 1)), depth) == pytest.approx(factor)


def test_what_the_table_teaches_is_said_with_its_numbers() -> None:
    """b, its square root, and both counts stand in the sentences."""
    full = table(minimax=[8, 57, 400, 2801, 19608, 137257], alphabeta=[8, 42, 174, 763, 3490, 10300])
    full.put(Cell("minimax", 6, "done", 137257, 117649, 0.7, 0))
    said = growthwords.summary(full)
    assert said[0].startswith("minimax at depth 6 looked at 137,257 positions, 117,649 of them at the depth limit")
    assert "is 7.0 for minimax and 4.5 for alphabeta" in said[2] and "square root of 7.0, which is 2.6" in said[2]


def test_a_row_holds_texts_only() -> None:
    """The page computes no number of the table: every one arrives as the text to show."""
    row = growthwords.rows(table(minimax=[8, 57], alphabeta=[8, 42]))[1]
    assert row["share"] == "74 %" and row["value"] == "0"
    assert [(cell["positions"], cell["growth"]) for cell in row["cells"]] == [("57", "7.1"), ("42", "5.2")]


def test_the_text_has_the_same_numbers() -> None:
    """What is copied is what is shown."""
    text = growthwords.as_text(table(minimax=[8, 57], alphabeta=[8, 42]))
    head = text.splitlines()[0].split()
    assert head[:6] == ["depth", "minimax", "at", "limit", "x", "time"] and head[-2:] == ["share", "value"]
    assert "57" in text and "42" in text and all(len(line) <= 120 for line in text.splitlines())


def test_without_a_finished_cell_nothing_is_claimed() -> None:
    """An empty table has no summary, no banner and no estimate."""
    empty = Table(("minimax", "alphabeta"))
    assert (
        growthwords.summary(empty) == []
        and not growthwords.banner(empty)
        and growth.estimate(empty, "minimax", 3) is None
    )
