"""The reference's ideas: each gives minimax's value, and together they save what was promised."""
from __future__ import annotations

import importlib.util
import json

import pytest

from bench import ordering as bench
from games.connect_four import ConnectFour
from games.einstein import EinStein
from games.game import Game
from games.graph import GraphGame
from games.othello import Othello
from games.tictactoe import TicTacToe
from games.tree import CHANCE, MAX, MIN, TreeGame
from solution import ordering, search
from solution.ordering import STAGES, Search

GAMES: list[tuple[Game, int]] = [
    (ConnectFour.from_moves("44444"), 4), (Othello(), 4), (TicTacToe.from_text("X.. .O. ..."), 7),
    (TreeGame(MAX(MIN(3, 12, 8), MIN(2, 4, 6), MIN(5, 1, 9))), 2),
    (TreeGame(MIN(MAX(-1, 0.5), MAX(MAX(0.25, -0.5), MIN(1, -1)), 0)), 3),
    (TreeGame(MAX(CHANCE((0.5, 1), (0.5, MIN(-1, 1))), CHANCE((0.25, 1), (0.75, -1)), 0)), 3),
    (EinStein.from_text(". . . W3 . . . . . . . . . . . W6 W5 . . B2 . . . . . White rolled 6"), 3),
]


@pytest.mark.parametrize("stage", STAGES)
def test_each_stage_gives_the_value(stage: str) -> None:
    """Whatever comes first, the value is that of a search that cuts nothing, and the game is as it was."""
    for game, depth in GAMES:
        before = game.key()
        for plies in range(depth + 1):
            assert Search(STAGES[stage]).value(game, plies) == pytest.approx(search.expectimax(game, plies), abs=1e-12)
        assert game.key() == before


def test_everything_on_sees_few_leaves_of_connect_four() -> None:
    """After 44444 at depth 8: at most 1.3 times the 7^4 + 7^4 - 1 leaves of a minimal tree, estimates for ordering included."""
    assert bench.YARDSTICK == 4801
    assert bench.leaves_with_everything() <= 1.3 * bench.YARDSTICK


def test_order_moves_is_a_permutation_with_the_middle_first() -> None:
    """The same moves, each once."""
    game = ConnectFour()
    assert ordering.order_moves(game, game.legal_moves()) == [3, 2, 4, 1, 5, 0, 6]
    assert ordering.order_moves(game, []) == []


def test_captures_come_first_for_both_sides() -> None:
    """A move onto an occupied square comes before the others; moves of other games stay as they are."""
    game = EinStein.from_text(". B1 . B3 . B4 B5 . . . . B6 . W2 W6 . . W3 . W4 . . . . . Black rolled 6")
    first = ordering.captures_first(game, game.legal_moves())[0]
    game.play(first)
    assert str(game).count("B") + str(game).count("W") < 10 + 1  # one cube less, and the words of what comes next
    assert ordering.captures_first(Othello(), ["d3", "c4"]) == ["d3", "c4"]


def test_the_handouts_counts_of_small_trees_are_what_is_measured_today() -> None:
    """The stored counts of the cheap games are those of today's reference; the others are measured anew by the soak test."""
    stored = json.loads(bench.STORED.read_text(encoding="utf-8"))
    for index, one in list(enumerate(bench.GAMES))[1:]:
        for row in stored["stages"]:
            assert row["visits"][index] == bench.counted(one, Search(STAGES[row["name"]]).value).plays, (one.name, row["name"])


def test_the_readme_quotes_what_was_measured() -> None:
    """Every count of the README's table is a stored one, and the leaves are today's."""
    stored = json.loads(bench.STORED.read_text(encoding="utf-8"))
    readme = (bench.STORED.parents[1] / "README.md").read_text(encoding="utf-8")
    table = readme.partition("## Extra credit")[2].partition("\n## ")[0]
    for name, counts in [*((row["name"], row["visits"]) for row in stored["stages"] if row["name"] != "captures first"),
                         *((name, [game[key] for game in stored["games"]]) for name, key in
                           (("no cut: minimax", "all"), ("worst order", "worst"), ("the minimal tree", "least")))]:
        assert f"| {name} | {counts[0]:,} | {counts[1]:,} |" in table
    assert f"{bench.leaves_with_everything():,} leaves" in table


@pytest.mark.soak
def test_the_handouts_counts_are_what_is_measured_today() -> None:
    """The stored file is byte for byte what a measurement gives."""
    assert bench.as_bytes(bench.table()) == bench.STORED.read_bytes()


@pytest.mark.soak
def test_everything_on_is_faster_than_openspiel_at_depth_ten() -> None:
    """Less CPU time than alpha_beta_search in its own order with the same evaluation, and the same value."""
    if not importlib.util.find_spec("pyspiel"):
        pytest.skip("OpenSpiel is not installed")
    duel = bench.against_openspiel()
    assert duel.values[0] == duel.values[1]
    assert duel.seconds[0] < duel.seconds[1]


def test_a_position_met_with_more_plies_left_is_another_one() -> None:
    """Where ways of unequal length lead to one position, bounds and best moves of the shorter search do not stand in for the longer one."""
    graph = GraphGame([
        {"turn": "MAX", "to": [1, 2]},
        {"turn": "MIN", "to": [2, 3]},
        {"turn": "MIN", "to": [3, 4], "estimate": 0.9},
        {"turn": "MAX", "to": [4, 5], "estimate": -0.9},
        {"turn": "MAX", "to": [2, 5], "estimate": 0.5},
        {"value": 0.25},
    ])
    for depth in range(8):
        for name, ideas in STAGES.items():
            assert Search(ideas).value(graph, depth) == search.minimax(graph, depth), (name, depth)
