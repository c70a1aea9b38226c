"""A failing submission is named after the mistake whose behaviour it shows, and only then."""
from __future__ import annotations

from pathlib import Path

import pytest

from assignment import catalogue, probes
from autograder.diagnosis import diagnose, load
from kibitz.judge.checks import FUNCTIONS
from tests.mistakes.programs import TWO_BRANCHES, InProcess, with_change

MISTAKES = {mistake.id: mistake for mistake in catalogue.load()}
#: a change of the student's own program, and the mistake that it is
NAMED = [
    ('v = float("-inf")', "v = 0", 0, "minimax.starts_max_at_zero"),
    ('v = float("-inf")', "v = -777", 0, "minimax.starts_at_a_finite_infinity"),
    ("w = minimax(state, d - 1)", "w = minimax(state, d)", 0, "minimax.keeps_depth_at_max"),
    ("state.turn == Player.MAX", "state.turn == Player.MIN", 0, "minimax.exchanges_max_and_min"),
    ("            state.undo()\n", "", 2, "expectimax.forgets_undo_at_chance"),
    ("v = v + p *", "v = v +", 0, "expectimax.adds_outcomes_without_weights"),
    ("            a = max(a, v)\n", "", 0, "alphabeta.never_raises_alpha"),
    ("        b = min(b, v)\n", "        b = min(b, v)\n        a = max(a, v)\n", 0, "alphabeta.raises_alpha_at_min_too"),
    ("alphabeta(state, d - 1, a, b)", "alphabeta(state, d - 1, b, a)", 0, None),
    ("search(state, d - 1)", "search(state, d)", 0, "best_move.does_not_lower_depth"),
    ("search(state, d - 1)", "minimax(state, d - 1)", 0, "best_move.ignores_the_search_it_is_given"),
    ("    return bestm", "    return bestv", 0, "best_move.returns_the_value"),
]


@pytest.mark.parametrize(("old", "new", "nth", "name"), NAMED, ids=[str(row[3]) for row in NAMED])
def test_a_students_own_code_is_named_by_its_behaviour(old: str, new: str, nth: int, name: str | None) -> None:
    """Style does not matter: variables, branches, order of the tests, another constant."""
    source = with_change(old, new, nth)
    found = {function: diagnose(function, InProcess(source)) for function in FUNCTIONS}
    named = [diagnosis.id for diagnosis in found.values() if diagnosis]
    assert named == ([name] if name else [])


def test_a_right_program_is_never_named() -> None:
    """No claim is made about a function that behaves like a right one."""
    for function in FUNCTIONS:
        assert diagnose(function, InProcess(TWO_BRANCHES)) is None


def test_the_sentence_and_the_hint_are_the_catalogues() -> None:
    """The report speaks in the words of the entry."""
    found = diagnose("best_move", InProcess(with_change("    return bestm", "    return bestv")))
    assert found is not None
    assert found.sentence == "Looks like a search that returns the best value instead of the move."
    assert found.hint == MISTAKES["best_move.returns_the_value"].hint


def test_no_probes_no_claim(tmp_path: Path) -> None:
    """Where nothing is stored, nothing is named."""
    assert diagnose("minimax", InProcess(TWO_BRANCHES), tmp_path / "none.json") is None


def test_a_search_that_did_not_end_is_not_named() -> None:
    """A time-out, or an answer that is missing, tells too little."""
    assert diagnose("minimax", lambda cases, keep_going: [{"status": "timeout", "message": "", "events": ""}]) is None


def test_two_mistakes_in_one_submission_are_named_each() -> None:
    """Functions are looked at one by one."""
    source = with_change("    return bestm", "    return bestv").replace("v = v + p *", "v = v +")
    named = [found.id for function in FUNCTIONS if (found := diagnose(function, InProcess(source)))]
    assert named == ["expectimax.adds_outcomes_without_weights", "best_move.returns_the_value"]


def test_the_stored_probes_hold_no_code() -> None:
    """Digests and words ship; no program does."""
    text = (Path(probes.PROBES)).read_text(encoding="utf-8")
    assert "def " not in text
    assert "return " not in text.replace("return a", "").replace("to return", "") or "game.undo" not in text


def test_the_stored_words_are_the_catalogues() -> None:
    """Whoever changes the catalogue stores the probes anew."""
    stored = {name: words for function in load().values() for name, words in function.mistakes.items()}
    assert stored == {mistake.id: (mistake.looks_like, mistake.hint) for mistake in MISTAKES.values()}


@pytest.mark.parametrize("name", sorted(MISTAKES)[::9])
def test_the_stored_behaviour_is_the_catalogues(name: str) -> None:
    """The plainest program of a mistake is named after it (every ninth here; all of them in make validate)."""
    mistake = MISTAKES[name]
    assert probes.digests(mistake.programs[0], mistake.function)
    assert _named_in_child(mistake.programs[0], mistake.function) == name


def _named_in_child(source: str, function: str) -> str:
    from assignment.validate import _names

    return next(_names(source, [function]), "")
