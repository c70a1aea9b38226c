"""Pig: its rules, and the published chances of best play by value iteration over the game's own rules."""
from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pytest

from games.game import IllegalMove, Player
from games.pig import Pig
from tests.games.known import load

MAX, MIN, CHANCE = Player.MAX, Player.MIN, Player.CHANCE


def played(text: str, *moves: Any) -> str:
    game = Pig.from_text(text)
    for move in moves:
        game.play(move)
    return str(game)


@pytest.mark.parametrize(("text", "moves", "expected"), [
    ("0:0 of 100, MAX to move with 0 this turn", ["roll"], "0:0 of 100, MAX rolls with 0 this turn"),
    ("9:7 of 100, MIN rolls with 4 this turn", [6], "9:7 of 100, MIN to move with 10 this turn"),
    ("9:7 of 100, MIN rolls with 4 this turn", [1], "9:7 of 100, MAX to move with 0 this turn"),
    ("9:7 of 100, MIN to move with 4 this turn", ["hold"], "9:11 of 100, MAX to move with 0 this turn"),
    ("9:7 of 100, MAX to move with 4 this turn", ["hold"], "13:7 of 100, MIN to move with 0 this turn"),
    ("9:7 of 100, MAX to move with 0 this turn", ["hold"], "9:7 of 100, MIN to move with 0 this turn"),
    ("9:7 of 12, MAX to move with 3 this turn", ["hold"], "12:7 of 12, game over"),
    ("9:7 of 12, MIN to move with 9 this turn", ["hold"], "9:16 of 12, game over"),
])
def test_a_turn_goes_on_until_a_1_or_a_hold(text: str, moves: list[Any], expected: str) -> None:
    """A 1 loses the turn total, a hold keeps it; both end the turn."""
    assert played(text, *moves) == expected


def test_with_the_goal_in_hand_one_can_only_hold() -> None:
    """Score and turn total together reach the goal: rolling on is no move."""
    game = Pig.from_text("93:0 of 100, MAX to move with 7 this turn")
    assert game.legal_moves() == ["hold"]
    with pytest.raises(IllegalMove, match="'roll' is not a move here"):
        game.play("roll")
    assert Pig.from_text("93:0 of 100, MAX to move with 6 this turn").legal_moves() == ["roll", "hold"]


@pytest.mark.parametrize(("text", "utility"), [("100:99 of 100, game over", 1), ("0:105 of 100, game over", -1)])
def test_who_reaches_the_goal_wins(text: str, utility: int) -> None:
    """There are no draws, and it does not matter by how much."""
    assert Pig.from_text(text).utility() == utility


@pytest.mark.parametrize(("text", "message"), [
    ("", "is like"), ("0:0 of 100, MAX to roll with 0 this turn", "is like"), ("0:0 of 100", "is like"),
    ("0:0 of 100, game over", "do not agree"), ("100:0 of 100, MIN to move with 0 this turn", "do not agree"),
    ("100:100 of 100, game over", "no game"), ("106:0 of 100, game over", "no game"),
    ("0:0 of 100, MAX to move with 1 this turn", "no turn"), ("99:0 of 100, MAX to move with 7 this turn", "no turn"),
    ("99:0 of 100, MAX rolls with 2 this turn", "no turn"), ("0:0 of 0, game over", "goal"),
])
def test_a_text_that_no_game_reaches_is_refused(text: str, message: str) -> None:
    """Neither malformed texts nor impossible scores become positions."""
    with pytest.raises(ValueError, match=message):
        Pig.from_text(text)


@pytest.mark.parametrize(("text", "estimate"), [
    ("0:0 of 100, MAX to move with 0 this turn", 0), ("60:40 of 100, MAX to move with 10 this turn", 30 / 101),
    ("60:40 of 100, MIN to move with 30 this turn", -10 / 101), ("99:0 of 100, MAX to move with 6 this turn", 100 / 101),
])
def test_the_estimate_is_the_lead_with_the_turn_total(text: str, estimate: float) -> None:
    """The turn total counts for the player whose turn it is, no further than to the goal."""
    assert Pig.from_text(text).evaluate() == pytest.approx(estimate)


def chances(goal: int, wanted: set[Hashable]) -> dict[Hashable, float]:
    """Return MAX's chance to win at each position wanted, by value iteration over what the game itself allows.

    A turn never lowers a score, so that positions are solved from the highest sum of scores down, each pair of scores
    for itself; within one, a 1 and a hold at 0 lead back and forth, hence the iteration. Of each pair, what others lead
    to is kept: where no turn total has been rolled yet.
    """
    values: dict[Hashable, float] = {}
    for total in range(2 * goal - 2, -1, -1):
        for score in range(max(0, total - goal + 1), min(total, goal - 1) + 1):
            starts = [Pig.from_text(f"{score}:{total - score} of {goal}, {player} to move with 0 this turn")
                      for player in (MAX, MIN)]
            found: dict[Hashable, Any] = {}
            for game in starts:
                follow(game, found, values)
            solved = iterate(starts[0].key(), found, values)
            kept = wanted | {game.key() for game in starts}
            values |= {key: value for key, value in solved.items() if key in kept}
    return values


def follow(game: Pig, found: dict[Hashable, Any], values: dict[Hashable, float]) -> Hashable:
    """Note who chooses at each position from here that has no value, and where to with which probability; last come first."""
    key = game.key()
    if key in found or key in values:
        return key
    if game.is_terminal():
        values[key] = (game.utility() + 1) / 2
        return key
    turn = game.turn
    to: list[tuple[float, Hashable]] = []
    found[key] = turn, to
    for move, probability in game.chance_outcomes() if turn is CHANCE else [(move, 1.0) for move in game.legal_moves()]:
        game.play(move)
        to.append((probability, follow(game, found, values)))
        game.undo()
    found[key] = found.pop(key)
    return key


def iterate(start: Hashable, found: dict[Hashable, Any], values: dict[Hashable, float]) -> dict[Hashable, float]:
    """Return the values of the positions found, given those of the positions that they lead out to.

    All ways back lead through the `start`: its value is guessed, one pass gives those of the others and its own. While the choices
    stay what they are, that is a straight line over the guess, so that two passes tell where it would confirm the guess.
    """
    known = dict.fromkeys(found, 0.5)
    steps = [(key, turn, [(probability, known if other in known else values, other) for probability, other in to])
             for key, (turn, to) in found.items()]

    def passed(guess: float) -> float:
        known[start] = guess
        for key, turn, to in steps:
            after = [probability * table[other] for probability, table, other in to]
            known[key] = sum(after) if turn is CHANCE else max(after) if turn is MAX else min(after)
        return known[start]

    guess, once = 0.5, passed(0.5)
    while abs(once - guess) > 1e-13:
        slope = (passed(once) - once) / (once - guess)
        guess += (once - guess) / (1 - slope)
        once = passed(guess)
    return known


def check_chances(goal: int) -> int:
    listed = [position for position in load("pig")["positions"] if f" of {goal}," in position["text"]]
    games = [Pig.from_text(text) for position in listed for text in (position["text"], mirror(position["text"]))]
    after = [[after_move(game, move) for move in game.legal_moves()] for game in games]
    values = chances(goal, {key for keys in after for key in keys} | {game.key() for game in games})
    for position, game, mirrored, keys in zip(listed, games[::2], games[1::2], after[::2]):
        assert values[game.key()] == pytest.approx(position["wins"], abs=1e-9)
        assert 1 - values[mirrored.key()] == pytest.approx(position["wins"], abs=1e-9)
        best = keys[game.legal_moves().index(position["best"])]
        assert values[best] == pytest.approx(max(values[key] for key in keys), abs=1e-9)
    return len(listed)


def after_move(game: Pig, move: str) -> Hashable:
    game.play(move)
    key = game.key()
    game.undo()
    return key


def mirror(text: str) -> str:
    scores, rest = text.split(" ", 1)
    return ":".join(reversed(scores.split(":"))) + " " + rest.replace("MAX", "MIN")


@pytest.mark.parametrize(("goal", "listed"), [(10, 12), (20, 72)])
def test_best_play_wins_as_often_as_it_should(goal: int, listed: int) -> None:
    """Value iteration over play and undo finds the listed chances, for both players alike."""
    assert check_chances(goal) == listed


@pytest.mark.soak
def test_best_play_to_100_wins_as_often_as_published() -> None:
    """The first player wins 0.5306 of the games, and holds at 21 at 0-0."""
    assert check_chances(100) == 10
