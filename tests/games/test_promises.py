"""What minimax promises, played out: with the whole game in sight, no reply leads below the value announced."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games import GAMES
from games.game import Game, Player
from games.othello import Othello
from games.tictactoe import TicTacToe
from solution import search
from tests.games.known import load

WHOLE_GAME = 64


def worst_outcome(game: Game, side: Player, choose: Callable[[Game], Any]) -> Any:
    """Return the worst that `side` can end with, choosing its own moves by `choose`, against every reply."""
    if game.is_terminal():
        return game.utility()
    moves = [choose(game)] if game.turn is side else game.legal_moves()
    ends = []
    for move in moves:
        game.play(move)
        ends.append(worst_outcome(game, side, choose))
        game.undo()
    return min(ends) if side is Player.MAX else max(ends)


def chooser(by: Callable[[Game, int], float]) -> Callable[[Game], Any]:
    """Return how best_move chooses with the whole game in sight, remembering what it chose."""
    chosen: dict[Any, Any] = {}

    def choose(game: Game) -> Any:
        if game.key() not in chosen:
            chosen[game.key()] = search.best_move(game, WHOLE_GAME, by)
        return chosen[game.key()]

    return choose


@pytest.mark.parametrize("side", [Player.MAX, Player.MIN], ids=str)
@pytest.mark.parametrize("by", [search.minimax, search.alphabeta], ids=lambda by: by.__name__)
def test_tictactoe_is_never_lost(side: Player, by: Callable[[Game, int], float]) -> None:
    """Whoever plays best_move with the whole game in sight draws at least, first or second."""
    assert worst_outcome(TicTacToe(), side, chooser(by)) == 0


@pytest.mark.parametrize("side", [Player.MAX, Player.MIN], ids=str)
def test_best_move_wins_what_is_won_in_tictactoe(side: Player) -> None:
    """From every position that the side can win, it does win against every reply."""
    choose = chooser(search.alphabeta)
    won = 1 if side is Player.MAX else -1
    for text in load("tictactoe")["positions"][str(won)]:
        assert worst_outcome(TicTacToe.from_text(text), side, choose) == won


@pytest.mark.parametrize("name", ["connect_four", "othello"])
def test_best_move_never_ends_below_the_value_it_announced(name: str) -> None:
    """In endings, against every reply, passes included, both sides end with the value or with better."""
    for position in load(name)["positions"]:
        if position["empty"] <= 6 and not position.get("must_pass"):
            for side in (Player.MAX, Player.MIN):
                game = GAMES[name].from_text(position["text"])
                assert worst_outcome(game, side, chooser(search.alphabeta)) == position["value"]


def test_othello_4x4_is_won_by_white_3_to_11() -> None:
    """The whole game on the smallest board, with turns that do not alternate: eight discs more for White."""
    value = search.alphabeta(Othello(4), 16)
    assert value == -8
    for side in (Player.MAX, Player.MIN):
        assert worst_outcome(Othello(4), side, chooser(search.alphabeta)) == value
