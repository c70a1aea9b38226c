"""EinStein: its rules and solved endings."""
from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pytest

from games.einstein import EinStein
from games.game import IllegalMove, Number, Player
from tests.games.known import exact, load, worth


def board(**cubes: int) -> str:
    """Return 25 squares with the cubes given as B3=7."""
    return " ".join(next((name for name, at in cubes.items() if at == square), ".") for square in range(25))


def test_white_begins_by_rolling() -> None:
    """The die is rolled before each move, the first one too."""
    game = EinStein()
    assert str(game).endswith("White to roll")
    assert game.chance_outcomes() == [(face, 1 / 6) for face in (1, 2, 3, 4, 5, 6)]
    game.play(1)
    assert str(game).endswith("White rolled 1")
    game.play((1, "up"))
    assert game.turn is Player.CHANCE
    assert str(game).endswith("Black to roll")


def test_the_placing_is_fixed_or_seeded() -> None:
    """Each side's six cubes lie in its corner; a seed always gives the same placing, and others differ."""
    assert str(EinStein()).split() == str(EinStein(seed=None)).split()
    assert repr(EinStein(seed=3)) == repr(EinStein(seed=3))
    assert len({repr(EinStein(seed=seed)) for seed in range(20)}) == 20
    for seed in range(20):
        squares = str(EinStein(seed=seed)).split()[:25]
        assert sorted(squares[square] for square in (0, 1, 2, 5, 6, 10)) == [f"B{cube}" for cube in range(1, 7)]
        assert sorted(squares[square] for square in (24, 23, 22, 19, 18, 14)) == [f"W{cube}" for cube in range(1, 7)]


@pytest.mark.parametrize(("squares", "end", "moves"), [
    (board(B3=12, W1=24), "Black rolled 3", [(3, "diagonal"), (3, "right"), (3, "down")]),
    (board(B1=0, W3=12), "White rolled 3", [(3, "diagonal"), (3, "left"), (3, "up")]),
    (board(B3=14, W1=24), "Black rolled 3", [(3, "down")]),
    (board(B3=22, W1=24), "Black rolled 3", [(3, "right")]),
    (board(B1=0, W3=10), "White rolled 3", [(3, "up")]),
    (board(B1=0, W3=3), "White rolled 3", [(3, "left")]),
])
def test_a_cube_moves_towards_the_far_corner(squares: str, end: str, moves: list[Any]) -> None:
    """Black right, down and between; White the other way; nobody off the board."""
    assert EinStein.from_text(f"{squares} {end}").legal_moves() == moves


@pytest.mark.parametrize(("die", "cubes"), [(1, {2}), (2, {2}), (3, {2, 5}), (4, {2, 5}), (5, {5}), (6, {5})])
def test_a_cube_that_is_gone_gives_the_nearest_lower_and_higher(die: int, cubes: set[int]) -> None:
    """The player may choose between the two; where there is but one, it moves."""
    game = EinStein.from_text(f"{board(B2=6, B5=7, W1=24)} Black rolled {die}")
    assert {cube for cube, _ in game.legal_moves()} == cubes


def test_whatever_a_cube_lands_on_is_taken() -> None:
    """The other side's cube, or one's own."""
    game = EinStein.from_text(f"{board(B2=6, B5=7, W1=12, W2=24)} Black rolled 2")
    game.play((2, "diagonal"))
    assert str(game).split()[:25] == board(B5=7, B2=12, W2=24).split()
    game.undo()
    game.play((2, "right"))
    assert str(game).split()[:25] == board(B2=7, W1=12, W2=24).split()


@pytest.mark.parametrize(("squares", "end", "move", "utility"), [
    (board(B1=18, W1=20, W2=23), "Black rolled 1", (1, "diagonal"), 1),
    (board(B1=18, B2=9, W1=1), "White rolled 1", (1, "left"), -1),
    (board(B1=6, W1=12), "Black rolled 1", (1, "diagonal"), 1),
    (board(B1=6, W1=12), "White rolled 1", (1, "diagonal"), -1),
])
def test_the_far_corner_wins_and_so_does_the_last_capture(squares: str, end: str, move: Any, utility: int) -> None:
    """Either way the game is over at once."""
    game = EinStein.from_text(f"{squares} {end}")
    game.play(move)
    assert game.is_terminal()
    assert game.utility() == utility
    assert str(game).endswith("game over")


@pytest.mark.parametrize(("text", "message"), [
    ("", "25 squares"), (board(B1=3, W1=4), "25 squares"), (f"{board(B1=3, W1=4)} Black rolled 7", "25 squares"),
    (f"{board(B7=3, W1=4)} Black to roll", "25 squares"), (f"{board(B1=3, W1=4)} black to roll", "25 squares"),
    (board(B1=3) + " W1 Black to roll", "25 squares"), (board() + " game over", "no game"),
    (board(B1=3, W1=4).replace("B1 W1", "B1 B1") + " game over", "no game"),
    (board(B1=24, W1=0) + " game over", "no game"), (board(B1=3, W1=4) + " game over", "do not agree"),
    (board(B1=24, W1=4) + " White to roll", "do not agree"), (board(B1=3) + " White to roll", "do not agree"),
])
def test_a_text_that_no_game_reaches_is_refused(text: str, message: str) -> None:
    """Neither malformed boards nor impossible ones become positions."""
    with pytest.raises(ValueError, match=message):
        EinStein.from_text(text)


@pytest.mark.parametrize(("squares", "estimate"), [
    (board(B1=18, W1=24), (4 - 1) / 4), (board(B1=0, W1=6), (1 - 4) / 4), (board(B1=0, W1=24), 0),
    (board(B1=0, B6=12, W1=24), (4 - (1 * 4 + 5 * 2) / 6) / 4),
])
def test_the_estimate_is_the_difference_of_the_mean_distances(squares: str, estimate: float) -> None:
    """The mean over the six rolls of the nearest movable cube's distance, White's minus Black's, over 4."""
    assert EinStein.from_text(f"{squares} Black to roll").evaluate() == pytest.approx(estimate)


@pytest.mark.parametrize(("end", "move"), [("to roll", 1.0), ("to roll", True), ("to roll", (1, "down")),
                                           ("rolled 1", 1), ("rolled 1", (2, "down")), ("rolled 1", (1, "up"))])
def test_an_illegal_move_or_roll_is_refused(end: str, move: Any) -> None:
    """A roll is an int from 1 to 6, and a move one of those that the roll allows."""
    game = EinStein.from_text(f"{board(B1=0, B2=1, W1=24)} Black {end}")
    with pytest.raises(IllegalMove, match="is not a move here"):
        game.play(move)


def test_the_race_of_two_single_cubes_is_won_by_who_begins() -> None:
    """With one cube a side in the corners every roll moves it, and the first to move arrives first."""
    for start in load("einstein")["starts"]:
        assert exact(EinStein.from_text(start["text"]), {}) == pytest.approx(start["value"])


def test_solved_endings_have_their_values() -> None:
    """Each move of 80 endings is worth what two programs found, and so is the position before the roll."""
    table: dict[Hashable, Number] = {}
    for position in load("einstein")["positions"]:
        game = EinStein.from_text(position["text"])
        assert exact(game, table) == pytest.approx(position["value"])
        values = {f"{cube} {direction}": value for (cube, direction), value in worth(game, table).items()}
        assert values == pytest.approx(position["worth"])
        before = EinStein.from_text(position["text"].rsplit(" ", 2)[0] + " to roll")
        assert exact(before, table) == pytest.approx(position["before_the_roll"])
