"""What the leaves that were looked at prove, and which leaves alpha-beta looks at, against a search that does it."""
from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings

from games.tree import TreeGame
from kibitz.cases.arena import arena_of
from kibitz.cases.case import Case
from kibitz.cases.known import CHANCE_TREES, TEXTBOOK
from kibitz.cases.sources import sources
from kibitz.cases.standing import uniform
from kibitz.cases.strategies import Story, planted
from kibitz.judge.proof import intervals, shallow_leaves, textbook_leaves
from kibitz.judge.run import Run
from kibitz.watch.wire import game_to_json
from tests.searches import edited, runner

STRICT = edited("if beta <= alpha:", "if beta < alpha:", "alphabeta")
SHALLOW = edited("alphabeta(game, depth - 1, alpha, beta)", "alphabeta(game, depth - 1, best if is_max else -inf, inf if is_max else best)",
                 "alphabeta")


def run_of(text: str, case: Case) -> Run:
    return Run(case, runner(text)([case], False)[0])


@pytest.mark.parametrize("known", [*TEXTBOOK, *CHANCE_TREES], ids=lambda known: known.name)
def test_known_trees_have_their_published_values(known: Any) -> None:
    """Backing up the leaves gives the book's number."""
    assert arena_of(TreeGame(known.tree), known.depth).values[0] == pytest.approx(known.value)


@pytest.mark.parametrize("known", TEXTBOOK, ids=lambda known: known.name)
def test_alphabeta_looks_at_the_published_number_of_leaves(known: Any) -> None:
    """The reference, which cuts on <=, looks at just as many leaves as the source says."""
    run = run_of(edited("", "", "alphabeta"), Case("alphabeta", game_to_json(TreeGame(known.tree)), known.depth))
    assert len(run.replay.leaves) == known.leaves


@settings(max_examples=150, deadline=None)
@given(planted("alphabeta", ("few", "small"), (1, 4)))
def test_the_textbook_leaves_are_those_of_a_search_that_cuts_on_less(story: Story) -> None:
    """The rule by elder siblings names exactly the leaves of left-to-right alpha-beta that cuts where beta < alpha."""
    run = run_of(STRICT, story[0])
    assert run.replay.leaves == textbook_leaves(run.arena)


@settings(max_examples=100, deadline=None)
@given(planted("alphabeta", ("small",), (1, 4), alternate=True))
def test_the_shallow_leaves_are_those_of_a_search_that_hands_down_one_bound(story: Story) -> None:
    """What is called "one level up" is what such a search does."""
    run = run_of(SHALLOW, story[0])
    assert run.replay.leaves == shallow_leaves(run.arena)


@settings(max_examples=100, deadline=None)
@given(planted("alphabeta", ("few", "small"), (1, 4)))
def test_a_sound_search_is_always_proved(story: Story) -> None:
    """The leaves that the reference looks at leave one value for the root."""
    run = run_of(edited("", "", "alphabeta"), story[0])
    low, high = intervals(run.arena, run.replay.leaves)
    assert low[0] == high[0] == run.value


@pytest.mark.parametrize(("branching", "depth"), [(2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 2), (5, 2)])
def test_perfect_order_needs_knuth_and_moores_count(branching: int, depth: int) -> None:
    """b^ceil(d/2) + b^floor(d/2) - 1 leaves on a perfectly ordered uniform tree."""
    for root in TEXTBOOK[0].tree.turn, TEXTBOOK[7].tree.turn:
        arena = arena_of(TreeGame(uniform(branching, depth, root, "best")), depth)
        assert len(textbook_leaves(arena)) == branching ** -(-depth // 2) + branching ** (depth // 2) - 1


def test_worst_order_needs_every_leaf() -> None:
    """Sorted worst first, alpha-beta cuts nothing."""
    arena = arena_of(TreeGame(uniform(3, 3, TEXTBOOK[0].tree.turn, "worst")), 3)
    assert textbook_leaves(arena) == set(arena.leaves)


def test_nothing_seen_proves_nothing() -> None:
    """Without a leaf, the root may be anything."""
    low, high = intervals(arena_of(TreeGame(TEXTBOOK[0].tree), 2), set())
    assert (low[0], high[0]) == (-inf, inf)


@pytest.mark.parametrize("check", sorted(sources()))
def test_drawn_cases_are_worth_what_was_planted(check: str) -> None:
    """The strategies of every check draw cases whose trees can be numbered, with finite values."""

    @settings(max_examples=5, deadline=None)
    @given(sources()[check][0])
    def finite(story: Story) -> None:
        for case in story:
            assert -inf < Fraction(case.arena.values[0]) < inf

    finite()
