"""The graded cases: kept as data for a seed, drawn anew only where they must be or when asked."""
from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from assignment import cases
from assignment.settings import load
from tests.assignment.as_gradescope import ROOT

SETTINGS = load()
STORED = ROOT / "autograder" / "data" / "cases.json"


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the graded cases, and a drawing that gives every check one case that says who drew it."""
    path = tmp_path / "cases.json"
    shutil.copy(STORED, path)

    def draw(target: Path, seed: int, root: Path, tell: object) -> None:
        lines = [f'"{check}": {json.dumps([{"drawn": seed}])}' for check in SETTINGS.points]
        target.write_text(f'{{"seed": {seed}, "drawn_by": "x", "games": {json.dumps(sorted(SETTINGS.games))}, "checks": {{\n'
                          + ",\n".join(lines) + "\n}}\n", encoding="utf-8")

    monkeypatch.setattr(cases, "_draw", draw)
    return path


def test_the_same_seed_keeps_every_case(stored: Path) -> None:
    """Nothing is drawn, and the file stays byte for byte."""
    kept = cases.update(stored, SETTINGS, ROOT)
    assert (kept.why, kept.changed) == ("", 0) and stored.read_bytes() == STORED.read_bytes()


def test_another_seed_draws_anew(stored: Path) -> None:
    """All cases are new, and the reason is told."""
    kept = cases.update(stored, replace(SETTINGS, seed=8), ROOT)
    assert kept.why == "the seed was 7" and kept.changed == kept.total == len(SETTINGS.points)


def test_a_redraw_is_made_when_asked_for(stored: Path) -> None:
    """With the same seed, too."""
    assert cases.update(stored, SETTINGS, ROOT, redraw=True).why == "as you asked"


def test_other_games_draw_anew(stored: Path) -> None:
    """A game that is out leaves the graded cases as well."""
    assert cases.update(stored, replace(SETTINGS, games=("tictactoe",)), ROOT).why == "the games changed"


def test_a_new_check_gets_cases_and_the_others_keep_theirs(stored: Path) -> None:
    """Only the cases of a check that had none are new."""
    lines = stored.read_text(encoding="utf-8").splitlines()
    without = [line for line in lines if not line.startswith('"minimax.games"')]
    stored.write_text("\n".join(without) + "\n", encoding="utf-8")
    kept = cases.update(stored, SETTINGS, ROOT)
    now, before = (json.loads(path.read_text(encoding="utf-8"))["checks"] for path in (stored, STORED))
    assert kept.why == "there were none for minimax.games" and kept.changed == 1
    assert now["minimax.games"] == [{"drawn": 7}]
    assert {check: found for check, found in now.items() if check != "minimax.games"} == {
        check: found for check, found in before.items() if check in SETTINGS.points and check != "minimax.games"}


def test_cases_that_another_kit_drew_are_kept_and_told(stored: Path) -> None:
    """A kit that would draw otherwise today is mentioned, and changes nothing."""
    text = stored.read_text(encoding="utf-8")
    drawn_by = json.loads(text)["drawn_by"]
    stored.write_text(text.replace(drawn_by, "an older one"), encoding="utf-8")
    kept = cases.update(stored, SETTINGS, ROOT)
    assert kept.stale and not kept.why


def test_a_drawing_that_fails_is_told(tmp_path: Path) -> None:
    """The program's last words are in the message, and no file is left."""
    with pytest.raises(cases.DrawingFailed, match="could not be drawn"):
        cases.update(tmp_path / "cases.json", SETTINGS, tmp_path)
    assert not (tmp_path / "cases.json").exists()


def test_every_graded_check_has_cases_and_the_terms_trees() -> None:
    """The stored cases cover all checks; the known trees of the seed, public and graded, are among them."""
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    assert stored["seed"] == SETTINGS.seed and all(stored["checks"][check] for check in SETTINGS.points)
    from assignment.trees import graded, public
    from kibitz.watch.wire import tree_to_json

    known = [case["game"].get("tree") for case in stored["checks"]["expectimax.known_trees"]]
    assert all(tree_to_json(tree.tree) in known for tree in graded(SETTINGS.seed))
    assert all(tree_to_json(tree.tree) in known for tree in public(SETTINGS.seed) if tree.leaves == 0)
