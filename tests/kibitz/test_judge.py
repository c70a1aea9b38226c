"""The mission's bugs, each found by a property of its own, and named in words."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from autograder.settings import load_cases
from games.tree import MAX, MIN
from kibitz.cases.arena import arena_of
from kibitz.cases.case import Case
from kibitz.judge.checks import BY_ID
from kibitz.judge.judging import Outcome, Runner, first_look, judge, made_small
from kibitz.words.report import report
from tests.searches import SOLUTION, edited, runner
from tests.trace.runs import case_on

CASES = load_cases()
UNDO = "        game.undo()\n"


def outcome(check: str, text: str) -> Outcome:
    return judge(BY_ID[check], CASES[check], runner(text))


def kind(check: str, text: str) -> str:
    failure = outcome(check, text).failure
    return failure.finding.kind if failure else ""


@pytest.mark.parametrize("check", list(BY_ID))
def test_the_reference_keeps_every_promise(check: str) -> None:
    """The solution passes each check on the graded cases."""
    assert outcome(check, SOLUTION).failure is None


@pytest.mark.parametrize("function", ["minimax", "alphabeta", "expectimax", "best_move"])
def test_a_missing_undo_is_found_by_its_own_property(function: str) -> None:
    """A board left changed after a normal return is called that."""
    assert kind(f"{function}.restores_the_position", edited("game.undo()", "pass", function))


def test_a_missing_undo_after_a_cut_is_found() -> None:
    """A search that forgets undo only where it cuts goes astray afterwards, and the report points at undo."""
    text = edited("        game.undo()\n        if is_max:", "        if is_max:", "alphabeta")
    cut = "        if beta <= alpha:\n            break\n"
    found = outcome("alphabeta.restores_the_position", text.replace(cut, f"{cut}        game.undo()\n"))
    assert found.failure
    assert "undo()" in report(BY_ID["alphabeta.restores_the_position"], found)


@pytest.mark.parametrize("start", ["0", "-1", "-100", "-10**6", "-10**9", "-(2**63)"])
def test_a_finite_infinity_is_found(start: str) -> None:
    """Whatever finite number is taken for the worst value, some value is worse."""
    text = edited("best = -inf if is_max else inf", f"best = {start} if is_max else -({start})", "alphabeta")
    assert kind("alphabeta.any_infinity", text) == "wrong value"


def test_swapped_signs_of_infinity_are_found() -> None:
    """A start value on the wrong side is never replaced."""
    assert kind("alphabeta.any_infinity", edited("best = -inf if is_max else inf", "best = inf if is_max else -inf", "alphabeta"))


@pytest.mark.parametrize("function", ["minimax", "alphabeta", "expectimax"])
def test_a_missing_depth_decrement_is_stopped_at_the_first_play_below_the_limit(function: str) -> None:
    """No clock is needed: the watched game stops the search there."""
    assert kind(f"{function}.depth_limit", edited("depth - 1", "depth", function)) == "below_limit"


@pytest.mark.parametrize("function", ["minimax", "alphabeta", "expectimax"])
def test_moves_before_the_terminal_test_are_found(function: str) -> None:
    """A finished position has no moves to ask for."""
    text = edited("    if game.is_terminal():\n", "    game.legal_moves()\n    if game.is_terminal():\n", function)
    assert kind(f"{function}.terminal_first", text) == "moves_finished"


def test_never_cutting_is_called_that() -> None:
    """Right values are not enough for alpha-beta."""
    failure = outcome("alphabeta.visits_fewer_nodes", edited("break", "pass", "alphabeta")).failure
    assert failure
    assert "never cuts" in failure.finding.sentence


def test_bounds_that_are_not_passed_down_are_called_that() -> None:
    """Deep cut-offs need the bounds of all ancestors."""
    text = edited("alphabeta(game, depth - 1, alpha, beta)",
                  "alphabeta(game, depth - 1, best if is_max else -inf, inf if is_max else best)", "alphabeta")
    failure = outcome("alphabeta.visits_fewer_nodes", text).failure
    assert failure
    assert "bounds are not passed down" in failure.finding.sentence


def test_a_lucky_cut_is_shown_on_a_game_where_it_is_wrong() -> None:
    """An answer that the leaves do not prove becomes a plainly wrong one."""
    text = edited("if beta <= alpha:", "if beta <= alpha + 2:", "alphabeta")
    found = outcome("alphabeta.proves_its_value", text).failure
    assert found
    assert found.finding.kind == "wrong value"


def test_a_window_may_be_answered_with_any_bound_on_the_right_side() -> None:
    """Fail-hard and fail-soft both keep the promise of the window."""
    hard = SOLUTION.replace("def alphabeta(", "def _soft(").replace("value = alphabeta(game, depth - 1", "value = _soft(game, depth - 1")
    hard += "\n\ndef alphabeta(game, depth, alpha=-inf, beta=inf):\n    return max(alpha, min(beta, _soft(game, depth, alpha, beta)))\n"
    assert outcome("alphabeta.window", hard).failure is None


def test_chance_without_weights_is_found() -> None:
    """Outcomes count by their probability."""
    text = edited("probability * expectimax", "0.5 * expectimax", "expectimax")
    assert kind("expectimax.weighs_by_probability", text) == "wrong value"


def test_a_cache_kept_between_calls_is_found() -> None:
    """Several games are searched in one process, so a memo by depth alone goes wrong."""
    memo = ("_seen = {}\ndef minimax(game, depth):\n    if depth not in _seen:\n"
            "        _seen[depth] = _search(game, depth)\n    return _seen[depth]\n")
    text = SOLUTION.replace("def minimax(", "def _search(").replace("minimax(game, depth - 1)", "_search(game, depth - 1)")
    text = text.replace("def alphabeta(", memo + "\n\ndef alphabeta(", 1)
    found = outcome("minimax.planted_trees", text)
    assert found.failure
    assert not found.alone
    told = report(BY_ID["minimax.planted_trees"], found)
    assert "keep between calls" in told and "Hint: What outlives a call" in told


BROKEN = [
    ("minimax.planted_trees", edited("max(values) if", "min(values) if", "minimax")),
    ("minimax.known_trees", edited("return game.utility()", "return game.no_such_thing", "minimax")),
    ("alphabeta.transpositions", edited("if beta <= alpha:", "if beta <= alpha + 1:", "alphabeta")),
    ("expectimax.games", edited("depth - 1", "depth", "expectimax")),
    ("best_move.with_any_search", edited("search(game, depth - 1)", "minimax(game, depth - 1)", "best_move")),
    ("minimax.any_infinity", edited("values = []", "values = [0]", "minimax")),
]


@pytest.mark.parametrize(("check", "text"), BROKEN, ids=[check for check, _ in BROKEN])
def test_a_report_fits_a_small_screen(check: str, text: str) -> None:
    """At most 24 rows with the heading, 78 columns, plain ASCII, with lines to try."""
    rows = report(BY_ID[check], outcome(check, text)).splitlines()
    assert len(rows) <= 23
    assert all(len(row) <= 78 and row.isascii() for row in rows)
    assert any(row.startswith("Try it:") for row in rows)


def test_the_same_submission_gets_the_same_report() -> None:
    """Cases are made smaller in a fixed order, a bounded number of times."""
    texts = {report(BY_ID[check], outcome(check, text)) for check, text in BROKEN[:1] for _ in range(3)}
    assert len(texts) == 1


NOT_AT_MIN = edited("    values = []\n", "    if game.turn is Player.MIN:\n        raise NotImplementedError\n    values = []\n", "minimax")
SET_AT_MAX = edited("    values = []\n", "    if game.turn is Player.MAX:\n        global up\n        up = 0\n"
                    "    values = [up] if game.turn is Player.MIN else []\n", "minimax")


def test_what_is_not_written_needs_no_other_searches_before_it() -> None:
    """A branch that is not written is told alone, whatever was searched before."""
    assert outcome("minimax.depth_limit", NOT_AT_MIN).earlier == ()


def test_a_case_that_fails_in_another_way_alone_is_told_as_it_fails_alone() -> None:
    """Nobody is told that a search is right alone when it is not."""
    check = BY_ID["minimax.known_trees"]
    cases = [case_on("minimax", tree, 1) for tree in (MAX(3, 5), MIN(3, 5))]
    found = judge(check, cases, runner(SET_AT_MAX))
    assert found.failure is not None and found.alone and found.earlier == ()
    assert found.failure.finding.kind == "raised"


def test_an_arena_made_from_a_stored_tree_is_that_of_the_position() -> None:
    """Two ways to number the same nodes; the first one is the faster."""
    trees = [case for cases in CASES.values() for case in cases if "tree" in case.game and "path" not in case.game]
    assert len(trees) > 1000
    for case in trees:
        made, slow = case.arena, arena_of(case.position(), case.depth)
        for name in ("turn", "children", "weights", "parent", "ply", "leaf", "estimate", "finished", "group", "keys"):
            assert getattr(made, name) == getattr(slow, name), (name, case.game)


def test_what_makes_a_case_smaller_is_left_before_it_is_run_alone() -> None:
    """The many tries may share a process; what is shown in the end is run in a fresh one, and is what it is without such."""
    check, run = BY_ID["minimax.planted_trees"], runner(edited(UNDO, "", "minimax"))
    first = first_look(check, CASES[check.id], run)
    open_now, tries = [], 0

    @contextmanager
    def quick() -> Iterator[Runner]:
        def trial(cases: Sequence[Case], keep_going: bool) -> list[dict[str, Any]]:
            nonlocal tries
            tries += 1
            return run(cases, keep_going)

        open_now.append(1)
        yield trial
        open_now.pop()

    def fresh(cases: Sequence[Case], keep_going: bool) -> list[dict[str, Any]]:
        assert not open_now
        return run(cases, keep_going)

    assert made_small(check, first, fresh, quick) == made_small(check, first, run)
    assert tries


def test_an_attribute_that_the_interface_lacks_is_named() -> None:
    """A search may use only what games/game.py lists, and is told so in these words; its own mistakes keep their own."""
    insides = outcome("minimax.known_trees", edited("    if game.is_terminal():", "    game.board\n    if game.is_terminal():", "minimax"))
    assert insides.failure and "may use only what games/game.py lists, and 'board'" in insides.failure.run.answer["message"]
    own = outcome("minimax.known_trees", edited("    if game.is_terminal():", "    depth.board\n    if game.is_terminal():", "minimax"))
    assert own.failure and own.failure.run.answer["message"] == "'int' object has no attribute 'board'"
