"""Tic-tac-toe: its rules, and what has long been counted."""
from __future__ import annotations

from collections.abc import Hashable

import pytest

from games.game import Number
from games.tictactoe import TicTacToe
from tests.games.known import exact, load, positions, sequences


def nodes(game: TicTacToe) -> int:
    count = 1
    if not game.is_terminal():
        for move in game.legal_moves():
            game.play(move)
            count += nodes(game)
            game.undo()
    return count


@pytest.mark.parametrize(("text", "utility"), [
    ("XXX OO. ...", 1), ("XO. XO. X..", 1), ("XO. OX. ..X", 1), ("XX. OOO X..", -1), ("XXO .O. O.X", -1),
    ("XOX XOO OXX", 0), ("XOX OOX XXO", 0), ("XXX XOO OOX", 1),
])
def test_a_line_wins_and_a_full_board_without_one_is_a_draw(text: str, utility: int) -> None:
    """X's line is worth 1, O's -1, and nobody's 0."""
    game = TicTacToe.from_text(text)
    assert game.is_terminal()
    assert game.utility() == utility


@pytest.mark.parametrize(("text", "moves"), [("... ... ...", list(range(9))), ("XX. OO. ...", [2, 5, 6, 7, 8]),
                                             ("XOXOOX.X.", [6, 8]), ("X........", list(range(1, 9)))])
def test_the_moves_are_the_empty_squares_in_order(text: str, moves: list[int]) -> None:
    """Any spacing of the nine squares is understood."""
    assert TicTacToe.from_text(text).legal_moves() == moves


@pytest.mark.parametrize(("text", "message"), [
    ("", "nine of"), ("XX. OO. ..", "nine of"), ("XX. OO. ...,", "nine of"), ("xx. oo. ...", "nine of"),
    ("O.. ... ...", "add up"), ("XXX ... ...", "add up"), ("XX. ... ...", "add up"),
    ("XXX OOO ...", "was over"), ("XXX O.O O..", "was over"), ("XX. OOO XX.", "was over"),
])
def test_a_text_that_no_game_reaches_is_refused(text: str, message: str) -> None:
    """Neither malformed boards nor impossible ones become positions."""
    with pytest.raises(ValueError, match=message):
        TicTacToe.from_text(text)


@pytest.mark.parametrize(("text", "estimate"), [
    ("... ... ...", 0), ("... .X. ...", 4 / 9), ("X.. ... ...", 3 / 9), ("XO. ... ...", 1 / 9), ("O.. .X. ..X", 3 / 9)])
def test_the_estimate_counts_open_lines(text: str, estimate: float) -> None:
    """Lines open to X minus lines open to O, over 9, counted by hand."""
    assert TicTacToe.from_text(text).evaluate() == pytest.approx(estimate)


def test_the_whole_tree_has_the_published_size() -> None:
    """549,946 nodes and 255,168 games, of which 5,478 positions are different."""
    assert nodes(TicTacToe()) == 549_946
    assert sum(positions(TicTacToe(), plies) for plies in range(10)) == 5_478


def test_sequences_of_each_length_are_as_published() -> None:
    """Games end early, so that there are fewer than 9 * 8 * 7 ... from the sixth move on."""
    assert [sequences(TicTacToe(), plies) for plies in range(8)] == [1, 9, 72, 504, 3024, 15120, 54720, 148176]


def test_every_position_has_its_value() -> None:
    """A memoised search of the start evaluates exactly the 5,478 positions, each as listed."""
    listed = load("tictactoe")["positions"]
    expected = {TicTacToe.from_text(text).key(): int(value) for value, texts in listed.items() for text in texts}
    found: dict[Hashable, Number] = {}
    assert exact(TicTacToe(), found) == 0
    assert len(found) == 5_478
    assert found == expected
