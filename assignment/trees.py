"""Trees drawn from the settings' seed: other numbers each term, of the same difficulty.

Each shape is fixed, and so is what makes it hard: how many leaves alpha-beta looks at, how often it cuts, how many of the cuts
are deep. Numbers are drawn until they fit, with one right answer at the root.
"""
from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from assignment.by_hand import walk
from games.game import Number, Player
from games.tree import CHANCE, MAX, MIN, Node, TreeGame
from kibitz.cases.arena import Arena, arena_of
from kibitz.watch.wire import tree_to_json

SMALLEST, LARGEST = -9, 30  #: leaves: sums are done by hand
TRIES = 20_000

Grow = Callable[[Callable[[], int]], Node]


@dataclass(frozen=True)
class Difficulty:
    """What makes a tree hard, equal for all seeds.

    Attributes:
        leaves, height: of the tree.
        seen, cuts, deep: what alpha-beta does on it (0, 0, 0 where chance rules that out).
    """

    leaves: int
    height: int
    seen: int = 0
    cuts: int = 0
    deep: int = 0


@dataclass(frozen=True)
class Shape:
    """A kind of tree: its skeleton, with a place for each leaf, and its difficulty."""

    name: str
    grow: Grow
    difficulty: Difficulty

    @property
    def chance(self) -> bool:
        return self.difficulty.seen == 0


@dataclass(frozen=True)
class Drawn:
    """A tree that was drawn, with its answers."""

    name: str
    tree: Node
    depth: int
    value: Number
    leaves: int


def _rows(turn: Player, *widths: int) -> Grow:
    """Return the maker of a tree whose players alternate: so many children on each level."""
    def grow(leaf: Callable[[], int], turn: Player = turn, widths: tuple[int, ...] = widths) -> Node:
        below = MIN if turn is MAX else MAX
        return turn(*(grow(leaf, below, widths[1:]) if len(widths) > 1 else leaf() for _ in range(widths[0])))
    return grow


WORKED = Shape("three by three", _rows(MAX, 3, 3), Difficulty(9, 2, 6, 2))
DEEP = Shape("with a deep cut-off", lambda n: MAX(MIN(n(), n()), MIN(MAX(n(), MIN(n(), n(), n())), MAX(n(), n())), MIN(n(), n())),
             Difficulty(10, 4, 5, 3, 1))
MIN_ROOT = Shape("with a MIN root", _rows(MIN, 2, 2, 2), Difficulty(8, 3, 6, 2))
UNEVEN = Shape("whose turns do not alternate", lambda n: MAX(MAX(n(), MIN(n(), n())), MIN(MIN(n(), n()), MAX(n(), n())), MIN(n(), n())),
               Difficulty(9, 3, 6, 2, 1))
WIDE = Shape("three by four", _rows(MAX, 3, 4), Difficulty(12, 2, 7, 2))
CROSS_OUT = Shape("two by two by two by two", _rows(MAX, 2, 2, 2, 2), Difficulty(16, 4, 12, 3, 1))
DICE = Shape("with two dice", lambda n: MAX(CHANCE((0.25, n()), (0.75, n())), CHANCE((0.5, n()), (0.5, n())), MIN(n(), n())),
             Difficulty(6, 2))
LATE_DICE = Shape("with chance below MIN", lambda n: MIN(MAX(CHANCE((0.5, n()), (0.25, n()), (0.25, n())), n()),
                  MAX(n(), CHANCE((0.75, n()), (0.25, n())))), Difficulty(7, 3))
CHANCE_ROOT = Shape("with a chance root", lambda n: CHANCE((0.5, MAX(n(), MIN(n(), n()))), (0.5, MIN(n(), MAX(n(), n()), n()))),
                    Difficulty(7, 3))
SHAPES = (WORKED, DEEP, MIN_ROOT, UNEVEN, WIDE, DICE, LATE_DICE, CHANCE_ROOT)
#: how many trees of each shape are public, and how many are graded as well
PUBLIC, GRADED = 1, 2


def drawn(shape: Shape, seed: int, use: str) -> Drawn:
    """Return the tree of a shape for a seed and a use ("worked", "public 0", "graded 1", ...): the same on every machine."""
    chance = random.Random(f"{seed} {shape.name} {use}")
    arena = arena_of(TreeGame(shape.grow(lambda: 0)), shape.difficulty.height)
    leaves = arena.leaves
    for _ in range(TRIES):
        numbers: list[int] = chance.sample(range(SMALLEST, LARGEST + 1), len(leaves))
        for leaf, number in zip(leaves, numbers):
            arena.leaf[leaf] = number
        values = arena.back_up({})
        if _one_answer(arena, values) and _measured(arena, shape) == shape.difficulty:
            tree = shape.grow(iter(numbers).__next__)
            return Drawn(shape.name, tree, shape.difficulty.height, _plain(values[0]), shape.difficulty.seen)
    raise RuntimeError(f"no tree {shape.name} fits in {TRIES} tries: its difficulty asks for too much")


def difficulty(tree: Node, shape: Shape) -> Difficulty:
    """Return a tree's difficulty, measured."""
    return _measured(arena_of(TreeGame(tree), shape.difficulty.height), shape)


def _measured(arena: Arena, shape: Shape) -> Difficulty:
    leaves, height = len(arena.leaves), max(arena.ply)
    if shape.chance:
        return Difficulty(leaves, height)
    done = walk(arena, in_words=False)
    return Difficulty(leaves, height, len(done.seen), len(done.cuts), done.deep)


def _one_answer(arena: Arena, values: Sequence[Number]) -> bool:
    """Tell whether one move is best by 1 at least, and every node is worth a whole number or a half: easy to write."""
    if any(Fraction(value).denominator > 2 for value in values):
        return False
    worth = sorted((values[child] for child in arena.children[0]), reverse=arena.turn[0] is MAX)
    return arena.turn[0] is CHANCE or not -1 < worth[0] - worth[1] < 1


def _plain(value: Number) -> Number:
    return int(value) if Fraction(value).denominator == 1 else value


def public(seed: int) -> list[Drawn]:
    """Return the known trees that students get beside those of textbooks."""
    return [drawn(shape, seed, f"public {index}") for shape in SHAPES for index in range(PUBLIC)]


def graded(seed: int) -> list[Drawn]:
    """Return the known trees that only the grader has."""
    return [drawn(shape, seed, f"graded {index}") for shape in SHAPES for index in range(GRADED)]


def as_data(tree: Drawn) -> dict[str, Any]:
    """Return a tree as the students' data file holds it."""
    return {"name": tree.name, "tree": tree_to_json(tree.tree), "depth": tree.depth, "value": tree.value, "leaves": tree.leaves}
