"""What games/game.py promises, as a machine that Hypothesis drives through any game.

`contract(start)` is the unittest case for the game that `start()` makes:

    class TestMyGame(contract(MyGame)): ...

test_contract.py runs it over all of `games.GAMES`, so that a new game needs no test of its own for this.
"""
from __future__ import annotations

import json
import random
from collections.abc import Callable, Hashable
from copy import copy, deepcopy
from functools import partial
from typing import Any
from unittest import TestCase

import hypothesis.strategies as st
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import games
import games.graph
import games.tree
from games.game import (
    FinishedPosition,
    Game,
    GameError,
    IllegalMove,
    NothingToUndo,
    Player,
    UnfinishedPosition,
    WrongTurn,
)

LONGEST_WALK = 200  # some games have no bound
JUNK: list[Any] = [None, "no such move", -1, 10**6, 0.5, (), (0, "nowhere"), [], {}]
NAMES = {**vars(games), **vars(games.graph), **vars(games.tree)}


def options(game: Game) -> list[Any]:
    """Return what can be played here: moves, outcomes, or nothing."""
    if game.is_terminal():
        return []
    if game.turn is Player.CHANCE:
        return [outcome for outcome, _ in game.chance_outcomes()]
    return game.legal_moves()


def view(game: Game) -> dict[str, Any]:
    """Return everything that a position tells, to be compared."""
    seen: dict[str, Any] = {"repr": repr(game), "str": str(game), "key": game.key(), "over": game.is_terminal()}
    if seen["over"]:
        return seen | {"utility": game.utility()}
    seen |= {"turn": game.turn, "estimate": game.evaluate()}
    if game.turn is Player.CHANCE:
        return seen | {"outcomes": game.chance_outcomes()}
    return seen | {"moves": game.legal_moves()}


def future(game: Game) -> dict[str, Any]:
    """Return what two positions of equal keys have in common: all but how they are written."""
    return {name: value for name, value in view(game).items() if name not in ("repr", "str")}


def walk(game: Game, dice: random.Random) -> int:
    """Play random moves to the end, or as far as a test can go; return how many."""
    for plies in range(LONGEST_WALK):
        if game.is_terminal():
            return plies
        found = options(game)
        assert found, "there are moves just where the game is not over"
        game.play(dice.choice(found))
    return LONGEST_WALK


def raised(call: Callable[[], object]) -> type[Exception] | None:
    """Return the class of the error by which the game refuses the call; any other error is a failure."""
    try:
        call()
    except GameError as error:
        return type(error)
    return None


def check_position(game: Game, scale: tuple[float, float]) -> None:
    """Assert what holds at every single position; `scale` is the (worst, best) utility of the game."""
    before = view(game)
    check_options(game)
    assert view(game) == before, "a question changed the position"
    worst, best = scale
    if game.is_terminal():
        assert worst <= game.utility() <= best, "a utility beyond the scale"
    else:
        assert worst < game.evaluate() < best, "a sure win must beat any estimate"
    check_refusals(game)
    assert isinstance(game.turn, Player), "turn must be a Player, also where the game is over"
    hash(game.key())
    pasted = eval(repr(game), dict(NAMES) | {type(game).__name__: type(game)})
    assert view(pasted) == before, "repr must be the expression that makes the position"
    assert view(game) == before, "a question changed the position"


def check_options(game: Game) -> None:
    """Assert that there is something to play just where the game goes on, and that it can be told apart."""
    found = options(game)
    assert bool(found) != game.is_terminal(), "there are moves just where the game is not over"
    assert len(set(found)) == len(found) and None not in found, "moves differ, and none is None"
    for fresh in (game.legal_moves, game.chance_outcomes):
        if raised(fresh) is None:
            answer: list[Any] = fresh()
            assert type(answer) is list
            answer.clear()
            assert fresh(), "the caller may change the list, which must be a fresh one"
    if not game.is_terminal() and game.turn is Player.CHANCE:
        chances = [probability for _, probability in game.chance_outcomes()]
        assert all(0 < probability <= 1 for probability in chances), "a probability lies above 0, up to 1"
        assert abs(sum(chances) - 1) < 1e-9, "the probabilities must sum to 1"


def check_refusals(game: Game) -> None:
    """Assert that what the interface forbids here raises what it documents, and changes nothing."""
    over, chance = game.is_terminal(), game.turn is Player.CHANCE
    found, finished = options(game), FinishedPosition
    wanted: list[tuple[str, Callable[[], object], type[GameError] | None]] = [
        ("utility()", game.utility, None if over else UnfinishedPosition),
        ("evaluate()", game.evaluate, finished if over else None),
        ("legal_moves()", game.legal_moves, finished if over else WrongTurn if chance else None),
        ("chance_outcomes()", game.chance_outcomes, finished if over else None if chance else WrongTurn),
        *((f"play({junk!r})", partial(game.play, junk), finished if over else IllegalMove)
          for junk in JUNK if junk not in found)]
    for name, call, error in wanted:
        answer = raised(call)
        assert answer is error, f"{name} must raise {error}, not {answer}, at {game!r}"


def check_text(game: Game) -> None:
    """Assert that the position can be sent to another process as text, and its moves as JSON."""
    again = type(game).from_text(str(game))
    assert (view(again), again.turn) == (view(game), game.turn), "from_text must read back what str wrote"
    for move in options(game):
        sent = json.loads(json.dumps(move))
        assert (tuple(sent) if isinstance(sent, list) else sent) == move, "JSON must be able to hold a move"


def contract(start: Callable[[], Game], scale: tuple[float, float] = (-1, 1), text: bool = True,
             examples: int = 25, shrink: bool = True) -> type[TestCase]:
    """Return the test case that plays a game at random and checks the contract at every position.

    Args:
        start: makes the game; the class itself, if it needs no argument.
        scale: the worst and the best utility of the game.
        text: whether the game reads its own text back.
        examples: how many games to play.
        shrink: whether to look for the shortest way to a failure.
    """

    class Contract(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.game = start()
            self.past: list[dict[str, Any]] = []
            self.futures: dict[Hashable, dict[str, Any]] = {}

        @initialize(seed=st.integers(0, 2**32), back=st.integers(0, 12))
        def begin_some_plies_before_an_end(self, seed: int, back: int) -> None:
            plies = walk(self.game, random.Random(seed))
            for _ in range(min(plies, back)):
                self.game.undo()
            self.hidden = max(plies - back, 0)

        @precondition(lambda self: not self.game.is_terminal())
        @rule(data=st.data())
        def play(self, data: st.DataObject) -> None:
            self.past.append(view(self.game))
            found = options(self.game)
            self.game.play(found[data.draw(st.integers(0, len(found) - 1))])

        @precondition(lambda self: self.past)
        @rule()
        def undo(self) -> None:
            self.game.undo()
            assert view(self.game) == self.past.pop(), "undo must bring back all that play changed"

        @rule(duplicate=st.sampled_from([copy, deepcopy]), seed=st.integers(0, 2**32))
        def go_on_with_a_copy(self, duplicate: Callable[[Game], Game], seed: int) -> None:
            before = view(self.game)
            other = duplicate(self.game)
            assert other is not self.game, "a copy must be another object"
            assert view(other) == before, "a copy must be the same position"
            walk(self.game, random.Random(seed))
            assert view(other) == before, "playing a game must not change its copy"
            self.game = other

        @rule()
        def take_everything_back(self) -> None:
            other = deepcopy(self.game)
            assert other is not self.game, "a copy must be another object"
            for _ in range(self.hidden + len(self.past)):
                other.undo()
            assert view(other) == view(start()), "undo must lead back to the start"
            assert raised(other.undo) is NothingToUndo
            assert view(other) == view(start()), "an undo that is refused must change nothing"

        @invariant()
        def the_contract_holds(self) -> None:
            check_position(self.game, scale)
            if text:
                check_text(self.game)
            seen = self.futures.setdefault(self.game.key(), future(self.game))
            assert seen == future(self.game), "equal keys must have equal futures"

    Contract.TestCase.settings = settings(max_examples=examples, stateful_step_count=20, deadline=None,
                                          derandomize=True, database=None, report_multiple_bugs=False,
                                          phases=[Phase.generate, Phase.shrink] if shrink else [Phase.generate],
                                          suppress_health_check=list(HealthCheck))
    case: type[TestCase] = Contract.TestCase
    return case


def check_keys(start: Callable[[], Game], walks: int, seed: int = 5) -> None:
    """Assert, over random games, that equal keys have equal futures: the same moves to the same keys."""
    dice = random.Random(seed)
    futures: dict[Hashable, tuple[dict[str, Any], list[Hashable]]] = {}
    for _ in range(walks):
        game = start()
        for _ in range(LONGEST_WALK):
            after = []
            for move in options(game):
                game.play(move)
                after.append(game.key())
                game.undo()
            seen = futures.setdefault(game.key(), (future(game), after))
            assert seen == (future(game), after), f"equal keys must have equal futures: {game!r}"
            if game.is_terminal():
                break
            game.play(dice.choice(options(game)))


__all__ = ["check_keys", "check_position", "check_text", "contract", "future", "options", "raised", "view",
           "walk"]
