"""Hypothesis strategies that draw a value first and grow a game around it.

At a MAX node of value v one child is worth v and the others at most v; at a chance node the children average v. So the
right answer is known by construction, without any search. A strategy here draws a *story*: one or more cases to be run in
order in one process, so that stale caches show.
"""
from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf
from typing import Any

from hypothesis import strategies as st

from games.game import Number, Player
from games.tree import Tree, TreeGame
from kibitz.cases.case import Case
from kibitz.watch.wire import game_to_json

Draw = st.DrawFn
Story = tuple[Case, ...]

MAX, MIN, CHANCE = Player.MAX, Player.MIN, Player.CHANCE
SMALL = st.integers(-9, 9)
POOLS: dict[str, st.SearchStrategy[Any]] = {
    "small": SMALL,
    "negative": st.integers(-99, -1),
    "positive": st.integers(1, 99),
    "few": st.integers(-1, 1),
    "zero": st.just(0),
    "close": st.integers(0, 9).map(lambda k: k / 1000),
    "halves": st.integers(-9, 9).map(lambda k: k / 2),
    "fractions": st.integers(-9, 9).map(lambda k: Fraction(k, 7)),
    "beyond": st.sampled_from([10**3, 10**6, 10**9, 10**12, 2**63 + 1, 10**20, 10**30]),
    "below": st.sampled_from([-(10**3), -(10**6), -(10**9), -(10**12), -(2**63) - 1, -(10**20), -(10**30)]),
    "floats": st.sampled_from([1e20, -1e20, 1e10, -1e10, 0.5, -0.5, 1e-3, -1e-3]),
}
#: integer parts of a chance node's probabilities
SPLITS = [(1, 1), (1, 3), (3, 1), (1, 9), (9, 1), (1, 19), (2, 3), (1, 1, 2), (1, 2, 5), (1, 4, 15), (1, 30, 1)]


class Grower:
    """Draws trees of planted value.

    Args:
        draw: Hypothesis's draw.
        pool: the numbers at leaves and estimates.
        chance: whether chance nodes may occur.
        alternate: whether MAX and MIN take turns strictly (else any may follow any).
        fewest, widest: children of a node.
        early: in how many of ten nodes above the bottom the game ends early.
    """

    def __init__(self, draw: Draw, pool: st.SearchStrategy[Any], *, chance: bool = False, alternate: bool = False,
                 fewest: int = 1, widest: int = 3, early: int = 2) -> None:
        self.draw, self.pool, self.chance, self.alternate = draw, pool, chance, alternate
        self.fewest, self.widest, self.early = fewest, widest, early

    def tree(self, value: Number, levels: int, cut_off: int, above: Player | None = None) -> Tree:
        """Return a tree worth `value` when searched `cut_off` plies deep, at most `levels` levels high.

        What lies below the depth limit is misleading on purpose, and so are the estimates above it.
        """
        draw = self.draw
        if levels == 0 or (above is not None and draw(st.integers(0, 9)) < self.early):
            return value
        turn = self.turn(above)
        if cut_off == 0:
            return self.node(turn, [draw(self.pool) for _ in range(draw(st.integers(1, 2)))], value)
        estimate = draw(self.pool) if draw(st.booleans()) else 0
        worths = self.worths(turn, value)
        children = [self.tree(worth, levels - 1, cut_off - 1, turn) for worth, _ in worths]
        if turn is CHANCE:
            return CHANCE(*((weight, child) for (_, weight), child in zip(worths, children)), estimate=estimate)
        return self.node(turn, children, estimate)

    def turn(self, above: Player | None) -> Player:
        if self.chance and self.draw(st.integers(0, 2)) == 2:
            return CHANCE
        if self.alternate and above in (MAX, MIN):
            return MIN if above is MAX else MAX
        return self.draw(st.sampled_from([MAX, MIN]))

    def worths(self, turn: Player, value: Number) -> list[tuple[Number, float]]:
        """Return what each child is worth, with its probability where chance chooses."""
        draw = self.draw
        if turn is CHANCE:
            parts = draw(st.sampled_from(SPLITS))
            shift = draw(st.integers(-3, 3))
            total = sum(parts)
            worths = [value + shift * parts[1], value - shift * parts[0], *[value] * (len(parts) - 2)]
            return [(worth, part / total) for worth, part in zip(worths, parts)]
        count = draw(st.integers(self.fewest, self.widest))
        right = draw(st.integers(0, count - 1))
        limit = min if turn is MAX else max
        return [(value if index == right else limit(value, draw(self.pool)), 0) for index in range(count)]

    @staticmethod
    def node(turn: Player, children: Sequence[Tree], estimate: Number) -> Tree:
        if turn is CHANCE:
            weights = [1 / len(children)] * len(children)
            return CHANCE(*zip(weights, children), estimate=estimate)
        return turn(*children, estimate=estimate)


def _case(function: str, tree: Tree, depth: int, **more: Any) -> Case:
    return Case(function, game_to_json(TreeGame(tree)), depth, **more)


@st.composite
def planted(draw: Draw, function: str, pools: Sequence[str] = ("small",), levels: tuple[int, int] = (1, 4), *,
            cut: bool = False, deep: bool = False, fewest: int = 1, widest: int = 3, early: int = 2,
            alternate: bool | None = None, shallowest: int = 0) -> Story:
    """One tree of planted value.

    Args:
        function: whose case it is; expectimax gets chance nodes.
        pools: names from POOLS, one of which gives this tree's numbers.
        levels: least and greatest height.
        cut: whether the depth limit falls inside the tree (else at its bottom), no higher than at `shallowest`.
        deep: whether the depth may also be larger than the tree is high.
    """
    pool = POOLS[draw(st.sampled_from(list(pools)))]
    height = draw(st.integers(*levels))
    depth = draw(st.integers(shallowest, height - 1)) if cut else height + (draw(st.integers(0, 2)) if deep else 0)
    alternating = draw(st.booleans()) if alternate is None else alternate
    grower = Grower(draw, pool, chance=function == "expectimax", fewest=fewest, widest=widest, early=early,
                    alternate=alternating)
    tree = grower.tree(draw(pool), height, depth)
    return (_case(function, tree, depth),)


@st.composite
def several(draw: Draw, /, function: str, pools: Sequence[str] = ("small", "negative"), **more: Any) -> Story:
    """Two or three trees, one after the other in one process, some searched twice or at two depths."""
    stories = [draw(planted(function, pools, (1, 3), **more))[0] for _ in range(draw(st.integers(2, 3)))]
    first = stories[0]
    other_depth = draw(st.integers(0, first.depth + 1))
    return (*stories, first, Case(function, first.game, other_depth))


@st.composite
def dice_below_bounds(draw: Draw) -> Story:
    """A die next to a sure value, with a node below it that a bound carried through the die would cut, wrongly.

    The die is worth less to the player above it than the sure value; with the bound in the place of the cut node, more.
    """
    turn = draw(st.sampled_from([MAX, MIN]))
    toward = 1 if turn is MAX else -1
    sure, gain = draw(SMALL), draw(st.integers(1, 6))
    parts = draw(st.sampled_from([(1, 1), (1, 3), (3, 1), (1, 1, 2)]))
    loss = draw(st.integers(gain * parts[0] // parts[1] + 1, 20 + gain * parts[0]))
    other = MIN if turn is MAX else MAX
    refuted = other(*[sure] * draw(st.integers(1, 2)), sure - toward * loss)
    outcomes = [sure + toward * gain, refuted, *[sure] * (len(parts) - 2)]
    die = CHANCE(*zip([part / sum(parts) for part in parts], outcomes))
    return (_case("expectimax", turn(sure, die, *[sure] * draw(st.integers(0, 1))), 3),)


@st.composite
def windows(draw: Draw) -> Story:
    """One tree searched with windows around, below and above its value, and touching it."""
    pool = POOLS[draw(st.sampled_from(["small", "halves", "few"]))]
    value = draw(pool)
    height = draw(st.integers(1, 4))
    tree = Grower(draw, pool).tree(value, height, height)
    choices = [(value - 1, value + 1), (value - 3, value - 1), (value + 1, value + 3), (value, value + 1), (value - 1, value),
               (-inf, value), (value, inf), (-inf, value - 1), (value + 1, inf), (value - 1, inf), (-inf, value + 1)]
    chosen = draw(st.lists(st.sampled_from(choices), min_size=2, max_size=3, unique=True))
    return tuple(_case("alphabeta", tree, height, window=window) for window in chosen)


@st.composite
def graphs(draw: Draw, function: str, *, depths: tuple[int, int] = (2, 5)) -> Story:
    """One graph with transpositions, layered or not, searched at several depths in one process."""
    chance = function == "expectimax"
    layered = draw(st.booleans())
    inner = draw(st.integers(4, 7))
    ends = draw(st.integers(2, 4))
    nodes: list[dict[str, Any]] = []
    for index in range(inner):
        turn = draw(st.sampled_from(["MAX", "MIN", "MAX", "MIN", "CHANCE"] if chance else ["MAX", "MIN"]))
        first = min(index + 1, inner + ends - 1)
        last = min(index + 3, inner + ends - 1) if layered else inner + ends - 1
        targets = draw(st.lists(st.integers(first, last), min_size=1, max_size=3, unique=True))
        nodes.append(_graph_node(draw, turn, targets))
    nodes += [{"value": draw(SMALL), "label": "end"} for _ in range(ends)]
    most = draw(st.integers(*depths))
    order = draw(st.permutations(range(1, most + 1)))[: draw(st.integers(1, 3))]
    return tuple(Case(function, {"graph": nodes, "at": 0}, depth) for depth in (*order, most))


@st.composite
def rings(draw: Draw, function: str) -> Story:
    """Positions in a circle, from each of which one may go on by one or more: the same ones come back at other depths."""
    size = draw(st.integers(3, 7))
    steps = draw(st.sampled_from([[1, 2], [1, 2], [1, 3], [2, 3], [1, 2, 3]]))
    pool = POOLS[draw(st.sampled_from(["small", "small", "few", "halves"]))]
    turns = [draw(st.sampled_from(["MAX", "MIN"])) for _ in range(size)]
    if draw(st.booleans()):
        turns = ["MAX", "MIN"] * size
    nodes: list[dict[str, Any]] = [
        {"turn": turns[index], "to": [(index + step) % size for step in steps], "estimate": draw(pool), "label": "ring"}
        for index in range(size)
    ]
    if draw(st.booleans()):
        nodes[draw(st.integers(1, size - 1))] = {"value": draw(pool), "label": "ring"}
    depth = draw(st.integers(3, 4 if len(steps) == 3 else 6))
    depths = (depth, draw(st.integers(1, depth))) if draw(st.booleans()) else (depth,)
    return tuple(Case(function, {"graph": nodes, "at": 0}, plies) for plies in depths)


def _graph_node(draw: Draw, turn: str, targets: list[int]) -> dict[str, Any]:
    label = draw(st.sampled_from(["a", "b"]))
    node: dict[str, Any] = {"turn": turn, "to": targets, "estimate": draw(SMALL), "label": label}
    if turn == "CHANCE":
        node["weights"] = [1 / len(targets)] * len(targets)
    return node


@st.composite
def moves(draw: Draw, given: str, pools: Sequence[str] = ("small", "negative", "positive", "close"), *, turn: str | None = None,
          evaluation: str = "own", cut: bool = False, tied: bool = False) -> Story:
    """A position to choose a move in.

    Args:
        given: see Case.given.
        turn: who is to move, or None for either.
        cut: whether the depth limit falls inside the tree, so that estimates decide.
        tied: whether some wrong moves get a bound equal to the best value.
    """
    pool = POOLS[draw(st.sampled_from(list(pools)))]
    mover = Player(turn) if turn else draw(st.sampled_from([MAX, MIN]))
    height = draw(st.integers(2 if tied else 1, 3))
    depth = draw(st.integers(1, height)) if cut else height
    grower = Grower(draw, pool, chance=given == "expectimax", early=1)
    value = draw(pool)
    count = draw(st.integers(1, 5))
    right = draw(st.integers(0, count - 1))
    gap = 0.001 if isinstance(value, float) and abs(value) < 1 else 1
    clearly_worse = (right + 1) % count
    worse = [value - gap * draw(st.integers(1 if tied or index == clearly_worse else 0, 3)) * (1 if mover is MAX else -1)
             for index in range(count)]
    worths = [value if index == right else worth for index, worth in enumerate(worse)]
    children = [grower.tree(worth, height - 1, depth - 1, mover) for worth in worths]
    return (_case("best_move", mover(*children), depth, given=given, evaluation=evaluation),)


@st.composite
def opaque_moves(draw: Draw, given: str) -> Story:
    """A position whose moves cannot be put in order, with ties."""
    worths = draw(st.lists(st.integers(-2, 2), min_size=2, max_size=4))
    turn = draw(st.sampled_from(["MAX", "MIN"]))
    targets = list(range(1, len(worths) + 1))
    nodes = [{"turn": turn, "to": targets, "estimate": 0, "label": "root"}, *({"value": v, "label": "end"} for v in worths)]
    return (Case("best_move", {"graph": nodes, "at": 0, "opaque": True}, 1, given=given),)

