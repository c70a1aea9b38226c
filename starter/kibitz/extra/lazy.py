"""A case's nodes, made only when a search enters them: positions with millions of nodes below them can be judged by what was seen."""
from __future__ import annotations

from copy import deepcopy
from typing import Any

from games.game import Game
from kibitz.cases.arena import Arena
from kibitz.watch.watched import choices_of

UNMADE = -1


class Below(list[int]):
    """The children of a node: asking for one makes it, iterating shows UNMADE where nobody did."""

    __slots__ = ("arena", "moves", "node")

    def __init__(self, arena: LazyArena, node: int, moves: list[Any]) -> None:
        super().__init__([UNMADE] * len(moves))
        self.arena, self.node, self.moves = arena, node, moves

    def __getitem__(self, index: Any) -> Any:
        child = super().__getitem__(index)
        return self.arena.make(self, index) if child == UNMADE else child


class LazyArena(Arena):
    """The nodes of one search, numbered in the order in which it entered them; a node's number is above its parent's.

    Attributes:
        step: which child of its parent a node is.
    """

    def __init__(self, game: Game, depth: int) -> None:
        super().__init__(depth)
        self.root = game.key()
        self.step: list[int] = []
        self._game, self._at = deepcopy(game), 0
        self._add(-1, 0)

    def make(self, below: Below, index: int) -> int:
        """Make a child and return its number."""
        self._go(below.node)
        self._game.play(below.moves[index])
        self._at = child = self._add(below.node, index)
        below[index] = child
        return child

    def path(self, node: int) -> tuple[int, ...]:
        steps: list[int] = []
        while node > 0:
            steps.append(self.step[node])
            node = self.parent[node]
        return tuple(reversed(steps))

    def position(self, node: int) -> Game:
        """Return the game as it is at a node; it stays the arena's own, and moves on with it."""
        self._go(node)
        return self._game

    def _add(self, parent: int, index: int) -> int:
        game, node = self._game, len(self.turn)
        ply = self.ply[parent] + 1 if node else 0
        finished, left = game.is_terminal(), self.depth - ply
        self.turn.append(game.turn)
        self.parent.append(parent)
        self.step.append(index)
        self.ply.append(ply)
        self.finished.append(finished)
        self.estimate.append(None if finished or left else game.evaluate())  # further up nobody needs it
        self.leaf.append(game.utility() if finished else self.estimate[node])
        self.children.append(Below(self, node, choices_of(game) if left else []))
        self.group.append(self._groups.setdefault((game.key(), left), node))
        return node

    def _go(self, node: int) -> None:
        """Bring the game from where it is to a node, by way of the lowest node above both."""
        ahead: list[int] = []
        while node != self._at:
            if self.ply[node] > self.ply[self._at]:
                ahead.append(node)
                node = self.parent[node]
            else:
                self._game.undo()
                self._at = self.parent[self._at]
        for node in reversed(ahead):
            below = self.children[self.parent[node]]
            assert isinstance(below, Below)
            self._game.play(below.moves[self.step[node]])
            self._at = node
