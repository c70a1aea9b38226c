"""Every game against OpenSpiel, state by state in random games. Needs pyspiel 2.0.2 (pip install open-spiel==2.0.2).

Where the two are meant to differ, the twin says so: OpenSpiel's Othello passes with an action of its own and returns
who has won, ours has no pass and returns the difference of discs.
"""
from __future__ import annotations

import os
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from games import GAMES
from games.game import Game, Player
from tests.games.contract import options

pytestmark = pytest.mark.soak

PLAYOUTS = int(os.environ.get("PLAYOUTS", "500"))
PASS = 64
COMES_NEXT = re.compile(r" (?:[XO] to move|(?:White|Black) (?:to roll|rolled \d)|game over)$")


@dataclass(frozen=True)
class Twin:
    """How a game here and its twin in OpenSpiel are told to be the same.

    Attributes:
        name: OpenSpiel's name of the game.
        start: makes OpenSpiel's first state that has a like here, given random numbers, and ours.
        action: the OpenSpiel action of a move, played at this position.
        text: OpenSpiel's state as our str() writes it, without what ours says of what comes next.
        players: OpenSpiel's players 0 and 1.
    """

    name: str
    start: Callable[[Any, random.Random], tuple[Any, Game]]
    action: Callable[[Game, Any], int]
    text: Callable[[Any], str]
    players: tuple[Player, Player] = (Player.MAX, Player.MIN)


def same_start(name: str) -> Callable[[Any, random.Random], tuple[Any, Game]]:
    return lambda spiel, _: (spiel.new_initial_state(), GAMES[name]())


def einstein_start(spiel: Any, dice: random.Random) -> tuple[Any, Game]:
    state = spiel.new_initial_state()
    for _ in range(2):  # the placing of each side's cubes is a chance outcome there
        state.apply_action(dice.choice(state.legal_actions()))
    return state, GAMES["einstein"].from_text(einstein_text(state) + " White to roll")


def einstein_text(state: Any) -> str:
    return " ".join(word.replace("__", ".").upper() for word in re.findall(r"\|(..)\|", str(state)))


def einstein_action(game: Game, move: Any) -> int:
    if isinstance(move, int):
        return move - 1
    (cube, direction), black = move, game.turn is Player.MAX
    squares = str(game).split()[:25]
    square = squares.index(f"{'B' if black else 'W'}{cube}")
    code = {"diagonal": 0 if black else 4, "down": 1, "right": 2, "up": 3, "left": 5}[direction]
    step = {"diagonal": 6, "down": 5, "right": 1, "up": 5, "left": 1}[direction] * (1 if black else -1)
    return 12 * square + 2 * code + (squares[square + step] != ".")


def othello_text(state: Any) -> str:
    rows = re.findall(r"^\d ((?:[xo-] )+)\d?", str(state), re.MULTILINE)
    return "\n".join(row.replace(" ", "").replace("-", ".").upper() for row in rows)


def pig_text(state: Any) -> str:
    numbers = re.match(r"Scores: (\d+) (\d+), Turn total: (\d+)\nCurrent player: (\d)( \(rolling\))?", str(state))
    assert numbers
    player = "MAX" if numbers[4] == "0" else "MIN"
    return f"{numbers[1]}:{numbers[2]} of 100, {player} {'rolls' if numbers[5] else 'to move'} with {numbers[3]} this turn"


def board_text(state: Any) -> str:
    return str(state).strip().upper()


TWINS = {
    "tictactoe": Twin("tic_tac_toe", same_start("tictactoe"), lambda _, move: int(move), board_text),
    "connect_four": Twin("connect_four", same_start("connect_four"), lambda _, move: int(move), board_text),
    "othello": Twin("othello", same_start("othello"), lambda _, move: 8 * (int(move[1]) - 1) + "abcdefgh".index(move[0]),
                    othello_text),
    "pig": Twin("pig", same_start("pig"),
                lambda _, move: move - 1 if isinstance(move, int) else ["roll", "hold"].index(move), pig_text),
    "einstein": Twin("einstein_wurfelt_nicht", einstein_start, einstein_action, einstein_text),
}


def check_state(twin: Twin, state: Any, game: Game) -> None:
    assert state.is_terminal() == game.is_terminal(), repr(game)
    if twin.name != "pig" or not game.is_terminal():  # Pig's last hold is not in our text, nor who would be next
        ours = COMES_NEXT.sub("", " ".join(str(game).split()))
        assert ours == " ".join(twin.text(state).split()), str(state)
    if game.is_terminal():
        returns = state.returns()[twin.players.index(Player.MAX)]
        difference = game.utility()
        assert returns == (difference > 0) - (difference < 0)
        return
    expected = dict(state.chance_outcomes()) if state.is_chance_node() else dict.fromkeys(state.legal_actions())
    assert (game.turn is Player.CHANCE) == state.is_chance_node()
    if game.turn is Player.CHANCE:
        assert {twin.action(game, face): chance for face, chance in game.chance_outcomes()} == pytest.approx(expected)
    else:
        assert game.turn is twin.players[state.current_player()]
        assert {twin.action(game, move) for move in game.legal_moves()} == set(expected)


@pytest.mark.parametrize("name", GAMES)
def test_random_games_are_the_same_in_openspiel(name: str) -> None:
    """In random games every state has the same board, player, moves and chances, and the same end."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    if name not in TWINS:
        pytest.skip(f"OpenSpiel has no twin of {name} here")
    twin = TWINS[name]
    spiel = pyspiel.load_game(twin.name)
    dice = random.Random(2024)
    states = 0
    for _ in range(PLAYOUTS):
        state, game = twin.start(spiel, dice)
        start, plies = repr(game), 0
        check_state(twin, state, game)
        while not game.is_terminal():
            move = dice.choice(options(game))
            state.apply_action(twin.action(game, move))
            game.play(move)
            plies += 1
            if state.legal_actions() == [PASS] and name == "othello":
                state.apply_action(PASS)
            check_state(twin, state, game)
        for _ in range(plies):
            game.undo()
        assert repr(game) == start
        states += plies
    print(f"{name}: {PLAYOUTS} games, {states} states")
