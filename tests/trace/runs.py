"""Observed runs for tests: of a text on a tree, and on trees drawn at random from a seed."""
from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from games.game import Game, Player
from games.tree import CHANCE, MAX, MIN, Node, Tree, TreeGame
from kibitz.cases.case import Case
from kibitz.judge.run import Run
from kibitz.watch.wire import game_to_json
from kibitz.watch.worker import perform
from tests.searches import module

AIMA = MAX(MIN(3, 12, 8), MIN(2, 4, 6), MIN(14, 5, 2))


def case_on(function: str, game: Game | Tree, depth: int, **more: Any) -> Case:
    """Return the case of searching a tree or a position."""
    position = game if isinstance(game, Game) else TreeGame(game)
    return Case(function, game_to_json(position), depth, **more)


def observed(text: str, case: Case) -> Run:
    """Return the observed run of a search.py's text."""
    request = replace(case, observe=True).request()
    return Run(case, perform(module(text), {"function": case.function, "cases": [request]})["answers"][0])


def random_cases(function: str, count: int, seed: int = 0) -> list[Case]:
    """Return cases of all sorts: chance where it may be, odd turns, early ends, depth limits inside the tree, windows."""
    chance = random.Random(f"{function} {seed}")
    cases = []
    for _ in range(count):
        tree: Tree = 0
        while not isinstance(tree, Node):
            tree = _tree(chance, chance.randint(1, 4), function == "expectimax")
        low = chance.randint(-5, 4)
        window = (low, low + chance.randint(1, 5)) if function == "alphabeta" and chance.random() < 0.3 else None
        cases.append(case_on(function, tree, chance.choice([1, 2, 3, 4, 4, 5]), window=window))
    return cases


def _tree(chance: random.Random, levels: int, dice: bool, above: Player | None = None) -> Tree:
    if levels == 0 or (above is not None and chance.random() < 0.2):
        return chance.randint(-9, 9) if chance.random() < 0.6 else chance.randint(-1, 1)
    turn = chance.choice([MAX, MIN, CHANCE] if dice else [MAX, MIN])
    below = [_tree(chance, levels - 1, dice, turn) for _ in range(chance.randint(1, 3))]
    if turn is CHANCE:
        return CHANCE(*zip([[1.0], [0.25, 0.75], [0.25, 0.5, 0.25]][len(below) - 1], below, strict=True), estimate=chance.randint(-9, 9))
    return turn(*below, estimate=chance.randint(-9, 9))
