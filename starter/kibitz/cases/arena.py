"""A case as numbered nodes: the whole tree below a position down to the depth limit, in flat lists.

The judge replays what a search did on these, so that counts, order and leaf values are its own. Node 0 is the root; a
node's children have higher numbers than the node, so walking the numbers backwards backs values up from the leaves.
"""
from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

from games.game import Game, Number, Player
from games.tree import Node, Tree, TreeGame
from kibitz.watch.wire import number_from_json

MAX_NODES = 200_000


class ArenaTooLarge(ValueError):
    """A position has more nodes within the depth limit than can be judged."""


class Arena:
    """The nodes of one case.

    Attributes (lists indexed by node):
        turn: who chooses; means nothing at a leaf.
        children: the nodes below, in the order of the moves; empty at a leaf.
        weights: the children's probabilities at a chance node, else empty.
        parent, ply: the node above (-1 at the root), and the number of edges from the root.
        leaf: what utility() or evaluate() gives at a leaf (None at an inner node).
        estimate: what evaluate() gives (None at a finished position).
        finished: whether the game is over there.
        group: nodes that are the same position with the same depth left share a number.
        keys: the positions' keys (None in a tree, where no two nodes are the same position).
        root: the key of the position that was searched.
    """

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.turn: list[Player] = []
        self.children: list[list[int]] = []
        self.weights: list[tuple[float, ...]] = []
        self.parent: list[int] = []
        self.ply: list[int] = []
        self.leaf: list[Number | None] = []
        self.estimate: list[Number | None] = []
        self.finished: list[bool] = []
        self.group: list[int] = []
        self.keys: list[Hashable] = []
        self.root: Hashable = None
        self._groups: dict[tuple[Hashable, int], int] = {}
        self._values: list[Number] | None = None

    def __len__(self) -> int:
        return len(self.turn)

    def add(self, parent: int, turn: Player, finished: bool, value: Number | None, key: Hashable) -> int:
        """Append a node below `parent`; `value` is its utility or estimate. Returns its number."""
        node = len(self.turn)
        if node:
            ply = self.ply[parent] + 1
            self.children[parent].append(node)
        else:
            ply = 0
        if node >= MAX_NODES:
            raise ArenaTooLarge(f"more than {MAX_NODES:,} positions within depth {self.depth}")
        self.turn.append(turn)
        self.children.append([])
        self.weights.append(())
        self.parent.append(parent)
        self.ply.append(ply)
        self.finished.append(finished)
        self.estimate.append(None if finished else value)
        self.leaf.append(value if finished or ply == self.depth else None)
        self.keys.append(key)
        self.group.append(node if key is None else self._groups.setdefault((key, self.depth - ply), node))
        return node

    @cached_property
    def leaves(self) -> list[int]:
        """The leaves, left to right: finished positions, and those at the depth limit. To be asked for once all nodes are there."""
        return [node for node, value in enumerate(self.leaf) if value is not None]

    @property
    def values(self) -> list[Number]:
        """What each node is worth to MAX, backed up from all leaves."""
        if self._values is None:
            self._values = self.back_up({})
        return self._values

    @cached_property
    def identities(self) -> list[Hashable]:
        """What tells each node from the others in the same game, and is the same in every arena of that game: its key, or the way to it."""
        if self.keys[0] is not None:
            return list(zip(self.keys, self.finished))
        ways: list[tuple[int, ...]] = [()] * len(self)
        for node, below in enumerate(self.children):
            for index, child in enumerate(below):
                ways[child] = (*ways[node], index)
        return list(zip(ways, self.finished))

    def back_up(self, known: Mapping[int, Number]) -> list[Number]:
        """Return the nodes' values, with the leaves in `known` worth what it says."""
        values: list[Number] = [0 if value is None else value for value in self.leaf]
        for node, value in known.items():
            values[node] = value
        children, turn, weights = self.children, self.turn, self.weights
        for node in range(len(self.turn) - 1, -1, -1):
            below = children[node]
            if not below:
                continue
            if turn[node] is Player.MAX:
                values[node] = max([values[child] for child in below])
            elif turn[node] is Player.MIN:
                values[node] = min([values[child] for child in below])
            else:
                values[node] = sum([weight * values[child] for weight, child in zip(weights[node], below)])
        return values

    def path(self, node: int) -> tuple[int, ...]:
        """Return the child indexes that lead from the root to `node`."""
        steps: list[int] = []
        while node > 0:
            above = self.parent[node]
            steps.append(self.children[above].index(node))
            node = above
        return tuple(reversed(steps))

    def scale(self) -> float:
        """Return the larger of 1 and the largest leaf, estimate or not, in size: what tolerances are in proportion to."""
        largest: Number = 1
        for value in chain(self.leaf, self.estimate):
            if value is not None and not -largest <= value <= largest:
                largest = -value if value < 0 else value
        return float(largest) if largest < 10**300 else 1e300

    def to_tree(self, known: Mapping[int, Number]) -> Tree:
        """Return the arena as a tree whose leaves in `known` are worth what it says.

        A leaf at the depth limit becomes a leaf of the tree: what was an estimate is then final.
        """
        made: list[Tree] = [0] * len(self)
        for node in range(len(self) - 1, -1, -1):
            below = [made[child] for child in self.children[node]]
            if not below:
                value = known.get(node, self.leaf[node])
                made[node] = 0 if value is None else value
            elif self.turn[node] is Player.CHANCE:
                made[node] = Player.CHANCE(*zip(self.weights[node], below), estimate=self.estimate[node] or 0)
            else:
                made[node] = self.turn[node](*below, estimate=self.estimate[node] or 0)
        return made[0]


def arena_of(game: Game, depth: int) -> Arena:
    """Number the nodes below a position down to `depth` plies; the game is left as it was.

    Raises:
        ArenaTooLarge: there are more than MAX_NODES.
    """
    arena = Arena(depth)
    arena.root = game.key()
    if isinstance(game, TreeGame):
        _add_tree(arena, -1, game.subtree)
    else:
        _add_game(arena, -1, game)
    return arena


def _add_tree(arena: Arena, parent: int, tree: Tree) -> None:
    if not isinstance(tree, Node):
        arena.add(parent, Player.MAX, True, tree, None)
        return
    node = arena.add(parent, tree.turn, False, tree.estimate, None)
    if arena.ply[node] < arena.depth:
        arena.weights[node] = tree.weights
        for child in tree.children:
            _add_tree(arena, node, child)


def arena_of_json(tree: Any, depth: int, text: str) -> Arena:
    """Number the nodes of a tree as kibitz.watch.wire stores it: what arena_of(TreeGame(...)) gives, without making the nodes first.

    Args:
        tree: the tree.
        depth: plies to look ahead.
        text: the tree as json.dumps writes it, alone or as all that an object holds.
    """
    arena = Arena(depth)
    arena.root = _same_for_equal_trees(text)
    _fill(arena, tree)
    return arena


def _same_for_equal_trees(text: str) -> str:
    """Return a tree's JSON with whole numbers written as such, because equal trees have equal keys: 0.0 is 0, and 2/1 is 2.

    >>> _same_for_equal_trees('["MAX", [-0.0, 1e+20, 0.5, {"fraction": "2/1"}], 0]')
    '["MAX", [0, 100000000000000000000, 0.5, 2], 0]'
    """
    if "." not in text and "e+" not in text and "fraction" not in text:
        return text
    text = _WHOLE_FRACTION.sub(r"\1", text)
    return _FLOAT.sub(lambda found: str(int(float(found[0]))) if float(found[0]).is_integer() else found[0], text)


_WHOLE_FRACTION = re.compile(r'\{"fraction": "(-?\d+)/1"\}')
_FLOAT = re.compile(r"-?\d+(?:\.\d+(?:e[+-]?\d+)?|e[+-]?\d+)")


def _fill(arena: Arena, tree: Any) -> None:
    """Add the nodes of a tree, where no two are the same position: what `Arena.add` would do one by one, in half the time."""
    depth, turn, children, weights, parent = arena.depth, arena.turn, arena.children, arena.weights, arena.parent
    ply, finished, estimate, leaf = arena.ply, arena.finished, arena.estimate, arena.leaf

    def add(tree: Any, above: int, level: int) -> None:
        node = len(turn)
        parent.append(above)
        ply.append(level)
        weights.append(())
        below: list[int] = []
        children.append(below)
        if type(tree) is not list:
            turn.append(Player.MAX)
            finished.append(True)
            estimate.append(None)
            leaf.append(tree if type(tree) is int else number_from_json(tree))
            return
        name, trees, value = tree
        value = value if type(value) is int else number_from_json(value)
        turn.append(PLAYERS[name])
        finished.append(False)
        estimate.append(value)
        if level == depth:
            leaf.append(value)
            return
        leaf.append(None)
        if name == "CHANCE":
            weights[node] = tuple([weight for weight, _ in trees])
            trees = [child for _, child in trees]
        if node + len(trees) > MAX_NODES:
            raise ArenaTooLarge(f"more than {MAX_NODES:,} positions within depth {depth}")
        for child in trees:
            below.append(len(turn))
            add(child, node, level + 1)

    add(tree, -1, 0)
    arena.keys += [None] * len(turn)
    arena.group += range(len(turn))


PLAYERS = {player.value: player for player in Player}


def _add_game(arena: Arena, parent: int, game: Game) -> None:
    finished, turn = game.is_terminal(), game.turn
    node = arena.add(parent, turn, finished, game.utility() if finished else game.evaluate(), game.key())
    if finished or arena.ply[node] == arena.depth:
        return
    moves: Sequence[Any]
    if turn is Player.CHANCE:
        moves, arena.weights[node] = zip(*game.chance_outcomes())
    else:
        moves = game.legal_moves()
    for move in moves:
        game.play(move)
        _add_game(arena, node, game)
        game.undo()

