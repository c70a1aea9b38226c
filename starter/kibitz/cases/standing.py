"""The cases that are not drawn anew: textbook trees, uniform trees in best and worst order, positions of games, and a few that
were picked from drawn ones because each known mistake fails on one of them."""
from __future__ import annotations

import json
import random
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import Any

from games.game import Player
from games.tree import MAX, MIN, Node, Tree, TreeGame
from kibitz.cases.case import Case
from kibitz.cases.known import CHANCE_TREES, TEXTBOOK, THIS_TERM
from kibitz.cases.positions import WITH_CHANCE, WITHOUT_CHANCE, Position
from kibitz.points import GAMES
from kibitz.watch.wire import game_to_json

#: (branching, depth) of the uniform trees on which Knuth and Moore's count is asked for
UNIFORM = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (2, 5), (5, 2), (2, 6), (3, 4)]


def uniform(branching: int, depth: int, root: Player, order: str, number: int = 0) -> Node:
    """Return a uniform tree of different leaves, its nodes' children sorted.

    Args:
        order: "best" first (every node's best child), "worst" first, or "none".
        number: another number, another tree.

    Each inner node's estimate is its value, so that whoever sorts by estimates finds the best order.
    """
    chance = random.Random(f"{branching} {depth} {root} {number}")
    leaves = list(range(1, branching**depth + 1))
    chance.shuffle(leaves)

    def grow(turn: Player, left: int) -> tuple[int, Tree]:
        if left == 0:
            value = leaves.pop()
            return value, value
        below = [grow(MIN if turn is MAX else MAX, left - 1) for _ in range(branching)]
        if order != "none":
            below.sort(key=lambda pair: pair[0], reverse=(turn is MAX) == (order == "best"))
        value = (max if turn is MAX else min)(value for value, _ in below)
        return value, turn(*(tree for _, tree in below), estimate=value)

    node = grow(root, depth)[1]
    assert isinstance(node, Node)
    return node


def _tree_cases(function: str, trees: Iterable[tuple[Tree, int]], **more: Any) -> list[Case]:
    return [Case(function, game_to_json(TreeGame(tree)), depth, **more) for tree, depth in trees]


def _game_cases(function: str, positions: Iterable[Position], **more: Any) -> list[Case]:
    return [Case(function, {"name": position.game, "text": position.text}, position.depth, note=position.note, **more)
            for position in positions if position.game in GAMES]


def _uniform_cases() -> list[Case]:
    best = [(uniform(b, d, root, "best"), d) for b, d in UNIFORM for root in (MAX, MIN)]
    worst = [(uniform(b, d, MAX, "worst"), d) for b, d in ((2, 3), (3, 2), (2, 4), (3, 3))]
    mixed = [(uniform(b, d, root, "none", number), d) for b, d in ((2, 3), (3, 2), (2, 4), (3, 3)) for root in (MAX, MIN)
             for number in range(3)]
    return _tree_cases("alphabeta", chain(best, worst, mixed))


FINISHED = [(3, 0), (3, 2), (-5, 1), (0, 1)]
#: one move ends the game before the depth does
EARLY = [(MAX(4, MIN(6, MAX(5, 7))), 3), (MIN(-4, MAX(-6, MIN(-5, -7))), 3)]
#: where nothing is hard: see rules.right_where_nothing_is_hard
PLAIN = [(MAX(2, 9, 5), 1), (MIN(-2, -9, -5), 1)]
#: one child a node, twelve deep: whoever searches a child twice, be it at MAX nodes only, enters the last node 64 times
CHAIN = (MAX(MIN(MAX(MIN(MAX(MIN(MAX(MIN(MAX(MIN(MAX(MIN(5)))))))))))), 12)
EDGES = [(MAX(3, 12, estimate=7), 0), (MIN(3, 12, estimate=-7), 0), (MAX(5), 1), (MIN(MAX(MIN(4))), 3), (MAX(0, 0, 0), 1)]
#: one game at several depths in one process: what is remembered without its depth shows here
_MISLEADING = MAX(MIN(4, 9, estimate=8), MIN(6, 7, estimate=-8), MIN(MAX(5, 2, estimate=-3), 8, estimate=3))
AGAIN = [(_MISLEADING, depth) for depth in (1, 3, 2, 1)]


def standing() -> dict[str, list[Case]]:
    """Return the standing cases of every check that has some, by check id, in the order in which they are run."""
    known = [(tree.tree, tree.depth) for tree in (*TEXTBOOK, *THIS_TERM) if "CHANCE" not in repr(tree.tree)]
    chance = [(tree.tree, tree.depth) for tree in (*CHANCE_TREES, *THIS_TERM) if tree.leaves == 0]
    cases: dict[str, list[Case]] = {}
    for function, trees in (("minimax", known), ("alphabeta", known), ("expectimax", chance + known[:6])):
        cases[f"{function}.known_trees"] = _tree_cases(function, trees)
        cases[f"{function}.terminal_first"] = _tree_cases(function, chain(FINISHED, PLAIN, EARLY))
        cases[f"{function}.restores_the_position"] = _tree_cases(function, PLAIN)
        cases[f"{function}.depth_limit"] = _tree_cases(function, chain(EDGES, AGAIN))
        cases[f"{function}.games"] = _game_cases(function, WITHOUT_CHANCE if function != "expectimax" else WITH_CHANCE + WITHOUT_CHANCE[:6])
    cases["minimax.each_node_once"] = _tree_cases("minimax", chain(PLAIN, known[:10]))
    cases["alphabeta.window"] = _tree_cases("alphabeta", known[:2]) + [
        case for tree in known[:3] for window in ((0, 1), None, (5, 9), None) for case in _tree_cases("alphabeta", [tree], window=window)]
    cases["alphabeta.visits_fewer_nodes"] = _tree_cases("alphabeta", known) + _uniform_cases() + _tree_cases("alphabeta", [CHAIN])
    cases["alphabeta.proves_its_value"] = _tree_cases("alphabeta", known)
    cases["expectimax.weighs_by_probability"] = _tree_cases("expectimax", chance)
    cases["best_move.known_trees"] = _tree_cases("best_move", known, given="default")
    cases["best_move.finished_position"] = _tree_cases("best_move", [(3, 1), (-5, 2), (0, 1)], given="search")
    cases["best_move.games"] = (
        _game_cases("best_move", WITHOUT_CHANCE, given="search")
        + _game_cases("best_move", (position for position in WITH_CHANCE if "to roll" not in position.text), given="expectimax"))
    return cases


def certain() -> dict[str, list[Case]]:
    """Return the cases picked so that each known mistake is caught, whatever else is drawn; `assignment.certain` picks them."""
    data = json.loads(Path(__file__).with_name("certain.json").read_text(encoding="utf-8"))
    return {check: [Case.from_json(case) for case in cases] for check, cases in data.items()}


def always() -> dict[str, list[Case]]:
    """Return the cases that every student's check and every term's graded check begins with, by check id."""
    cases = standing()
    for check, picked in certain().items():
        cases[check] = cases.get(check, []) + picked
    return cases
