"""A case: one search to be made, as data that travels and is stored, and what may be asked of it."""
from __future__ import annotations

import json
import marshal
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from games.game import Game, Number, Player
from kibitz.cases.arena import Arena, arena_of, arena_of_json
from kibitz.points import EVENTS_BASE, EVENTS_PER_NODE
from kibitz.watch.wire import game_from_json, number_from_json, number_to_json

SEARCHES = ("minimax", "alphabeta", "expectimax")


@dataclass(frozen=True)
class Case:
    """One search to be made.

    Attributes:
        function: which of the student's functions.
        game: the position, as kibitz.watch.wire writes it.
        depth: plies to look ahead.
        window: (alpha, beta) for alphabeta, None for the full one.
        given: which search best_move is handed: "default" (none is passed), "search" (any right one), or one of
            minimax, alphabeta, alphabeta-hard, expectimax, in whose place the module then holds a right one.
        evaluation: "own", or "other": the search that is handed over sees every estimate with the other sign.
        note: a few words on what the case is about, for people.
        observe: whether the calls of the student's own functions are wanted too; not stored.
    """

    function: str
    game: dict[str, Any]
    depth: int
    window: tuple[Number, Number] | None = None
    given: str = ""
    evaluation: str = "own"
    note: str = ""
    observe: bool = False

    @cached_property
    def arena(self) -> Arena:
        return _arena(self.game, self.depth)

    def position(self) -> Game:
        """Return a fresh position."""
        return game_from_json(self.game)

    @property
    def budget(self) -> int:
        """How many events a search may make: far more than any sound one needs, in proportion to the case."""
        return EVENTS_BASE + EVENTS_PER_NODE * self._positions * (3 if self.function == "alphabeta" else 1)

    @cached_property
    def _positions(self) -> int:
        """How many positions the arena has; of a tree they are counted without making it, since most cuts of a case are never judged."""
        plain = "tree" in self.game and "path" not in self.game and "arena" not in self.__dict__
        return _count(self.game["tree"], self.depth) if plain else len(self.arena)

    def on(self, game: dict[str, Any]) -> Case:
        """Return the same question about another position."""
        return replace(self, game=game)

    def to_json(self) -> dict[str, Any]:
        """Return what is stored; from_json reads it back."""
        data: dict[str, Any] = {"function": self.function, "game": self.game, "depth": self.depth}
        if self.window:
            data["window"] = [number_to_json(bound) for bound in self.window]
        for name in ("given", "note"):
            if getattr(self, name):
                data[name] = getattr(self, name)
        if self.evaluation != "own":
            data["evaluation"] = self.evaluation
        return data

    @staticmethod
    def from_json(data: dict[str, Any]) -> Case:
        """Read a stored case."""
        window = data.get("window")
        case = Case.__new__(Case)
        case.__dict__.update(  # there are thousands to read, and __init__ sets a frozen object's fields one by one
            function=data["function"],
            game=data["game"],
            depth=data["depth"],
            window=(number_from_json(window[0]), number_from_json(window[1])) if window else None,
            given=data.get("given", ""),
            evaluation=data.get("evaluation", "own"),
            note=data.get("note", ""),
            observe=False,
        )
        return case

    def request(self) -> dict[str, Any]:
        """Return the case as the process that runs the search gets it: no expected value, no note."""
        data: dict[str, Any] = {"game": self.game, "depth": self.depth, "budget": self.budget}
        if self.observe:
            data["observe"] = True
        if self.window:
            data["window"] = [number_to_json(bound) for bound in self.window]
        if self.given and self.given != "default":
            data["table"] = _table_to_json(self.arena, self.table)
            name, _, hard = self.given.partition("-")
            if name != "search":
                data["rebind"] = [name, *(other for other in SEARCHES if other != name)]
                data["bounds"] = hard or "soft"
        return data

    @cached_property
    def table(self) -> list[list[Number]]:
        """What each node is worth with 0, 1, 2, ... plies left, as far as the depth goes."""
        arena = self.arena
        sign = -1 if self.evaluation == "other" else 1
        table: list[list[Number]] = [[]] * len(arena)
        for node in range(len(arena) - 1, -1, -1):
            left = arena.depth - arena.ply[node]
            estimate = arena.estimate[node]
            if arena.finished[node] or estimate is None:
                table[node] = [arena.leaf[node] or 0]
                continue
            below = [table[child] for child in arena.children[node]]
            table[node] = [sign * estimate]
            for plies in range(left):
                worth = [values[min(plies, len(values) - 1)] for values in below]
                table[node].append(_choose(arena, node, worth))
        return table


def _count(tree: Any, depth: int) -> int:
    if depth == 0 or type(tree) is not list:
        return 1
    turn, children, _ = tree
    return 1 + sum([_count(child[1] if turn == "CHANCE" else child, depth - 1) for child in children])


def _arena(game: dict[str, Any], depth: int) -> Arena:
    """Return the arena of a position; several functions are asked about the same ones."""
    asked = marshal.dumps(game, _PLAIN), depth  # faster than any text
    known = _ARENAS.get(asked)
    if known is None:
        if len(_ARENAS) >= _MOST_ARENAS:
            _ARENAS.clear()
        is_tree = "tree" in game and "path" not in game
        known = arena_of_json(game["tree"], depth, json.dumps(game)) if is_tree else arena_of(game_from_json(game), depth)
        _ARENAS[asked] = known
    return known


_PLAIN = 1  #: the version of marshal's format in which equal values have equal bytes
_ARENAS: dict[tuple[bytes, int], Arena] = {}
_MOST_ARENAS = 4096


def _choose(arena: Arena, node: int, worth: list[Number]) -> Number:
    if arena.turn[node] is Player.CHANCE:
        return sum([weight * value for weight, value in zip(arena.weights[node], worth)])
    return max(worth) if arena.turn[node] is Player.MAX else min(worth)


def _table_to_json(arena: Arena, table: list[list[Number]]) -> dict[str, Any]:
    paths: list[str] = [""] * len(arena)
    for node in range(len(arena)):
        for index, child in enumerate(arena.children[node]):
            paths[child] = f"{paths[node]},{index}" if node else str(index)
    return {path: [number_to_json(value) for value in values] for path, values in zip(paths, table)}

