"""Connect Four: its rules, published counts and solved endings."""
from __future__ import annotations

import random
from collections.abc import Hashable
from typing import Any

import pytest

from games.connect_four import AROUND, BOARD, FOURS, ConnectFour, fours_in
from games.game import Number
from tests.games.known import load, positions, sequences, worth

EMPTY = "....... " * 5


def solved() -> list[Any]:
    found: list[Any] = load("connect_four")["positions"]
    return found


def line_starts() -> list[list[int]]:
    """Return the 69 lines of four as lists of bits, square by square and without any trick."""
    inside = [(column, row) for column in range(7) for row in range(6)]
    lines = [[(column + across * step, row + up * step) for step in range(4)]
             for column, row in inside for across, up in ((1, 0), (0, 1), (1, 1), (1, -1))]
    return [[7 * column + row for column, row in line] for line in lines if set(line) <= set(inside)]


@pytest.mark.parametrize("line", line_starts(), ids=str)
def test_each_of_the_69_lines_wins(line: list[int]) -> None:
    """Four in a line win whichever of them falls last, and three of them do not."""
    stones = sum(1 << square for square in line)
    for square in line:
        assert any(stones & through in FOURS for through in AROUND[1 << square][2:])
        assert not any(stones & ~(1 << square) & through in FOURS for through in AROUND[1 << square][2:])


def test_there_are_69_lines() -> None:
    """The shifts count as many lines as one finds square by square."""
    assert len(line_starts()) == sum(starts.bit_count() for starts in fours_in(BOARD)) == 69


@pytest.mark.parametrize(("moves", "utility"), [("1212121", 1), ("71212121", -1), ("12233434474", 1), ("4455667", 1)])
def test_four_in_a_line_end_the_game(moves: str, utility: int) -> None:
    """A column, a row or a diagonal of four is worth 1 to X and -1 to O."""
    game = ConnectFour.from_moves(moves)
    assert game.is_terminal()
    assert game.utility() == utility


def test_nothing_but_the_69_lines_wins() -> None:
    """On random boards the shifts and the sets find a four just where one looks square by square."""
    dice = random.Random(4)
    lines = [sum(1 << square for square in line) for line in line_starts()]
    for _ in range(3000):
        stones = dice.getrandbits(49) & dice.getrandbits(49) & BOARD
        expected = any(stones & line == line for line in lines)
        assert any(fours_in(stones)) == expected
        assert any(stones & through in FOURS for _, _, *four in AROUND.values() for through in four) == expected


def test_a_square_has_its_neighbours() -> None:
    """Up to eight squares that touch it, counted and mutual."""
    touching = {square: around[1] for square, around in AROUND.items()}
    assert sorted(near.bit_count() for near in touching.values()) == [3] * 4 + [5] * 18 + [8] * 20
    assert all(touching[other] & square for square in touching for other in touching if touching[square] & other)


def test_a_full_board_without_a_line_is_a_draw() -> None:
    """Forty-two stones and no four are worth 0."""
    game = ConnectFour.from_text(" ".join(["XXOOXXO", "OOXXOOX"] * 3))
    assert game.is_terminal()
    assert game.utility() == 0


def test_a_full_column_is_no_move() -> None:
    """Column 0 takes six stones, and falls out of the moves then."""
    game = ConnectFour.from_moves("111111")
    assert game.legal_moves() == [1, 2, 3, 4, 5, 6]
    assert ConnectFour.from_text(str(game)).legal_moves() == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(("text", "message"), [
    ("", "six rows"), (EMPTY + ".......X", "six rows"), (EMPTY + "......x", "six rows"),
    ("X...... " + "....... " * 5, "hangs"), (EMPTY + "O......", "add up"), (EMPTY + "XX.....", "add up"),
    ("....... " * 4 + "OOO.... XXXX.O.", "was over"),
    ("....... ....... X.....X X.....X XOO.O.X XOO.OOX", "was over"),
])
def test_a_text_that_no_game_reaches_is_refused(text: str, message: str) -> None:
    """Stones hang nowhere, the sides take turns, and a won game is not played on."""
    with pytest.raises(ValueError, match=message):
        ConnectFour.from_text(text)


@pytest.mark.parametrize("moves", ["8", "0", "a", "1111111", "12121212"])
def test_moves_that_cannot_be_played_are_refused(moves: str) -> None:
    """No such column, a full one, or the game is over."""
    with pytest.raises(ValueError, match="cannot be played"):
        ConnectFour.from_moves(moves)


def test_the_estimate_counts_open_lines() -> None:
    """Lines open to X minus lines open to O, over 70, as counted by another program."""
    for position in load("connect_four_open_lines")["positions"]:
        game = ConnectFour.from_moves(position["moves"])
        assert game.evaluate() == (position["open_to_x"] - position["open_to_o"]) / 70


def test_lines_through_each_square_are_as_listed() -> None:
    """A first stone takes from O just the lines through its square."""
    for row, counts in enumerate(load("connect_four_open_lines")["through_each_square_bottom_row_first"]):
        for column, count in enumerate(counts):
            square = 1 << 7 * column + row
            assert 69 - sum(starts.bit_count() for starts in fours_in(BOARD ^ square)) == count


def test_sequences_are_as_published() -> None:
    """The number of games of n moves, to seven."""
    assert [sequences(ConnectFour(), plies) for plies in range(8)] == [1, 7, 49, 343, 2401, 16807, 117649, 823536]


def test_positions_are_as_published() -> None:
    """The number of different positions after n moves, to six (OEIS A212693)."""
    assert [positions(ConnectFour(), plies) for plies in range(7)] == [1, 7, 49, 238, 1120, 4263, 16422]


def check_endings(fewest: int, most: int) -> int:
    checked = 0
    for position in solved():
        if fewest <= position["empty"] <= most:
            table: dict[Hashable, Number] = {}
            game = ConnectFour.from_moves(position["moves"])
            assert worth(game, table) == {int(move): value for move, value in position["worth"].items()}
            checked += 1
    return checked


def test_solved_endings_have_their_values() -> None:
    """Each move of the endings with up to ten empty squares is worth what two programs found."""
    assert check_endings(4, 10) == 108


@pytest.mark.soak
def test_longer_endings_have_their_values() -> None:
    """Each move of the endings with twelve and fourteen empty squares."""
    assert check_endings(12, 14) == 192
