"""Which nodes of a case the page gets, and how it numbers them."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.game import Player
from games.tree import TreeGame
from kibitz.arena import Arena
from kibitz.run import Run, shown
from kibitz.watched import choices_of

MOST_UNSEEN = 2_000  #: in a larger case, what lies below a node that was never entered is only counted
MOST_BOARDS = 600


class Nodes:
    """The nodes that the page gets: all of a small case; of a large one those that were entered, and their children.

    Attributes:
        kept: their numbers in the arena, depth first.
        number: the page's number of each.
    """

    def __init__(self, run: Run) -> None:
        self.run, arena = run, run.arena
        entered = {0, *run.replay.entered}
        small = len(arena) <= MOST_UNSEEN
        self.kept = [node for node in range(len(arena)) if small or node == 0 or arena.parent[node] in entered]
        self.number = {node: index for index, node in enumerate(self.kept)}
        self._entered = entered

    def to_json(self, number_of: Callable[[str], int]) -> dict[str, Any]:
        """Return the nodes as kibitz.trace.data describes them; `number_of` gives a text its number."""
        arena = self.run.arena
        moves, boards = self._named(number_of)
        leaves = [(node, value) for node in self.kept if (value := arena.leaf[node]) is not None]
        return {
            "ply": [arena.ply[node] for node in self.kept],
            "kind": "".join(_kind(arena, node) for node in self.kept),
            "leaf": [number_of(shown(value)) for _, value in leaves],
            "weight": {self.number[child]: number_of(shown(weight)) for node in self.kept if arena.weights[node]
                       for child, weight in zip(arena.children[node], arena.weights[node], strict=True) if child in self.number},
            "move": moves,
            "board": boards,
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

    def _named(self, number_of: Callable[[str], int]) -> tuple[dict[int, int], dict[int, str]]:
        """Return what moves are called and how positions look, in games that are no trees."""
        game = self.run.case.position()
        moves: dict[int, int] = {}
        boards: dict[int, str] = {}
        if isinstance(game, TreeGame):
            return moves, boards

        def visit(node: int) -> None:
            if len(boards) < MOST_BOARDS:
                boards[self.number[node]] = str(game)
            children = self.run.arena.children[node]
            for child, move in zip(children, choices_of(game) if children else (), strict=True):
                if child not in self.number:
                    continue
                moves[self.number[child]] = number_of(str(move))
                if self.run.arena.children[child] or len(boards) < MOST_BOARDS:
                    game.play(move)
                    visit(child)
                    game.undo()

        visit(0)
        return moves, boards


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
