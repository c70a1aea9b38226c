"""The size of the whole tree, and of the smallest that proves its value."""
from __future__ import annotations

import doctest

import pytest

import assignment.whole
from assignment.counted import Counted
from assignment.whole import whole
from games.connect_four import ConnectFour
from games.othello import Othello
from games.tree import MAX, MIN, Tree, TreeGame
from solution import search


def uniform(breadth: int, depth: int, value: int = 0) -> Tree:
    """Return a tree in which all moves are equally good."""
    return value if depth == 0 else (MAX if depth % 2 else MIN)(*[uniform(breadth, depth - 1, value)] * breadth)


def leaves(breadth: int, depth: int) -> int:
    return int(breadth ** -(-depth // 2) + breadth ** (depth // 2) - 1)


@pytest.mark.parametrize(("breadth", "depth"), [(2, 1), (2, 5), (3, 3), (3, 4), (5, 2)])
def test_a_uniform_tree_needs_what_knuth_and_moore_say(breadth: int, depth: int) -> None:
    """On each ply, the plays are the nodes of the minimal tree there: their formula for a tree that ends at that ply."""
    found = whole(TreeGame(uniform(breadth, depth)), depth)
    assert found.least == sum(leaves(breadth, ply) for ply in range(1, depth + 1))
    assert found.visits == sum(breadth**ply for ply in range(1, depth + 1))


@pytest.mark.parametrize(("game", "depth"), [(ConnectFour.from_moves("44444"), 4), (Othello(), 4)])
def test_the_whole_tree_is_what_minimax_walks(game: ConnectFour | Othello, depth: int) -> None:
    """Value and plays are minimax's; alpha-beta in any order lies between the least and these."""
    found, all_of_it, some = whole(game, depth), Counted(game), Counted(game)
    assert search.minimax(all_of_it, depth) == found.value and all_of_it.plays == found.visits
    assert search.alphabeta(some, depth) == found.value and found.least <= some.plays <= found.visits


def test_the_example_holds() -> None:
    """The docstring's tree."""
    assert doctest.testmod(assignment.whole).failed == 0
