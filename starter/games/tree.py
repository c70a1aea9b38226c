"""Small game trees written as Python, to search by hand and in tests.

    MAX(MIN(3, 12, 8), MIN(2, 4, 6))            a tree: MAX chooses between two MIN nodes; the numbers are leaves
    MIN(4, 7, estimate=5)                       a node whose evaluate() is 5 (0 where no estimate is given)
    CHANCE((0.5, 3), (0.5, MIN(1, 2)))          a chance node: (probability, child) pairs

`TreeGame(tree)` is the position at the root of the tree. A move is the index of a child: 0, 1, 2, ...
"""
from __future__ import annotations

from fractions import Fraction
from math import isfinite
from typing import Any, Union

from games.game import (
    FinishedPosition,
    Game,
    IllegalMove,
    NothingToUndo,
    Number,
    Player,
    UnfinishedPosition,
    WrongTurn,
)

MAX, MIN, CHANCE = Player.MAX, Player.MIN, Player.CHANCE

Tree = Union["Node", Number]


class Node:
    """An inner node of a tree; `repr` is the expression that makes it.

    Raises:
        TypeError: a child is neither a number nor a node, or a chance child has no probability.
        ValueError: no child, a value that is not finite, or probabilities that do not sum to 1.

    >>> CHANCE((0.25, 8), (0.75, MAX(0, 4, estimate=1)))
    CHANCE((0.25, 8), (0.75, MAX(0, 4, estimate=1)))
    """

    __slots__ = ("_hash", "children", "estimate", "turn", "weights")

    def __init__(self, turn: Player, children: tuple[Any, ...], estimate: Number = 0) -> None:
        if not children:
            raise ValueError(f"{turn}() needs at least one child")
        weights, children = _split(children) if turn is CHANCE else ((), children)
        for child in children:
            if type(child) is not int and type(child) is not Node:
                _check_number(child, "a child of", turn)
        if type(estimate) is not int:
            _check_number(estimate, "the estimate at", turn)
        self.turn: Player = turn
        self.children: tuple[Tree, ...] = children
        self.weights: tuple[float, ...] = weights
        self.estimate: Number = estimate
        self._hash: int | None = None

    def __repr__(self) -> str:
        if self.turn is CHANCE:
            parts = [f"({weight!r}, {child!r})" for weight, child in zip(self.weights, self.children)]
        else:
            parts = [repr(child) for child in self.children]
        if self.estimate != 0:
            parts.append(f"estimate={self.estimate!r}")
        return f"{self.turn}({', '.join(parts)})"

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Node) or hash(self) != hash(other):
            return False
        return self._fields() == other._fields()

    def __hash__(self) -> int:
        if self._hash is None:  # kept: keys of positions hash the whole tree again and again
            self._hash = hash(self._fields())
        return self._hash

    def _fields(self) -> tuple[object, ...]:
        return self.turn, self.children, self.weights, self.estimate

    def __copy__(self) -> Node:
        return self  # never changed after it is made, so copies may share it

    def __deepcopy__(self, memo: object) -> Node:
        return self


def _split(pairs: tuple[Any, ...]) -> tuple[tuple[float, ...], tuple[Any, ...]]:
    for pair in pairs:
        if not (isinstance(pair, tuple) and len(pair) == 2):
            raise TypeError(f"CHANCE takes (probability, child) pairs, not {pair!r}")
        _check_number(pair[0], "a probability at", CHANCE)
        if not 0 < pair[0] <= 1:
            raise ValueError(f"a probability must be above 0 and at most 1, not {pair[0]!r}")
    weights, children = zip(*pairs)
    if abs(sum(weights) - 1) > 1e-9:
        raise ValueError(f"the probabilities {weights!r} sum to {sum(weights)!r}, not to 1")
    return weights, children


def _check_number(value: object, what: str, turn: Player | None = None) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float, Fraction)):
        raise TypeError(f"{_where(what, turn)} must be a number or a node, not {value!r}")
    if isinstance(value, float) and not isfinite(value):
        raise ValueError(f"{_where(what, turn)} must be finite, not {value!r}")


def _where(what: str, turn: Player | None) -> str:
    return f"{what} {turn}" if turn else what


class TreeGame(Game):
    """A position in a tree: the root, or where the moves in `path` lead.

    >>> game = TreeGame(MAX(MIN(3, 12), 7))
    >>> game.play(0); game.turn, game.legal_moves(), game
    (<Player.MIN: 'MIN'>, [0, 1], TreeGame(MAX(MIN(3, 12), 7), path=(0,)))
    >>> game.play(1); game.utility()
    12
    >>> game.undo(); game.undo(); game
    TreeGame(MAX(MIN(3, 12), 7))
    """

    def __init__(self, tree: Tree, path: tuple[int, ...] = ()) -> None:
        if not isinstance(tree, Node):
            _check_number(tree, "a tree")
        self._tree = tree
        self._at: Tree = tree
        self._path: list[int] = []
        self._above: list[Node] = []
        for move in path:
            self.play(move)

    @property
    def turn(self) -> Player:
        at = self._at
        if isinstance(at, Node):
            return at.turn
        # The game is over and nobody is to move: the player whose turn it would be, were turns to alternate.
        return MIN if self._above and self._above[-1].turn is MAX else MAX

    def is_terminal(self) -> bool:
        return not isinstance(self._at, Node)

    def legal_moves(self) -> list[int]:
        node = self._inner("legal_moves()")
        if node.turn is CHANCE:
            raise WrongTurn(f"legal_moves() at a chance node: {self!r}")
        return list(range(len(node.children)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        node = self._inner("chance_outcomes()")
        if node.turn is not CHANCE:
            raise WrongTurn(f"chance_outcomes() where {node.turn} is to move: {self!r}")
        return list(enumerate(node.weights))

    def play(self, move: int) -> None:
        node = self._at if isinstance(self._at, Node) else self._inner(f"play({move!r})")
        if type(move) is not int or not 0 <= move < len(node.children):
            raise IllegalMove(f"{move!r} is not a move here, 0 to {len(node.children) - 1} are: {self!r}")
        self._above.append(node)
        self._path.append(move)
        self._at = node.children[move]

    def undo(self) -> None:
        if not self._above:
            raise NothingToUndo(f"undo() with no move to take back: {self!r}")
        self._at = self._above.pop()
        self._path.pop()

    def utility(self) -> Number:
        if isinstance(self._at, Node):
            raise UnfinishedPosition(f"utility() of an unfinished position: {self!r}")
        return self._at

    def evaluate(self) -> Number:
        return self._inner("evaluate()").estimate

    def key(self) -> tuple[Tree, tuple[int, ...]]:
        return self._tree, tuple(self._path)

    @property
    def subtree(self) -> Tree:
        """The tree from here down."""
        return self._at

    def _inner(self, call: str) -> Node:
        if not isinstance(self._at, Node):
            raise FinishedPosition(f"{call} of a finished position: {self!r}")
        return self._at

    def __repr__(self) -> str:
        path = f", path={tuple(self._path)!r}" if self._path else ""
        return f"TreeGame({self._tree!r}{path})"
