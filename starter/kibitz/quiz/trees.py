"""Trees and numbers for the questions, drawn until they are hard enough, and the mistakes they tempt to."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from games.tree import CHANCE, MAX, MIN, Node, TreeGame
from kibitz.cases.arena import Arena, arena_of
from kibitz.judge.proof import textbook_leaves

MOST_DRAWS = 10_000


def grid(dice: random.Random, rows: int, columns: int) -> list[list[int]]:
    """Return small numbers, all different, that can be handled without paper."""
    numbers = dice.sample(range(1, 20), rows * columns)
    return [numbers[row * columns : (row + 1) * columns] for row in range(rows)]


def drawn_until(dice: random.Random, draw: Callable[[random.Random], Node], fits: Callable[[Node], bool]) -> Node:
    """Return the first tree drawn that fits."""
    for _ in range(MOST_DRAWS):
        if fits(tree := draw(dice)):
            return tree
    raise AssertionError("no tree fits: the conditions contradict each other")


def two_levels(dice: random.Random) -> Node:
    """Return a MAX node over three MIN nodes over three leaves each."""
    return MAX(*(MIN(*row) for row in grid(dice, 3, 3)))


def rows_of(tree: Node) -> list[list[int]]:
    """Return the leaves of each branch."""
    return [list(child.children) for child in tree.children if isinstance(child, Node)]  # type: ignore[arg-type]


def values_by_mistake(rows: list[list[int]]) -> tuple[int, int, int, int]:
    """Return the value, and three that come of mixing up the players: most of all, least of lows, least of highs."""
    lows, highs = [min(row) for row in rows], [max(row) for row in rows]
    return max(lows), max(highs), min(lows), min(highs)


def branches_by_mistake(rows: list[list[int]]) -> tuple[int, int, int]:
    """Return the branches with the largest smallest, largest, and mean leaf."""
    return _highest(rows, min), _highest(rows, max), _highest(rows, sum)


def _highest(rows: list[list[int]], of: Callable[[list[int]], int]) -> int:
    return max(range(len(rows)), key=lambda branch: of(rows[branch]))


def looked_at(tree: Node) -> list[list[int]]:
    """Return the leaves that alpha-beta looks at, by branch; all leaves differ, so that its two spellings agree."""
    arena: Arena = arena_of(TreeGame(tree), 2)
    seen = textbook_leaves(arena)
    return [[_whole(arena, leaf) for leaf in arena.children[branch] if leaf in seen] for branch in arena.children[0]]


def _whole(arena: Arena, leaf: int) -> int:
    value = arena.leaf[leaf]
    assert isinstance(value, int)
    return value


def die(dice: random.Random) -> Node:
    """Return a chance node over three leaves, one of them as likely as the other two together."""
    weights = [0.5, 0.25, 0.25]
    dice.shuffle(weights)
    return CHANCE(*zip(weights, dice.sample(range(0, 21), 3)))


def mean(tree: Node) -> float:
    """Return what a chance node over leaves is worth."""
    return sum(weight * value for weight, value in zip(tree.weights, tree.children))  # type: ignore[operator, misc]


def means_by_mistake(tree: Node) -> tuple[float, float, float, float, float]:
    """Return the weighed mean, the plain one, and the largest, likeliest and smallest outcome."""
    values: list[int] = list(tree.children)  # type: ignore[arg-type]
    likely = values[tree.weights.index(max(tree.weights))]
    return mean(tree), round(sum(values) / 3, 2), max(values), likely, min(values)


def listed(numbers: Iterable[int]) -> str:
    """Return numbers as people say them: "4, 6 and 1"."""
    texts = [str(number) for number in numbers]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
