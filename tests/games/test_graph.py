"""Games written as graphs."""
from __future__ import annotations

import json
from copy import copy, deepcopy
from typing import Any

import pytest

from games.game import FinishedPosition, GameError, IllegalMove, NothingToUndo, Player, UnfinishedPosition, WrongTurn
from games.graph import GraphGame, Move

DIAMOND: list[dict[str, Any]] = [
    {"turn": "MAX", "to": [1, 2], "label": "top"},
    {"turn": "MIN", "to": [3, 4], "label": "same", "estimate": 0.5},
    {"turn": "MAX", "to": [3, 4], "label": "same"},
    {"turn": "CHANCE", "to": [4, 5], "weights": [0.25, 0.75]},
    {"value": -(2**80), "turn": "MIN"},
    {"value": 0.001},
]


def test_two_lines_that_meet_have_one_key() -> None:
    """A position is its node, however it was reached."""
    game, other = GraphGame(DIAMOND), GraphGame(DIAMOND)
    for move in (0, 0):
        game.play(move)
    for move in (1, 0):
        other.play(move)
    assert game.key() == other.key() == GraphGame(DIAMOND, at=3).key()
    assert hash(game.key()) == hash(other.key())


def test_different_graphs_and_different_nodes_never_share_a_key() -> None:
    """Two graphs may look alike from a node on, but a table must not mix them."""
    changed = deepcopy(DIAMOND)
    changed[5]["value"] = 0.002
    keys = [GraphGame(graph, at, opaque).key() for graph in (DIAMOND, changed) for at in range(6)
            for opaque in (False, True)]
    assert len(set(keys)) == len(keys) == 24


def test_str_is_the_label_only() -> None:
    """Nodes with other movers or futures may share a label."""
    assert str(GraphGame(DIAMOND, at=1)) == str(GraphGame(DIAMOND, at=2)) == "same"
    assert str(GraphGame(DIAMOND, at=5)) == ""


def test_a_position_says_what_its_node_says() -> None:
    """Turn, moves, weights, values and estimates are those of the description."""
    assert GraphGame(DIAMOND).turn is Player.MAX
    assert GraphGame(DIAMOND).legal_moves() == [0, 1]
    assert GraphGame(DIAMOND, at=1).evaluate() == 0.5
    assert GraphGame(DIAMOND, at=3).chance_outcomes() == [(0, 0.25), (1, 0.75)]
    assert GraphGame(DIAMOND, at=4).utility() == -(2**80)
    assert GraphGame(DIAMOND, at=4).is_terminal()
    assert GraphGame(DIAMOND, at=4).turn is Player.MIN


def test_the_description_and_the_repr_build_the_same_position_again() -> None:
    """A graph survives JSON and pasting."""
    game = GraphGame(DIAMOND, opaque_moves=True)
    game.play(Move(1))
    pasted = eval(repr(game))
    rebuilt = GraphGame(json.loads(json.dumps(game.description)), at=game.at, opaque_moves=True)
    assert pasted.key() == rebuilt.key() == game.key()
    assert repr(pasted) == repr(game) and repr(GraphGame(DIAMOND)) == f"GraphGame({GraphGame(DIAMOND).description})"


def test_changing_a_description_afterwards_changes_no_game() -> None:
    """A game keeps a description of its own, and hands out copies."""
    mine = deepcopy(DIAMOND)
    game = GraphGame(mine)
    mine[5]["value"] = 7
    game.description[5]["value"] = 7
    assert game.description == DIAMOND


def test_opaque_moves_are_equal_and_hashable_but_have_no_order() -> None:
    """Whoever sorts moves or breaks ties by comparing them gets a TypeError."""
    moves = GraphGame(DIAMOND, opaque_moves=True).legal_moves()
    assert moves == [Move(0), Move(1)] and len({*moves, Move(1)}) == 2
    assert repr(moves[0]) == "Move(0)"
    with pytest.raises(TypeError):
        sorted(moves)


@pytest.mark.parametrize("duplicate", [copy, deepcopy])
def test_a_copy_is_played_on_its_own(duplicate: Any) -> None:
    """Copies share the graph and nothing else."""
    game = GraphGame(DIAMOND)
    game.play(0)
    other = duplicate(game)
    other.play(0)
    other.undo()
    other.undo()
    assert (game.at, other.at) == (1, 0)
    assert game._graph is other._graph


def test_play_may_run_in_circles() -> None:
    """Undo goes back the way that was played, not up a tree."""
    game = GraphGame([{"turn": "MAX", "to": [1, 0]}, {"turn": "MIN", "to": [0, 2]}, {"value": 1}])
    for move in (1, 0, 0, 0, 1):
        game.play(move)
    assert game.utility() == 1
    seen = []
    for _ in range(5):
        game.undo()
        seen.append(game.at)
    assert seen == [1, 0, 1, 0, 0]


@pytest.mark.parametrize(("at", "call", "error"), [
    (0, lambda game: game.utility(), UnfinishedPosition),
    (0, lambda game: game.chance_outcomes(), WrongTurn),
    (0, lambda game: game.play(2), IllegalMove),
    (0, lambda game: game.play(True), IllegalMove),
    (0, lambda game: game.play(Move(0)), IllegalMove),
    (0, lambda game: game.undo(), NothingToUndo),
    (3, lambda game: game.legal_moves(), WrongTurn),
    (4, lambda game: game.legal_moves(), FinishedPosition),
    (4, lambda game: game.chance_outcomes(), FinishedPosition),
    (4, lambda game: game.play(0), FinishedPosition),
    (4, lambda game: game.evaluate(), FinishedPosition),
])
def test_a_forbidden_call_raises_its_own_error(at: int, call: Any, error: type[GameError]) -> None:
    """A call that the interface forbids raises what game.py documents, and quotes the position."""
    with pytest.raises(error, match="GraphGame"):
        call(GraphGame(DIAMOND, at))


@pytest.mark.parametrize(("nodes", "message"), [
    ([], "at least one node"),
    ([{"turn": "MAX"}], "node 0 needs either"),
    ([{"turn": "MAX", "to": [0], "value": 1}], "node 0 needs either"),
    ([{"to": [0]}], "turn must be"),
    ([{"turn": "max", "to": [0]}], "turn must be"),
    ([{"turn": "MAX", "to": []}], "somewhere to go"),
    ([{"turn": "MAX", "to": [1]}], "no node"),
    ([{"turn": "MAX", "to": [True]}, {"value": 1}], "no node"),
    ([{"turn": "CHANCE", "to": [0, 0]}], "one weight for each"),
    ([{"turn": "MAX", "to": [0, 0], "weights": [0.5, 0.5]}], "none otherwise"),
    ([{"turn": "CHANCE", "to": [0, 0], "weights": [0.5, 0.4]}], "sum to"),
    ([{"turn": "CHANCE", "to": [0, 0], "weights": [0, 1]}], "above 0"),
    ([{"value": float("nan")}], "not JSON compliant|JSON"),
    ([{"value": True}], "must be a number"),
    ([{"value": "3"}], "must be a number"),
    ([{"turn": "MAX", "to": [0], "estimate": None}], "estimate of node 0"),
    ([{"turn": "MAX", "to": [0], "colour": 1}], "unknown fields"),
])
def test_a_wrong_description_is_refused_with_the_node_named(nodes: list[dict[str, Any]], message: str) -> None:
    """A description is checked when it is read."""
    with pytest.raises((ValueError, TypeError), match=message):
        GraphGame(nodes)
