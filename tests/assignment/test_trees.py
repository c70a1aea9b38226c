"""Trees by seed: always other numbers, never another difficulty."""
from __future__ import annotations

import pytest

from assignment import trees
from assignment.by_hand import names_of, walk
from assignment.exercises import exercises
from games.tree import CHANCE, MAX, MIN, TreeGame
from kibitz.cases.arena import arena_of
from kibitz.cases.known import TEXTBOOK
from kibitz.judge.proof import intervals

SEEDS = range(1, 201)
ALL = (*trees.SHAPES, trees.CROSS_OUT)


@pytest.mark.parametrize("shape", ALL, ids=lambda shape: shape.name)
def test_a_shape_is_as_hard_with_every_seed(shape: trees.Shape) -> None:
    """200 seeds: the same leaves, height, leaves seen, cut-offs and deep cut-offs; small numbers, no two alike; other trees."""
    made = [trees.drawn(shape, seed, "worked") for seed in SEEDS]
    assert {trees.difficulty(drawn.tree, shape) for drawn in made} == {shape.difficulty}
    for drawn in made:
        arena = arena_of(TreeGame(drawn.tree), drawn.depth)
        leaves = [arena.leaf[leaf] for leaf in arena.leaves]
        assert all(isinstance(leaf, int) and abs(leaf) <= trees.LARGEST for leaf in leaves) and len(set(leaves)) == len(leaves)
        assert arena.values[0] == drawn.value and (shape.chance or drawn.leaves == shape.difficulty.seen)
    assert len({repr(drawn.tree) for drawn in made}) == len(made)


def test_there_is_one_right_move() -> None:
    """Where a player moves at the root, one move is better than the others by 1 at least."""
    for seed in range(1, 31):
        for drawn in trees.public(seed) + trees.graded(seed):
            arena = arena_of(TreeGame(drawn.tree), drawn.depth)
            worth = sorted((arena.values[child] for child in arena.children[0]), reverse=arena.turn[0] is MAX)
            assert arena.turn[0] is CHANCE or abs(worth[0] - worth[1]) >= 1


def test_no_two_seeds_share_a_tree() -> None:
    """Public and graded trees of 50 seeds are all different, and none is a textbook's."""
    seen = {repr(tree.tree) for tree in TEXTBOOK}
    for seed in range(1, 51):
        for drawn in (*trees.public(seed), *trees.graded(seed)):
            assert repr(drawn.tree) not in seen
            seen.add(repr(drawn.tree))


def test_a_seed_gives_the_same_trees_for_ever() -> None:
    """Another Python or another machine draws the same: these are written down."""
    assert repr(trees.drawn(trees.WORKED, 7, "worked").tree) == "MAX(MIN(21, 28, 4), MIN(-5, -9, 17), MIN(25, 2, 9))"
    assert repr(trees.drawn(trees.CHANCE_ROOT, 7, "worked").tree) == (
        "CHANCE((0.5, MAX(1, MIN(14, -4))), (0.5, MIN(-9, MAX(29, -2), -8)))")


@pytest.mark.parametrize("known", TEXTBOOK, ids=lambda known: known.name)
def test_alpha_beta_by_hand_is_as_published(known: object) -> None:
    """On the textbook trees it finds the published value and looks at the published number of leaves; these prove the value."""
    arena = arena_of(TreeGame(known.tree), known.depth)  # type: ignore[attr-defined]
    done = walk(arena)
    assert (done.value, len(done.seen)) == (known.value, known.leaves)  # type: ignore[attr-defined]
    low, high = intervals(arena, set(done.seen))
    assert low[0] == high[0] == done.value


def test_a_cut_is_deep_when_its_bound_comes_past_a_node_of_the_same_player() -> None:
    """The MIT tree has one deep cut-off, the flat textbook trees none."""
    deep = walk(arena_of(TreeGame(MAX(10, MIN(20, MAX(1, MIN(4, 2))))), 4))
    assert [cut.deep for cut in deep.cuts] == [True]
    assert not any(cut.deep for cut in walk(arena_of(TreeGame(TEXTBOOK[0].tree), 2)).cuts)


def test_the_missions_tree_skips_h() -> None:
    """A over B over C = MIN(3, 5) and D = MIN(2, 9): H, which is 9, is never looked at."""
    arena = arena_of(TreeGame(MAX(MAX(MIN(3, 5), MIN(2, 9)))), 3)
    done = walk(arena)
    assert [names_of(arena)[leaf] for leaf in done.unseen] == ["H"] and arena.leaf[done.unseen[0]] == 9
    assert done.results == {0: "= 3", 1: "= 3", 2: "= 3", 5: "<= 2"}


def test_exercises_follow_the_functions() -> None:
    """Without alphabeta nothing is to be crossed out, without expectimax no die is thrown."""
    assert [exercise.title for exercise in exercises(1, ["minimax"])] == ["Fill in the values"]
    assert len(exercises(1, ["minimax", "alphabeta"])) == 3 and len(exercises(1, ["minimax", "alphabeta", "expectimax"])) == 4


def test_last_years_answers_are_useless() -> None:
    """No exercise has the same question or answer with two seeds; which nodes are skipped differs, too."""
    years = [exercises(seed, ["minimax", "alphabeta", "expectimax"]) for seed in range(1, 21)]
    for kind in zip(*years):
        assert len({exercise.question for exercise in kind}) == len({exercise.answer for exercise in kind}) == len(years)
    assert len({year[1].answer.partition(";")[0] for year in years}) >= 4


def test_ordered_trees_need_all_leaves_or_the_fewest() -> None:
    """The answer to the third exercise is Knuth and Moore's number: 3 + 4 - 1 of 12."""
    for seed in range(1, 11):
        answer = exercises(seed, ["minimax", "alphabeta"])[2].answer
        assert "Best first, 6: " in answer and "Worst first, 12: " in answer


def test_players_are_the_shapes_own() -> None:
    """The trees of the seed have every kind of root."""
    assert {drawn.tree.turn for drawn in trees.public(3)} == {MAX, MIN, CHANCE}
