"""Games in which different moves lead to the same position, written as data: to test transposition tables.

A description is a list of nodes, each a dict, that JSON can hold. The first is where the game starts:

    {"turn": "MAX", "to": [1, 2], "estimate": 0.5, "label": "a"}        MAX moves to node 1 or to node 2
    {"turn": "CHANCE", "to": [2, 3], "weights": [0.25, 0.75]}           a die: to node 2 with probability 0.25
    {"value": 3, "label": "b"}                                          a finished position, worth 3

`estimate` is 0 and `label` is "" where none is given. Lines may meet and even run in circles. `str(game)` is the label
only, and nodes with different futures may share one: whoever takes str(game) for the position will be wrong.
"""
from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

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

FIELDS = {"turn", "to", "weights", "value", "estimate", "label"}


class Move:
    """A move that has no order: equal and hashable by its index, but neither < nor > another."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index = index

    def __repr__(self) -> str:
        return f"Move({self.index})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.index == other.index

    def __hash__(self) -> int:
        return hash((Move, self.index))


@dataclass(frozen=True)
class _Node:
    index: int
    turn: Player
    moves: tuple[Any, ...]
    targets: dict[Any, int]
    weights: tuple[float, ...]
    value: Number
    estimate: Number
    label: str


class _Graph:
    """The nodes of one description, checked; never changed, so that all positions and copies share it."""

    def __init__(self, description: Sequence[dict[str, Any]], opaque_moves: bool) -> None:
        self.text = json.dumps(description, allow_nan=False)
        self.opaque_moves = opaque_moves
        self.key = f"{self.text} {opaque_moves}"
        if not description:
            raise ValueError("a graph needs at least one node")
        self.nodes = [_node(index, fields, len(description), opaque_moves) for index, fields in enumerate(description)]

    def __deepcopy__(self, memo: object) -> _Graph:
        return self


class GraphGame(Game):
    """A position in a graph: its node number `at`.

    Args:
        description: the nodes, as in the docstring of this module.
        at: the number of the node.
        opaque_moves: moves are Move(0), Move(1), ..., which cannot be ordered, instead of 0, 1, ...

    Raises:
        ValueError, TypeError: it is no such description; the message names the node.

    >>> game = GraphGame([{"turn": "MAX", "to": [1, 2]}, {"turn": "MIN", "to": [2]}, {"value": 5, "label": "end"}])
    >>> game.play(0); game.play(0); str(game), game.utility(), game.key() == GraphGame(game.description, at=2).key()
    ('end', 5, True)
    >>> game.undo(); game
    GraphGame([{'turn': 'MAX', 'to': [1, 2]}, {'turn': 'MIN', 'to': [2]}, {'value': 5, 'label': 'end'}], at=1)
    """

    def __init__(self, description: Sequence[dict[str, Any]], at: int = 0, opaque_moves: bool = False) -> None:
        self._graph = _Graph(description, opaque_moves)
        if not 0 <= at < len(description):
            raise ValueError(f"there is no node {at!r}, they are 0 to {len(description) - 1}")
        self._node = self._graph.nodes[at]
        self._past: list[_Node] = []

    @property
    def description(self) -> list[dict[str, Any]]:
        """The nodes, as a fresh list that JSON can hold: `GraphGame(game.description, at=0)` starts again."""
        nodes: list[dict[str, Any]] = json.loads(self._graph.text)
        return nodes

    @property
    def opaque_moves(self) -> bool:
        """Whether moves cannot be put in order."""
        return self._graph.opaque_moves

    @property
    def at(self) -> int:
        """The number of the node."""
        return self._node.index

    def __str__(self) -> str:
        return self._node.label

    def __repr__(self) -> str:
        at = f", at={self.at}" if self.at else ""
        opaque = ", opaque_moves=True" if self._graph.opaque_moves else ""
        return f"GraphGame({self.description!r}{at}{opaque})"

    @property
    def turn(self) -> Player:
        return self._node.turn

    def is_terminal(self) -> bool:
        return not self._node.moves

    def legal_moves(self) -> list[Any]:
        node = self._unfinished("legal_moves()")
        if node.weights:
            raise WrongTurn(f"legal_moves() at a chance node: {self!r}")
        return list(node.moves)

    def chance_outcomes(self) -> list[tuple[Any, float]]:
        node = self._unfinished("chance_outcomes()")
        if not node.weights:
            raise WrongTurn(f"chance_outcomes() where {node.turn} is to move: {self!r}")
        return list(zip(node.moves, node.weights))

    def play(self, move: Any) -> None:
        node = self._node if self._node.moves else self._unfinished(f"play({move!r})")
        if move not in node.moves or type(move) is not type(node.moves[0]):
            raise IllegalMove(f"{move!r} is not a move here, {list(node.moves)} are: {self!r}")
        self._past.append(node)
        self._node = self._graph.nodes[node.targets[move]]

    def undo(self) -> None:
        if not self._past:
            raise NothingToUndo(f"undo() with no move to take back: {self!r}")
        self._node = self._past.pop()

    def utility(self) -> Number:
        if self._node.moves:
            raise UnfinishedPosition(f"utility() of an unfinished position: {self!r}")
        return self._node.value

    def evaluate(self) -> Number:
        return self._unfinished("evaluate()").estimate

    def key(self) -> tuple[str, int]:
        """Return the whole description, as text, and the node's number: no two graphs share a key."""
        return self._graph.key, self._node.index

    def _unfinished(self, call: str) -> _Node:
        if not self._node.moves:
            raise FinishedPosition(f"{call} of a finished position: {self!r}")
        return self._node

    def __deepcopy__(self, memo: object) -> GraphGame:
        other = GraphGame.__new__(GraphGame)
        other._graph, other._node, other._past = self._graph, self._node, self._past.copy()
        return other


def _node(index: int, fields: dict[str, Any], size: int, opaque_moves: bool) -> _Node:
    where = f"node {index}"
    if unknown := set(fields) - FIELDS:
        raise ValueError(f"{where} has unknown fields: {sorted(unknown)}")
    if ("value" in fields) == ("to" in fields):
        raise ValueError(f"{where} needs either a value or somewhere to go to")
    if fields.get("turn", "MAX" if "value" in fields else None) not in list(Player):
        raise ValueError(f"{where}: turn must be MAX, MIN or CHANCE, not {fields.get('turn')!r}")
    turn = Player(fields.get("turn", "MAX"))
    to = tuple(_targets(fields["to"], where, size)) if "to" in fields else ()
    moves: tuple[Any, ...] = tuple(Move(i) if opaque_moves else i for i in range(len(to)))
    return _Node(index, turn, moves, dict(zip(moves, to)), _weights(fields.get("weights", []), turn, to, where),
                 _number(fields.get("value", 0), f"the value of {where}"),
                 _number(fields.get("estimate", 0), f"the estimate of {where}"), str(fields.get("label", "")))


def _targets(to: Sequence[Any], where: str, size: int) -> Sequence[int]:
    if not to:
        raise ValueError(f"{where} needs somewhere to go to")
    for target in to:
        if type(target) is not int or not 0 <= target < size:
            raise ValueError(f"{where} goes to {target!r}, which is no node: they are 0 to {size - 1}")
    return to


def _weights(weights: Sequence[Any], turn: Player, to: tuple[int, ...], where: str) -> tuple[float, ...]:
    if len(weights) != (len(to) if turn is Player.CHANCE else 0):
        raise ValueError(f"{where} needs one weight for each node that chance leads to, and none otherwise")
    for weight in weights:
        if not 0 < _number(weight, f"a weight of {where}") <= 1:
            raise ValueError(f"a weight of {where} must be above 0 and at most 1, not {weight!r}")
    if weights and abs(sum(weights) - 1) > 1e-9:
        raise ValueError(f"the weights of {where} sum to {sum(weights)!r}, not to 1")
    return tuple(weights)


def _number(value: Any, what: str) -> Number:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{what} must be a number that JSON can hold, not {value!r}")
    if not isfinite(value):
        raise ValueError(f"{what} must be finite, not {value!r}")
    return value
