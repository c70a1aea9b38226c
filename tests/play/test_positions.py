"""Positions are replayed from lists, shown as data, and refused with a sentence."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games import GAMES, Player
from kibitz.play.labels import code_of, style_of
from kibitz.play.positions import MOST_MOVES, Refused, position_of, rolled, view
from kibitz.watch.watched import choices_of


def played(name: str, moves: list[str], **more: Any) -> dict[str, Any]:
    return view(position_of({"game": name, "moves": moves, **more}))


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_random_game_can_be_shown(name: str) -> None:
    """Each position of a game has a status, moves with words, and a board whose cells make exactly the legal moves."""
    dice, moves = random.Random(name), []
    for _ in range(400):
        shown = played(name, moves, seed=5)
        if shown["finished"]:
            break
        if shown["chance"]:
            moves.append(shown["chance"]["code"])
            continue
        codes = {choice["code"] for choice in shown["choices"]}
        if shown["board"] and "cells" in shown["board"]:
            assert {code for cell in shown["board"]["cells"] for code in cell["moves"]} == codes
        assert set(shown["keys"].values()) <= codes and all(choice["words"] for choice in shown["choices"])
        moves.append(dice.choice(sorted(codes)))
    assert shown["finished"] and "The game is over." in shown["status"] and shown["choices"] == []


@pytest.mark.parametrize("name", GAMES)
def test_each_start_is_a_game_and_codes_are_unambiguous(name: str) -> None:
    """No two moves of a position share a code, from any start."""
    for start in style_of(name).starts:
        position = position_of({"game": name, "start": start, "seed": 3})
        if position.game.turn is Player.CHANCE:
            position.game.play(rolled(position))
        codes = [code_of(move) for move in choices_of(position.game)]
        assert len(set(codes)) == len(codes)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"game": "chess"}, "there is no such game"),
        ([], "there is no such game"),
        ({"game": "pig", "start": "../etc"}, "Pig has no such start"),
        ({"game": "tictactoe", "moves": "0"}, "the moves are a list"),
        ({"game": "tictactoe", "moves": [0]}, "the moves are a list"),
        ({"game": "tictactoe", "moves": ["0"] * (MOST_MOVES + 1)}, "the moves are a list"),
        (
            {"game": "tictactoe", "moves": ["0", "0"]},
            "move 2 of the list, '0', cannot be played: it is not legal there",
        ),
        (
            {"game": "tictactoe", "moves": ["0", "3", "1", "4", "2", "5"]},
            "move 6 of the list, '5', cannot be played: the game is over",
        ),
        ({"game": "tictactoe", "seed": -1}, "the seed of the dice"),
        ({"game": "tictactoe", "seed": True}, "the seed of the dice"),
        ({"game": "einstein", "moves": ["7"]}, "move 1 of the list"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(data: Any, sentence: str) -> None:
    """Names come from lists, and each move must be legal where it stands."""
    with pytest.raises(Refused) as refused:
        position_of(data)
    assert str(refused.value).startswith(sentence)


def test_a_landing_square_is_the_one_that_is_marked_legal() -> None:
    """In Connect Four a press anywhere in a column drops a stone; the square it falls to has the dot."""
    cells = played("connect_four", ["3", "3"])["board"]["cells"]
    column = [cell for cell in cells if cell["column"] == 3]
    assert [bool(cell["hint"]) for cell in column] == [False, False, False, True, False, False]
    assert all(cell["moves"] == ["3"] for cell in column) and column[4]["last"] and not column[5]["last"]


def test_an_othello_move_says_what_it_turns() -> None:
    """The label names the square, that it is legal, and the discs it turns."""
    cells = played("othello", [])["board"]["cells"]
    assert next(cell["label"] for cell in cells if cell["hint"]) == "d3, empty, legal, turns 1"


def test_a_pass_is_said() -> None:
    """Where a side has no move, the page says who passes."""
    dice = random.Random(1)
    for _ in range(60):
        moves: list[str] = []
        while not (shown := played("othello", moves, start="4x4"))["finished"]:
            if "has no move and passes" in shown["status"]:
                assert shown["said"][-1]["turn"] == shown["turn"]
                return
            moves.append(dice.choice(shown["choices"])["code"])
    raise AssertionError("no pass in sixty games on the small board")


def test_a_cube_is_picked_and_then_its_square() -> None:
    """EinStein's cells list their moves by the square each one leads to."""
    cells = played("einstein", ["6"])["board"]["cells"]
    movable = [cell for cell in cells if cell["moves"]]
    assert [cell["text"] for cell in movable] == ["W6"]
    assert movable[0]["targets"] == {"8": "6-diagonal", "13": "6-left", "9": "6-up"}


def test_the_dice_of_a_seed_fall_alike_and_differently_at_each_ply() -> None:
    """Reloading rolls the same; another seed, or another ply, rolls anew."""
    first = [rolled(position_of({"game": "pig", "seed": seed, "moves": ["roll"]})) for seed in range(60)]
    again = [rolled(position_of({"game": "pig", "seed": seed, "moves": ["roll"]})) for seed in range(60)]
    later = [rolled(position_of({"game": "pig", "seed": seed, "moves": ["roll", "4", "roll"]})) for seed in range(60)]
    assert first == again != later and set(first) == {1, 2, 3, 4, 5, 6}


def test_a_roll_is_told_with_its_odds() -> None:
    """Both the result and the probabilities are said in words."""
    chance = played("pig", ["roll"], seed=1)["chance"]
    assert (
        chance["words"].startswith("the die shows ")
        and chance["words"].endswith("(1 in 6)")
        and "1: 1 in 6" in chance["odds"]
    )
