"""Every game keeps the contract of games/game.py: whatever games.GAMES lists, by itself."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games import GAMES, Game
from games.game import Player
from games.graph import GraphGame
from games.othello import Othello
from games.pig import Pig
from games.tree import CHANCE, MAX, MIN, TreeGame
from tests.games.contract import check_keys, contract

#: The worst and the best utility of the games where they are not -1 and 1.
SCALES: dict[str, tuple[float, float]] = {"othello": (-64, 64)}

TREE = MAX(MIN(3, CHANCE((0.25, -9), (0.75, MAX(1, 8, estimate=2)))), 7, MAX(MIN(0)))
GRAPH: list[dict[str, Any]] = [
    {"turn": "MAX", "to": [1, 2, 0], "label": "a"},
    {"turn": "MIN", "to": [3, 4], "estimate": 0.5, "label": "a"},
    {"turn": "CHANCE", "to": [3, 4, 0], "weights": [0.5, 0.25, 0.25]},
    {"turn": "MAX", "to": [4, 1], "label": "a"},
    {"value": 2, "label": "end"},
]

#: Games that are not played by name, and the small forms in which more of a game can be seen.
OTHERS: dict[str, tuple[Callable[[], Game], tuple[float, float], bool]] = {
    "tree": (lambda: TreeGame(TREE), (-9, 8), False),
    "graph": (lambda: GraphGame(GRAPH), (-3, 3), False),
    "graph with opaque moves": (lambda: GraphGame(GRAPH, opaque_moves=True), (-3, 3), False),
    "othello 4x4": (lambda: Othello(4), (-16, 16), True),
    "othello 6x6": (lambda: Othello(6), (-36, 36), True),
    "pig to 12": (lambda: Pig(12), (-1, 1), True),
}
ALL = {name: (game, SCALES.get(name, (-1, 1)), True) for name, game in GAMES.items()} | OTHERS


@pytest.mark.parametrize("name", GAMES)
def test_a_game_starts_without_arguments(name: str) -> None:
    """A game that is played by name has a start, and it is not over there."""
    assert not GAMES[name]().is_terminal()  # type: ignore[call-arg, unused-ignore]


def test_no_two_games_share_a_key() -> None:
    """A table kept between calls must not take a position of one game for one of another."""
    keys = [start().key() for start, *_ in ALL.values()]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("name", ALL)
def test_equal_keys_have_equal_futures(name: str) -> None:
    """Positions that look alike to a table have the same moves, to the same positions, for the same player."""
    check_keys(ALL[name][0], walks=40 if name != "othello" else 10)


@pytest.mark.parametrize("name", ALL)
def test_a_game_keeps_the_contract(name: str) -> None:
    """Undo restores everything, copies are independent, questions change nothing, forbidden calls say so."""
    start, scale, text = ALL[name]
    case = contract(start, scale, text)("runTest")
    case.runTest()  # type: ignore[attr-defined]


class Shifty(Pig):
    """A game that breaks the contract in one way at a time."""

    fault = ""

    def undo(self) -> None:
        if self.fault == "undo forgets":
            self._position = self._position._replace(total=0)
        super().undo()
        if self.fault == "undo forgets" and self._position.total > 3:
            self._position = self._position._replace(total=3)

    def evaluate(self) -> float:
        estimate = super().evaluate()
        if self.fault == "estimate too high":
            return estimate * 20
        if self.fault == "question changes":
            self._position = self._position._replace(total=self._position.total + 2)
        return estimate

    def key(self) -> Any:
        return super().key()[:4] if self.fault == "key forgets" else super().key()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = super().chance_outcomes()
        return outcomes[:5] if self.fault == "chances missing" else outcomes

    def play(self, move: Any) -> None:
        if self.fault == "anything goes" and move == "no such move":
            return
        super().play(move)

    def __deepcopy__(self, memo: Any) -> Any:
        if self.fault == "copies share":
            return self
        other = type(self)(self._goal)
        other._position, other._past = self._position, self._past.copy()
        return other

    def __str__(self) -> str:
        return super().__str__().replace("rolls", "to move") if self.fault == "text forgets" else super().__str__()

    def is_terminal(self) -> bool:
        return self.fault != "never over" and super().is_terminal()


@pytest.mark.parametrize(("fault", "message"), [
    ("undo forgets", "undo must"),
    ("estimate too high", "beat any estimate"),
    ("question changes", "change"),
    ("key forgets", "equal keys"),
    ("chances missing", "sum to 1"),
    ("anything goes", "must raise .*, not None"),
    ("copies share", "another object"),
    ("text forgets", "repr must|read back"),
    ("never over", "there are moves just where"),
])
def test_the_contract_notices_a_game_that_breaks_it(fault: str, message: str) -> None:
    """The check itself is checked: each way to break the contract fails it."""
    class Faulty(Shifty):
        def __repr__(self) -> str:
            return super().__repr__().replace("Pig", "Faulty")

    Faulty.fault = fault
    case = contract(lambda: Faulty(20), examples=60, shrink=False)("runTest")
    with pytest.raises((AssertionError, ValueError), match=message):
        case.runTest()  # type: ignore[attr-defined]


def test_the_contract_lets_the_faultless_pass() -> None:
    """The game that is broken above passes where nothing is broken."""
    class Faulty(Shifty):
        def __repr__(self) -> str:
            return super().__repr__().replace("Pig", "Faulty")

    case = contract(lambda: Faulty(20), examples=40)("runTest")
    case.runTest()  # type: ignore[attr-defined]


def test_turn_is_a_player_at_a_finished_position() -> None:
    """Asking whose turn it is never raises; a die can't be rolled when the game is over."""
    assert TreeGame(3).turn in (Player.MAX, Player.MIN)
