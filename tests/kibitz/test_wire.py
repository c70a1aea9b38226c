"""What travels between the judge and a student's process: exact, and nothing else."""
from __future__ import annotations

from fractions import Fraction
from math import inf, nan
from typing import Any

import pytest

from games.connect_four import ConnectFour
from games.graph import GraphGame
from games.tree import CHANCE, MAX, MIN, TreeGame
from kibitz.watch.wire import WireError, answer_to_json, game_from_json, game_to_json, number_from_json, number_to_json


class Liar(float):
    """Compares equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


@pytest.mark.parametrize("value", [0, -3, 2**70, 0.1, -1e300, inf, -inf, Fraction(1, 3)])
def test_numbers_travel_exactly(value: Any) -> None:
    """What is read back is the same number of the same type."""
    back = number_from_json(number_to_json(value))
    assert back == value
    assert type(back) is type(value)


@pytest.mark.parametrize("value", [True, None, "3", (1, 2), [1], nan, 1j, 2**9000])
def test_what_is_no_number_is_not_taken_for_one(value: Any) -> None:
    """A bool, None, a string, a pair, nan or an endless int become a description of themselves."""
    data = answer_to_json(value)
    assert set(data) == {"type", "repr"}
    with pytest.raises(WireError):
        number_from_json(data)


def test_a_subclass_is_reduced_to_the_plain_number() -> None:
    """Whatever its methods claim, only the float inside travels."""
    data = answer_to_json(Liar(2.5))
    assert type(data) is float
    assert data == 2.5


@pytest.mark.parametrize("data", [True, None, "inf", {"float": "nan"}, {"fraction": "1/0"}, {"fraction": "1"}, {"float": 1}, [], {}])
def test_a_forged_number_is_refused(data: object) -> None:
    """Only the documented forms are read."""
    with pytest.raises(WireError):
        number_from_json(data)


@pytest.mark.parametrize("game", [
    TreeGame(MAX(MIN(3, Fraction(1, 2)), CHANCE((0.25, 1), (0.75, MIN(2, estimate=9))))),
    ConnectFour.from_moves("4455"),
    GraphGame([{"turn": "MAX", "to": [1, 2]}, {"turn": "MIN", "to": [2]}, {"value": 5}], opaque_moves=True),
])
def test_positions_travel(game: Any) -> None:
    """What is read back is the same position."""
    back = game_from_json(game_to_json(game))
    assert repr(back) == repr(game)
    assert back.key() == game.key()
