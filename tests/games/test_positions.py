"""The positions that checks on real games may use are worth what data/positions.json says."""
from __future__ import annotations

from typing import Any

import pytest

from games import GAMES
from games.game import Game, Player
from solution import search
from tests.games.contract import options
from tests.games.known import exact, load

POSITIONS: list[Any] = load("positions")["positions"]


def game_of(position: dict[str, Any]) -> Game:
    return GAMES[position["game"]["name"]].from_text(position["game"]["text"])


def name_of(position: dict[str, Any]) -> str:
    return f"{position['game']['name']}: {position['note']}"


def nodes(game: Game, depth: int) -> tuple[int, bool, bool]:
    """Return how many nodes the tree has, whether one is cut off by the depth, and whether a side moves twice running."""
    if game.is_terminal() or depth == 0:
        return 1, not game.is_terminal(), False
    count, cut, twice, turn = 1, False, False, game.turn
    for move in options(game):
        game.play(move)
        more, cut_below, twice_below = nodes(game, depth - 1)
        again = not game.is_terminal() and game.turn is turn is not Player.CHANCE
        count, cut, twice = count + more, cut or cut_below, twice or twice_below or again
        game.undo()
    return count, cut, twice


@pytest.mark.parametrize("position", POSITIONS, ids=name_of)
def test_a_position_is_worth_what_is_written(position: dict[str, Any]) -> None:
    """Each function that the position is for finds the value or a best move, and an exact ending is exact."""
    game = game_of(position)
    count, cut, _ = nodes(game, position["depth"])
    assert count == position["nodes"]
    for function in ("minimax", "alphabeta", "expectimax"):
        if function in position["functions"]:
            assert getattr(search, function)(game, position["depth"]) == pytest.approx(position["value"], abs=1e-9)
    if "best_move" in position["functions"]:
        best = {tuple(move) if isinstance(move, list) else move for move in position["best"]}
        assert best == best_moves(game, position["depth"])
        assert search.best_move(game, position["depth"], search.expectimax) in best
    if not cut:
        assert exact(game, {}) == pytest.approx(position["value"], abs=1e-9)


def best_moves(game: Game, depth: int) -> set[Any]:
    values = {}
    for move in game.legal_moves():
        game.play(move)
        values[move] = search.expectimax(game, depth - 1)
        game.undo()
    best = (max if game.turn is Player.MAX else min)(values.values())
    return {move for move, value in values.items() if abs(value - best) < 1e-9}


def test_the_positions_are_of_every_kind() -> None:
    """Every game, both sides and dice at the root, exact endings and cut-offs, turns that do not alternate."""
    assert {position["game"]["name"] for position in POSITIONS} == set(GAMES)
    assert {game_of(position).turn for position in POSITIONS} == set(Player)
    seen = [nodes(game_of(position), position["depth"])[1:] for position in POSITIONS]
    assert {cut for cut, _ in seen} == {True, False}
    assert sum(twice for _, twice in seen) >= 4
    assert len({str(position["game"]) for position in POSITIONS}) == len(POSITIONS)
