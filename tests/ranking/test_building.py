"""A term with extra credit: what the build adds when the settings say so, and nothing when they do not."""
from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from assignment.build import ROOT, stubs_of
from assignment.data import grading
from assignment.handout import render
from assignment.ranked import KINDS, Kind, as_bytes, drawn, plain_visits, update
from assignment.settings import load
from autograder.ranking.positions import load as load_ranked
from games.connect_four import ConnectFour
from games.othello import Othello
from tests.assignment.project import Project
from tests.ranking import programs

FEW = (Kind("Connect Four", ConnectFour, (4, 8), 3, 2, 1), Kind("Othello, to the end", Othello, (54, 57), 0, 1, 64, 6))
VISITS = (20, 2000)
OFF = load()
ON = replace(OFF, extra_credit=True, leaderboard=True)


def test_off_is_the_default_and_leaves_no_trace() -> None:
    """Stubs, settings and handout of the project as it is know nothing of it."""
    assert not OFF.extra_credit and not OFF.leaderboard and OFF.extra_points == 0
    assert "solve" not in stubs_of(OFF, ROOT) and "extra_points" not in grading(OFF)
    assert "What order saves" not in render(OFF, stubs_of(OFF, ROOT))


def test_the_ranked_set_is_frozen_per_seed(tmp_path: Path) -> None:
    """The same seed draws the same bytes, another one other positions; a set that is there stays until it is asked for anew."""
    one, again, other = (as_bytes(seed, drawn(seed, FEW, VISITS)) for seed in (7, 7, 8))
    assert one == again != other
    path = tmp_path / "ranked.json"
    path.write_bytes(one)
    assert update(path, 7) == "3 kept" and path.read_bytes() == one


def test_positions_that_are_drawn_are_worth_searching(tmp_path: Path) -> None:
    """Each takes alpha-beta in the given order a fair number of visits; those to the end have no estimate within their depth."""
    path = tmp_path / "ranked.json"
    path.write_bytes(as_bytes(7, drawn(7, FEW, VISITS)))
    cases = load_ranked(path)
    assert [case.note for case in cases] == ["Connect Four 1", "Connect Four 2", "Othello, to the end 1"]
    for case in cases:
        assert VISITS[0] <= plain_visits(case.position(), case.depth) <= VISITS[1] and 0 < case.least <= VISITS[1]
    game, lot = cases[-1].position(), Random(1)
    for _ in range(cases[-1].depth):
        if not game.is_terminal():
            game.play(lot.choice(game.legal_moves()))
    assert game.is_terminal()


def test_the_set_has_both_games_at_fixed_depths_and_to_the_end() -> None:
    """What the ranked set promises."""
    wanted = {(game, fixed) for game in (ConnectFour, Othello) for fixed in (True, False)}
    assert {(kind.game, bool(kind.depth)) for kind in KINDS} == wanted


def test_the_stubs_of_extra_credit_give_nothing_away() -> None:
    """Two more functions, each a signature, a docstring and an error; the names are those that are ranked."""
    text = stubs_of(ON, ROOT)
    assert text.startswith(stubs_of(OFF, ROOT)) and text.count("raise NotImplementedError") == 6
    module: dict[str, object] = {}
    exec(compile(text, "search.py", "exec"), module)
    assert callable(module["order_moves"]) and callable(module["solve"])
    assert "centre_first" not in text and "killer" not in text


def test_the_handout_shows_what_order_saves() -> None:
    """The section comes with extra credit: every stage's visits and branching factor as they are stored, and its points if it has any."""
    text = render(ON, stubs_of(ON, ROOT))
    stored = json.loads((ROOT / "assignment" / "ordering.json").read_text(encoding="utf-8"))
    for stage in stored["stages"]:
        assert all(f" {visits:,} |" in text for visits in stage["visits"]) and f"| {stage['name']} |" in text
    paid = render(replace(ON, extra_points=3), stubs_of(ON, ROOT))
    assert "enough to be ranked" not in text and "earns 3 points" in " ".join(paid.split())


@pytest.mark.soak
def test_a_term_with_extra_credit_is_built(tmp_path: Path) -> None:
    """The build draws the set, validates, and ships the set to graders only."""
    project = Project(tmp_path / "project").without_the_catalogue()
    project.edit("assignment/assignment.toml", ("on = false  ", "on = true  "), ("leaderboard = false", "leaderboard = true"))
    done = project.run("build")
    assert done.returncode == 0, done.stderr
    names = {zipped: set(zipfile.ZipFile(project.root / "dist" / zipped).namelist()) for zipped in ("starter.zip", "autograder.zip")}
    assert "autograder/data/ranked.json" in names["autograder.zip"] and "starter/kibitz/extra/rules.py" in names["autograder.zip"]
    assert not [name for name in names["starter.zip"] if "ranked" in name or "ordering" in name]
    assert "def solve(" in (project.root / "starter" / "search.py").read_text(encoding="utf-8")
    (project.root / "mine").mkdir()
    (project.root / "mine" / "search.py").write_text(programs.REFERENCE, encoding="utf-8")
    (project.root / "mine" / "ordering.py").write_text(programs.ORDERING, encoding="utf-8")
    results = _graded_from(project.root / "dist" / "autograder.zip", project.root / "mine")
    assert results["score"] == 100 and results["leaderboard"][0]["name"] == "positions visited"


def _graded_from(archive: Path, submission: Path) -> dict[str, Any]:
    """Grade with what is in the zip and nothing else of the project."""
    source = archive.parent / "source"
    with zipfile.ZipFile(archive) as zipped:
        zipped.extractall(source)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(source / "starter"), str(source)])}
    command = [sys.executable, "-B", "-m", "autograder", str(submission), "--results", str(source / "results.json"), "--quiet"]
    subprocess.run(command, cwd=source, env=environment, check=True)
    found: dict[str, Any] = json.loads((source / "results.json").read_text(encoding="utf-8"))
    return found
