"""Othello: its rules, passes, published counts and solved endings."""
from __future__ import annotations

import random
from collections.abc import Hashable
from typing import Any

import pytest

from games.game import Number, Player
from games.othello import Othello
from tests.games.known import load, sequences, worth

#: A best line on the 6x6 board, which White wins 20 to 16. Black passes before the 31st move.
#: Source: Joel Feinstein, 1993, https://www.maths.nottingham.ac.uk/plp/pmzjff/Othello/6x6sol.html (there from b2 to g7)
BEST_6X6 = "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2 e2 b6 a4 c6 a6 a2 b5 a5 e6 e5 a3 a1 f5 f6 e1 f1"


def slow_moves(rows: list[str], side: str) -> dict[str, list[str]]:
    """Return each move of a side with the squares it turns, found by walking: a second, plain program."""
    size, other = len(rows), "O" if side == "X" else "X"
    found: dict[str, list[str]] = {}
    for row in range(size):
        for column in range(size):
            turned = []
            for across, down in ((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y):
                passed = []
                x, y = column + across, row + down
                while 0 <= x < size and 0 <= y < size and rows[y][x] == other:
                    passed.append("abcdefgh"[x] + str(y + 1))
                    x, y = x + across, y + down
                if 0 <= x < size and 0 <= y < size and rows[y][x] == side:
                    turned += passed
            if rows[row][column] == "." and turned:
                found["abcdefgh"[column] + str(row + 1)] = turned
    return found


def slow_play(rows: list[str], side: str, move: str, turned: list[str]) -> list[str]:
    squares = [list(row) for row in rows]
    for square in (move, *turned):
        squares[int(square[1]) - 1]["abcdefgh".index(square[0])] = side
    return ["".join(row) for row in squares]


@pytest.mark.parametrize("size", [4, 6, 8])
def test_moves_and_turned_discs_are_those_of_a_plain_program(size: int) -> None:
    """In random games, each position is what walking the lines square by square gives, passes and ends too."""
    dice = random.Random(size)
    for _ in range(25):
        game = Othello(size)
        rows, side = str(game).split("\n")[:-1], "X"
        while not game.is_terminal():
            moves = slow_moves(rows, side)
            assert game.legal_moves() == list(moves)
            assert game.turn is (Player.MAX if side == "X" else Player.MIN)
            move = dice.choice(game.legal_moves())
            game.play(move)
            rows = slow_play(rows, side, move, moves[move])
            assert str(game).split("\n")[:-1] == rows
            other = "O" if side == "X" else "X"
            side = other if slow_moves(rows, other) else side
        assert not slow_moves(rows, "X")
        assert not slow_moves(rows, "O")
        board = "".join(rows)
        assert game.utility() == board.count("X") - board.count("O")


def test_who_cannot_move_passes_and_the_turn_stays() -> None:
    """After Black's b1 White has no move, so Black moves twice running; undo gives the first turn back."""
    game = Othello.from_text("..OX .... ..OX .... X to move")
    assert (game.turn, game.legal_moves()) == (Player.MAX, ["b1", "b3"])
    game.play("b1")
    assert (game.turn, game.legal_moves()) == (Player.MAX, ["b3"])
    game.play("b3")
    assert game.is_terminal()
    assert game.utility() == 6
    game.undo()
    game.undo()
    assert (game.turn, game.legal_moves()) == (Player.MAX, ["b1", "b3"])


def test_a_text_whose_side_cannot_move_is_the_other_sides_turn() -> None:
    """A side that would have to pass is not asked."""
    game = Othello.from_text("OX.. .... .... .... X to move")
    assert (game.turn, game.legal_moves()) == (Player.MIN, ["c1"])
    assert game.key() == Othello.from_text("OX.. .... .... .... O to move").key()


@pytest.mark.parametrize(("text", "utility"), [
    ("XXXX XXXX XXXX XXXX game over", 16), ("XXXO XXXO OOOO OOOO game over", -4), ("XX.. .... .... OOOO game over", -2),
    ("XX.. .... .... OOOO X to move", -2), (".... .... .... .... game over", 0),
])
def test_a_finished_game_is_worth_the_difference_of_discs(text: str, utility: int) -> None:
    """Empty squares count for nobody, whoever wins."""
    assert Othello.from_text(text).utility() == utility


@pytest.mark.parametrize("text", ["", "X to move", "XO.. .... .... .... to move", "XO. ... ... X to move",
                                  "XO.. .... .... ... X to move", "XO.. .... .... ...Z O to move",
                                  "XO.. .... .... .... Y to move"])
def test_a_text_that_is_no_board_is_refused(text: str) -> None:
    """Rows and columns must be 4, 6 or 8, and a line must say whose turn it is."""
    with pytest.raises(ValueError, match="rows of as many"):
        Othello.from_text(text)


def test_game_over_is_not_believed_where_a_move_is_left() -> None:
    """A text must not end a game that goes on."""
    with pytest.raises(ValueError, match="still a move"):
        Othello.from_text("XO.. .... .... .... game over")


@pytest.mark.parametrize("size", [0, 5, 7, 10, 8.0])
def test_a_board_has_size_4_6_or_8(size: Any) -> None:
    """Other boards are refused."""
    if size == 8:
        assert Othello(8).key() == Othello().key()
        return
    with pytest.raises(ValueError, match="size 4, 6 or 8"):
        Othello(size)


@pytest.mark.parametrize(("text", "estimate"), [
    ("X.......\n" + "........\n" * 3 + "...XO...\n" + "........\n" * 3 + "X to move", 64 * (1 / 8)),
    (".O......\n" + "........\n" * 3 + "...XO...\n" + "........\n" * 3 + "X to move", 64 * (-1 / 120)),
    ("........\n" * 4 + "..XOX...\n" + "........\n" * 3 + "O to move", -64 / 4),
])
def test_the_estimate_weighs_corners_edges_and_mobility(text: str, estimate: float) -> None:
    """By hand: a corner is 8 discs of 64, an edge square 64/120, all the mobility 16."""
    assert Othello.from_text(text).evaluate() == pytest.approx(estimate)


def test_the_published_best_line_on_6x6_ends_16_to_20() -> None:
    """Feinstein's line is legal, a pass included, and White wins by four discs."""
    game = Othello(6)
    turns = []
    for move in BEST_6X6.split():
        turns.append(game.turn)
        game.play(move)
    assert game.utility() == -4
    assert [number for number in range(1, 32) if turns[number] is turns[number - 1]] == [30]


def test_sequences_on_8x8_are_as_published() -> None:
    """The number of games of n moves, to six."""
    assert [sequences(Othello(), plies) for plies in range(7)] == [1, 4, 12, 56, 244, 1396, 8200]


def test_sequences_on_6x6_are_as_published() -> None:
    """The number of games of n moves, to six."""
    assert [sequences(Othello(6), plies) for plies in range(7)] == [1, 4, 12, 56, 244, 1364, 7604]


@pytest.mark.soak
def test_longer_sequences_are_as_published() -> None:
    """At the ninth move the first passes show: 3,005,320 where a pass is no ply of its own."""
    assert [sequences(Othello(), plies) for plies in (7, 8, 9)] == [55092, 390216, 3005320]
    assert [sequences(Othello(6), plies) for plies in (7, 8)] == [47740, 308716]


def check_endings(fewest: int, most: int) -> int:
    checked = 0
    for position in load("othello")["positions"]:
        if fewest <= position["empty"] <= most:
            game = Othello.from_text(position["text"])
            assert position["must_pass"] == (not position["text"].endswith(str(game)[-9:]))
            table: dict[Hashable, Number] = {}
            values = worth(game, table)
            assert (max if game.turn is Player.MAX else min)(values.values()) == position["value"]
            assert position["must_pass"] or values == position["worth"]
            checked += 1
    return checked


def test_solved_endings_have_their_values() -> None:
    """Each move of the endings with up to six empty squares leads to the difference that two programs found."""
    assert check_endings(4, 6) == 104


@pytest.mark.soak
def test_longer_endings_have_their_values() -> None:
    """Each move of the endings with eight and ten empty squares."""
    assert check_endings(8, 10) == 96
