"""The steps of a search and the first wrong one."""
from __future__ import annotations

import pytest

from assignment import catalogue
from games.tree import MAX, MIN, TreeGame
from kibitz.cases.arena import arena_of
from kibitz.judge.proof import intervals
from kibitz.judge.run import Run
from kibitz.steps.knowledge import Knowledge
from kibitz.steps.tracing import CUT, RETURN
from kibitz.steps.wrong import describe, first_wrong_step, steps_of
from kibitz.trace.verdict import verdict_on
from tests.searches import SOLUTION, edited
from tests.trace.mistakes import MISTAKES, SMALL
from tests.trace.runs import AIMA, case_on, observed, random_cases
from tests.trace.styles import STYLES


def wrong_with(name: str) -> tuple[Run, str]:
    """Return a mistake's run and its first wrong step in words, "" for none."""
    function, text, tree, depth, _ = MISTAKES[name]
    run = observed(text, case_on(function, tree, depth, given="default" if function == "best_move" else ""))
    step = first_wrong_step(run)
    return run, describe(step) if step else ""


@pytest.mark.parametrize("style", STYLES)
def test_a_right_search_has_no_wrong_step(style: str) -> None:
    """Two hundred random trees, with chance, windows and depth limits, and nothing is called wrong."""
    function, text = STYLES[style]
    for case in random_cases(function, 200):
        run = observed(text, case)
        assert run.returned, run.answer
        assert first_wrong_step(run) is None, case
        assert not any(step.wrong for step in steps_of(run).steps), case


@pytest.mark.parametrize("style", [style for style in STYLES if style not in ("explicit stack", "sorted by looking")])
def test_inner_values_are_seen_from_outside(style: str) -> None:
    """Every node that a recursive search enters has a returned value, whatever the style."""
    function, text = STYLES[style]
    for case in random_cases(function, 20, seed=1):
        steps = steps_of(observed(text, case))
        returned = {step.node for step in steps.steps if step.kind == RETURN}
        assert {0, *steps.run.replay.entered} == returned | {0}, case


def test_an_explicit_stack_shows_no_inner_values() -> None:
    """A search without recursion is judged by its events, and no value is made up for it."""
    function, text = STYLES["explicit stack"]
    steps = steps_of(observed(text, case_on(function, AIMA, 2)))
    assert not [step for step in steps.steps if step.kind == RETURN]


def test_negamax_is_told_as_max_sees_it() -> None:
    """A value seen from the side to move is shown, and judged, with MAX's sign."""
    function, text = STYLES["negamax"]
    steps = steps_of(observed(text, case_on(function, AIMA, 2)))
    first = next(step for step in steps.steps if step.kind == RETURN and step.node == 1)
    assert (first.value, first.call and first.call.value) == (3, -3)
    assert first.window == (float("-inf"), float("inf"))


@pytest.mark.parametrize("name", [name for name, row in MISTAKES.items() if row[4]])
def test_a_wrong_search_has_a_first_wrong_step(name: str) -> None:
    """Each mistake is found where it happens, by the kind of proof that there is."""
    function, text, tree, depth, kind = MISTAKES[name]
    run = observed(text, case_on(function, tree, depth, given="default" if function == "best_move" else ""))
    step = first_wrong_step(run)
    assert step is not None
    assert step.kind == kind
    assert 1 <= step.number <= step.total == len(steps_of(run).steps)


def test_a_cut_is_told_with_its_window() -> None:
    """The sentence names the node, the leaf after which it stopped, and the comparison that does not hold."""
    assert wrong_with("cuts too early")[1] == (
        "First wrong step (20 of 23): at node 1 it stopped after leaf 4, with alpha 3 and beta 4; 4 <= 3 does not hold.")


def test_a_returned_value_is_told_with_its_line() -> None:
    """The sentence names the node, the value, the line of search.py, and what the leaves prove."""
    text = wrong_with("maximum at MIN")[1]
    assert "at node 0 it returned 12 (line " in text
    assert text.endswith("; the leaves seen there prove 3.")


def test_a_search_that_is_not_written_has_no_wrong_step() -> None:
    """A stub is not wrong."""
    assert first_wrong_step(observed("def alphabeta(game, depth):\n    raise NotImplementedError", case_on("alphabeta", AIMA, 2))) is None


def test_a_move_left_out_of_undo_is_found_where_it_happens() -> None:
    """The call that returned elsewhere is named, not the illegal move that it leads to."""
    text = edited("        game.undo()\n", "        if depth > 1 or len(values) < 2: game.undo()\n", "minimax")
    step = first_wrong_step(observed(text, case_on("minimax", MAX(MIN(3, 4), MIN(5, 6)), 2)))
    assert step is not None
    assert step.kind == "restored"
    assert "it was called at node 0 and returned" in step.sentence


@pytest.mark.parametrize("calls", [None, 3, [1], [["f", "g"]], [["minimax", "search.py", 1, 9, 0, 10**12, 3, None, None]],
                                   [["minimax", "x" * 999, 1, 0, 0, 5, 3, None, None]],
                                   [["minimax", "search.py", 1, 0, 0, 5, {"type": "int"}, None, None]]])
def test_forged_notes_are_left_out(calls: object) -> None:
    """Notes that do not fit the recorded events change no verdict and raise nothing."""
    run = observed(SOLUTION, case_on("minimax", AIMA, 2))
    forged = Run(run.case, {**run.answer, "calls": calls})
    assert first_wrong_step(forged) is None
    assert len(steps_of(forged).steps) > 0


def test_notes_alone_make_nothing_wrong() -> None:
    """A right and proved result stays right, whatever the notes say of inner values."""
    run = observed(SOLUTION, case_on("minimax", AIMA, 2))
    lies = [[*note[:6], 77, *note[7:]] for note in run.answer["calls"]]
    assert first_wrong_step(Run(run.case, {**run.answer, "calls": lies})) is None


def test_a_wrong_result_has_a_step_without_any_notes() -> None:
    """Where nothing could be observed, events and the result are enough."""
    run, _ = wrong_with("cuts too early")
    step = first_wrong_step(Run(run.case, {**run.answer, "calls": []}))
    assert step is not None
    assert (step.kind, step.node) == ("cut", 4)


def test_knowledge_grows_to_what_the_proof_says() -> None:
    """Leaf by leaf it comes to the same intervals as kibitz.judge.proof has for all leaves at once."""
    for case in random_cases("expectimax", 50):
        knowledge, seen = Knowledge(case.arena), set()
        for leaf in case.arena.leaves[::2]:
            seen.add(leaf)
            knowledge.see(leaf)
            assert (knowledge.low, knowledge.high) == intervals(case.arena, seen)


def test_cuts_are_steps() -> None:
    """A node left with children unseen is a step of its own, before the return."""
    steps = steps_of(observed(SOLUTION, case_on("alphabeta", AIMA, 2))).steps
    at = next(index for index, step in enumerate(steps) if step.kind == CUT)
    assert (steps[at].node, steps[at].unseen, steps[at].window) == (5, 2, (3, float("inf")))
    assert steps[at + 1].kind == RETURN


def test_observing_changes_nothing() -> None:
    """The events and the answer are the same with and without the observer, and no profiler stays behind."""
    import sys

    from kibitz.watch.worker import perform
    from tests.searches import module

    case = case_on("alphabeta", SMALL, 2)
    plain = perform(module(), {"function": "alphabeta", "cases": [case.request()]})["answers"][0]
    noted = observed(SOLUTION, case).answer
    assert {**noted, "calls": None} == {**plain, "calls": None}
    assert sys.getprofile() is None


def test_names_of_nodes_are_the_moves_to_them() -> None:
    """A node is called by the indexes of the moves that lead to it."""
    from kibitz.steps.wrong import name_of

    arena = arena_of(TreeGame(MAX(7, MIN(3, 12))), 2)
    assert [name_of(arena, node) for node in range(5)] == ["the root", "node 0", "node 1", "node 1.0", "node 1.1"]


def test_a_search_that_gets_to_no_leaf_has_a_wrong_step() -> None:
    """Nothing shows from whose point of view its values are; they are told as the contract has them."""
    text = "def minimax(game, depth):\n    return minimax(game, depth - 1) if depth else 7\n"
    run = observed(text, case_on("minimax", MAX(3, 5), 2))
    step = first_wrong_step(run)
    assert step is not None and step.kind == "cut"


def test_a_sound_cut_between_dice_is_no_wrong_step() -> None:
    """Expectimax may cut between MAX and MIN nodes: what it saw proves its value, and the page says so."""
    text = catalogue.accepted()["prunes_between_dice"]
    run = observed(text, case_on("expectimax", MAX(MIN(3, 12), MIN(2, 4)), 2))
    assert len(run.replay.leaves) == 3
    assert first_wrong_step(run) is None
    assert verdict_on(run, steps_of(run)).sentence == "your expectimax returned 3, and the leaves it looked at prove it."
