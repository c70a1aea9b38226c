"""Which nodes of a case the page gets, and how it numbers them."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.game import Game, Number, Player
from games.tree import TreeGame
from kibitz.cases.arena import Arena
from kibitz.judge.run import Run, shown
from kibitz.watch.watched import choices_of

MOST_UNSEEN = 2_000  #: in a larger case, what lies below a node that was never entered is only counted
MOST_BOARDS = 600


class Nodes:
    """The nodes that the page gets: all of a small case; of a large one those that were entered, and their children.

    Attributes:
        kept: their numbers in the arena, depth first.
        number: the page's number of each.
        moves: what the moves to them are called, in games that are no trees.
        boards: how the first positions look, in games that are no trees.
    """

    def __init__(self, run: Run) -> None:
        self.run, arena = run, run.arena
        entered = {0, *run.replay.entered}
        small = len(arena) <= MOST_UNSEEN
        self.kept = [node for node in range(len(arena)) if small or node == 0 or arena.parent[node] in entered]
        self.number = {node: index for index, node in enumerate(self.kept)}
        self.moves: dict[int, str] = {}
        self.boards: dict[int, str] = {}
        game = run.case.position()
        if not isinstance(game, TreeGame):
            self._name(game, 0)

    def to_json(self, number_of: Callable[[str], int], value_of: Callable[[Number | None], int]) -> dict[str, Any]:
        """Return the nodes as kibitz.trace.data describes them; the two functions give a text, or a value, its number."""
        arena = self.run.arena
        leaves = [(node, value) for node in self.kept if (value := arena.leaf[node]) is not None]
        return {
            "ply": [arena.ply[node] for node in self.kept],
            "kind": "".join(_kind(arena, node) for node in self.kept),
            "leaf": [value_of(value) for _, value in leaves],
            "weight": {self.number[child]: number_of(shown(weight)) for node in self.kept if arena.weights[node]
                       for child, weight in zip(arena.children[node], arena.weights[node], strict=True) if child in self.number},
            "move": {self.number[node]: number_of(move) for node, move in self.moves.items()},
            "board": {self.number[node]: board for node, board in self.boards.items()},
            "hidden": self._hidden(),
            "best": [self.number[node] for node in best_line(arena) if node in self.number],
        }

    def _hidden(self) -> dict[int, list[int]]:
        """Return, by node, how many nodes and leaves below it the page does not get."""
        arena = self.run.arena
        found: dict[int, list[int]] = {}
        for node in range(len(arena)):
            if node not in self.number:
                above = arena.parent[node]
                while above not in self.number:
                    above = arena.parent[above]
                counts = found.setdefault(self.number[above], [0, 0])
                counts[0] += 1
                counts[1] += arena.leaf[node] is not None
        return found

    def _name(self, game: Game, node: int) -> None:
        """Note the moves and the boards from a node down; `game` stands there."""
        if len(self.boards) < MOST_BOARDS:
            self.boards[node] = str(game)
        children = self.run.arena.children[node]
        for child, move in zip(children, choices_of(game) if children else (), strict=True):
            if child not in self.number:
                continue
            self.moves[child] = str(move)
            if self.run.arena.children[child] or len(self.boards) < MOST_BOARDS:
                game.play(move)
                self._name(game, child)
                game.undo()


def _kind(arena: Arena, node: int) -> str:
    if arena.leaf[node] is not None:
        return "L" if arena.finished[node] else "E"
    return {Player.MAX: "X", Player.MIN: "N", Player.CHANCE: "C"}[arena.turn[node]]


def best_line(arena: Arena) -> list[int]:
    """Return the nodes along which both sides play their best, as far as no die is thrown."""
    values, node, line = arena.values, 0, [0]
    while arena.children[node] and arena.turn[node] is not Player.CHANCE:
        node = next(child for child in arena.children[node] if values[child] == values[node])
        line.append(node)
    return line
