"""The graded cases hold every kind of game that some mistake needs to show, often enough."""
from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from autograder.settings import load_cases
from games.game import Player
from games.tree import Node, TreeGame
from kibitz.cases.arena import Arena
from kibitz.cases.case import Case

CASES = load_cases()
SEARCHES = ("minimax", "alphabeta", "expectimax")
MAX, MIN, CHANCE = Player.MAX, Player.MIN, Player.CHANCE
Predicate = Callable[[Case], bool]


def nodes(case: Case) -> Iterator[Node]:
    """Yield the inner nodes of a tree."""
    game = case.position()
    waiting: list[Any] = [game.subtree] if isinstance(game, TreeGame) else []
    while waiting:
        node = waiting.pop()
        if isinstance(node, Node):
            yield node
            waiting += node.children


def leaves(case: Case) -> list[Any]:
    """Return the values of the leaves within the depth limit."""
    return [value for value in case.arena.leaf if value is not None]


def below(case: Case, upper: Player, lower: Player) -> bool:
    """Tell whether somewhere `lower` moves right after `upper`."""
    return any(node.turn is upper and isinstance(child, Node) and child.turn is lower for node in nodes(case) for child in node.children)


def at_limit(arena: Arena) -> list[int]:
    """Return the unfinished positions at the depth limit."""
    return [node for node in range(len(arena)) if arena.ply[node] == arena.depth and not arena.finished[node]]


def misleads(case: Case) -> bool:
    """Tell whether estimates above the limit differ from the value, so that stopping early shows."""
    arena = case.arena
    return arena.depth > 0 and any(arena.estimate[node] != arena.values[node] for node in range(len(arena)) if arena.children[node])


def close(case: Case) -> bool:
    """Tell whether two leaves differ by 0.001 or less."""
    values = sorted(set(map(Fraction, leaves(case))))
    return any(0 < high - low < Fraction(11, 10_000) for low, high in itertools.pairwise(values))


def same_label(case: Case) -> bool:
    """Tell whether two nodes of a graph print alike, and another player moves there."""
    graph = case.game.get("graph", [])
    turns: dict[str, set[str]] = {}
    for node in graph:
        if "turn" in node:
            turns.setdefault(node["label"], set()).add(node["turn"])
    return any(len(found) > 1 for found in turns.values())


def deepest_jump(case: Case) -> bool:
    """Tell whether a position is reached at two different depths within the limit."""
    arena = case.arena
    plies: dict[Any, set[int]] = {}
    for node, key in enumerate(arena.keys):
        if key is not None:
            plies.setdefault(key, set()).add(arena.ply[node])
    return any(len(found) > 1 for found in plies.values())


def shares_a_group(case: Case) -> bool:
    """Tell whether a position is reached twice with the same depth left."""
    arena = case.arena
    return any(arena.group[node] != node for node in range(len(arena)))


KINDS: list[tuple[str, tuple[str, ...], str, Predicate, int]] = [
    ("one child", SEARCHES, "planted_trees", lambda case: any(len(node.children) == 1 for node in nodes(case)), 20),
    ("five children", ("minimax", "alphabeta"), "planted_trees", lambda case: any(len(node.children) == 5 for node in nodes(case)), 3),
    ("MAX moves twice", SEARCHES, "planted_trees", lambda case: below(case, MAX, MAX), 10),
    ("MIN moves twice", SEARCHES, "planted_trees", lambda case: below(case, MIN, MIN), 10),
    ("turns that alternate", SEARCHES, "planted_trees", lambda case: below(case, MAX, MIN) and not below(case, MAX, MAX), 10),
    ("a MIN root", SEARCHES, "planted_trees", lambda case: case.position().turn is MIN, 15),
    ("0.001 apart", SEARCHES, "planted_trees", close, 3),
    ("fractions", SEARCHES, "planted_trees", lambda case: any(value != int(value) for value in leaves(case)), 15),
    ("a tie at the top", SEARCHES, "planted_trees", lambda case: _tie(case.arena), 10),
    ("a chain eight deep", SEARCHES, "planted_trees", lambda case: max(case.arena.ply) == 8, 5),
    ("an early end", SEARCHES, "terminal_first", lambda case: any(case.arena.finished[n] and case.arena.ply[n] < case.depth
                                                                for n in range(len(case.arena))), 15),
    ("a finished root", SEARCHES, "terminal_first", lambda case: case.arena.finished[0], 4),
    ("an end at the limit", SEARCHES, "terminal_first", lambda case: any(case.arena.finished[n] and case.arena.ply[n] == case.depth
                                                                      for n in range(1, len(case.arena))), 8),
    ("all zero", SEARCHES, "any_infinity", lambda case: not any(leaves(case)), 5),
    ("all negative", SEARCHES, "any_infinity", lambda case: all(value < 0 for value in leaves(case)), 15),
    ("all positive", SEARCHES, "any_infinity", lambda case: all(value > 0 for value in leaves(case)), 15),
    ("beyond 2**63", SEARCHES, "any_infinity", lambda case: case.arena.values[0] > 2**63, 3),
    ("below -2**63", SEARCHES, "any_infinity", lambda case: case.arena.values[0] < -(2**63), 3),
    ("an odd cut-off", SEARCHES, "depth_limit", lambda case: case.depth % 2 == 1 and bool(at_limit(case.arena)), 15),
    ("an even cut-off", SEARCHES, "depth_limit", lambda case: case.depth % 2 == 0 and case.depth > 0 and bool(at_limit(case.arena)), 8),
    ("misleading estimates", SEARCHES, "depth_limit", misleads, 15),
    ("MIN to move at the limit", SEARCHES, "depth_limit", lambda case: _to_move_at_limit(case, MIN), 15),
    ("depths above 4", SEARCHES, "depth_limit", lambda case: case.depth > 4 and bool(at_limit(case.arena)), 3),
    ("a chance root", ("expectimax",), "planted_trees", lambda case: case.position().turn is CHANCE, 10),
    ("chance above chance", ("expectimax",), "planted_trees", lambda case: below(case, CHANCE, CHANCE), 8),
    ("chance below MIN", ("expectimax",), "planted_trees", lambda case: below(case, MIN, CHANCE), 8),
    ("chance at the limit", ("expectimax",), "depth_limit", lambda case: _to_move_at_limit(case, CHANCE), 8),
    ("a probability under 0.1", ("expectimax",), "weighs_by_probability", lambda case: _rare(case), 4),
    ("uneven probabilities", ("expectimax",), "weighs_by_probability", lambda case: _uneven(case), 10),
    ("outcomes of equal value", ("expectimax",), "weighs_by_probability", lambda case: _equal_outcomes(case), 3),
    ("positions that print alike", ("minimax", "alphabeta"), "transpositions", same_label, 15),
    ("one position at two depths", ("minimax", "alphabeta"), "transpositions", deepest_jump, 10),
    ("one position twice at one depth", ("minimax", "alphabeta"), "transpositions", shares_a_group, 10),
    ("moves without order, and a tie", ("best_move",), "for_both_players", lambda case: "opaque" in case.game and _tie(case.arena), 3),
    ("one legal move", ("best_move",), "for_both_players", lambda case: len(case.arena.children[0]) == 1, 2),
    ("five legal moves", ("best_move",), "for_both_players", lambda case: len(case.arena.children[0]) == 5, 2),
    ("a finished position", ("best_move",), "finished_position", lambda case: case.arena.finished[0], 3),
    ("another evaluation", ("best_move",), "with_any_search", lambda case: case.evaluation == "other", 5),
    ("chance below the move", ("best_move",), "with_any_search", lambda case: any(node.turn is CHANCE for node in nodes(case)), 5),
    ("a fail-hard search", ("best_move",), "ties_need_exact_values", lambda case: case.given == "alphabeta-hard", 8),
    ("a fail-soft search", ("best_move",), "ties_need_exact_values", lambda case: case.given == "alphabeta", 8),
    ("a window below the value", ("alphabeta",), "window", lambda case: _window(case) == "below", 3),
    ("a window above the value", ("alphabeta",), "window", lambda case: _window(case) == "above", 3),
    ("a window around the value", ("alphabeta",), "window", lambda case: _window(case) == "around", 3),
]


def _to_move_at_limit(case: Case, player: Player) -> bool:
    return any(case.arena.turn[node] is player for node in at_limit(case.arena))


def _window(case: Case) -> str:
    if case.window is None:
        return ""
    alpha, beta = case.window
    value = case.arena.values[0]
    return "below" if beta < value else "above" if alpha > value else "around" if alpha < value < beta else "touching"


def _tie(arena: Arena) -> bool:
    worth = [arena.values[child] for child in arena.children[0]]
    best = (max if arena.turn[0] is MAX else min)(worth, default=None)
    return worth.count(best) > 1


def _rare(case: Case) -> bool:
    return any(weight < 0.1 for weights in case.arena.weights for weight in weights)


def _uneven(case: Case) -> bool:
    return any(len(set(weights)) > 1 for weights in case.arena.weights)


def _equal_outcomes(case: Case) -> bool:
    arena = case.arena
    for node, weights in enumerate(arena.weights):
        values = [arena.values[child] for child in arena.children[node]] if weights else []
        if len(set(values)) < len(values):
            return True
    return False


@pytest.mark.parametrize(("functions", "promise", "holds", "least"), [kind[1:] for kind in KINDS], ids=[kind[0] for kind in KINDS])
def test_the_graded_cases_hold_this_kind_often(functions: tuple[str, ...], promise: str, holds: Predicate, least: int) -> None:
    """Each kind stands in the check that is meant for it, as many times as it needs."""
    for function in functions:
        found = sum(1 for case in CASES[f"{function}.{promise}"] if holds(case))
        assert found >= least, f"{function}.{promise}: {found}"


@pytest.mark.parametrize("function", SEARCHES)
def test_one_process_searches_a_game_at_several_depths(function: str) -> None:
    """Stale caches show: the same game comes back at another depth, and at the first one again."""
    cases = CASES[f"{function}.depth_limit"]
    depths: dict[str, list[int]] = {}
    for case in cases:
        depths.setdefault(repr(case.game), []).append(case.depth)
    assert sum(1 for found in depths.values() if len(set(found)) > 1) >= 5
    assert sum(1 for found in depths.values() if len(found) > len(set(found))) >= 3


def test_a_bound_carried_through_a_die_would_be_wrong() -> None:
    """In expectimax.planted_trees some dice are worth more with a cut node's bound than with its value."""
    cases = [case for case in CASES["expectimax.planted_trees"] if case.depth == 3 and len(case.arena.children[0]) in (2, 3)]
    shaped = [case for case in cases if case.arena.turn[0] is not CHANCE and case.arena.turn[case.arena.children[0][1]] is CHANCE]
    assert len(shaped) >= 8
