"""A position as the page holds it: a game, a start, a seed and the moves since, which the server replays."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from games import GAMES, Game, Player
from kibitz.play.boards import board_of, keys_of
from kibitz.play.labels import code_of, result_of, short_of, style_of, words_of
from kibitz.watch.watched import choices_of

MOST_MOVES = 2000


class Refused(ValueError):
    """What the page asked for cannot be; the message is a sentence for people."""


@dataclass(frozen=True)
class Position:
    """A game replayed.

    Attributes:
        name, start, seed: which game, from which start, with which dice.
        codes: the moves since the start.
        game: the position they lead to.
        said: each move as (whose turn it was, who that is, short form, words).
        before: the text of the position before the last player's move, "" where there was none.
        passed: who had to pass after the last move, "" where nobody had.
    """

    name: str
    start: str
    seed: int
    codes: tuple[str, ...]
    game: Game
    said: tuple[tuple[str, str, str, str], ...]
    before: str
    passed: str


def position_of(data: Any) -> Position:
    """Replay {"game", "start", "seed", "moves"}.

    Raises:
        Refused: a name is not on the lists, or a move is not legal where it stands.
    """
    if not isinstance(data, dict) or data.get("game") not in GAMES:
        raise Refused(f"there is no such game; there are {', '.join(GAMES)}")
    name = data["game"]
    starts = style_of(name).starts
    start = data.get("start") or next(iter(starts))
    seed, codes = data.get("seed", 0), data.get("moves", [])
    if not isinstance(start, str) or start not in starts:
        raise Refused(f"{style_of(name).title} has no such start; it has {', '.join(starts)}")
    if type(seed) is not int or not 0 <= seed < 10**9:
        raise Refused("the seed of the dice is a whole number from 0 to 999999999")
    if not isinstance(codes, list) or len(codes) > MOST_MOVES or not all(isinstance(code, str) for code in codes):
        raise Refused(f"the moves are a list of at most {MOST_MOVES} texts")
    return _replayed(name, start, seed, codes)


def _replayed(name: str, start: str, seed: int, codes: list[str]) -> Position:
    game, style = style_of(name).starts[start](seed), style_of(name)
    said, before, passed = [], "", ""
    for number, code in enumerate(codes, 1):
        move = _move(game, code, number)
        who, was = game.turn, str(game)
        said.append((str(who), style.side(who), short_of(name, move), words_of(name, game, move)))
        game.play(move)
        before = before if who is Player.CHANCE else was
        same = name == "othello" and not game.is_terminal() and game.turn is who
        passed = style.side(Player.MIN if who is Player.MAX else Player.MAX) if same else ""
    return Position(name, start, seed, tuple(codes), game, tuple(said), before, passed)


def _move(game: Game, code: str, number: int) -> Any:
    for move in choices_of(game):
        if code_of(move) == code:
            return move
    why = "the game is over before it" if game.is_terminal() else "it is not legal there"
    raise Refused(f"move {number} of the list, {code[:40]!r}, cannot be played: {why}")


def rolled(position: Position) -> Any:
    """Return the outcome that the seed's dice give at a chance node: the same each time it is asked at this ply."""
    dice = random.Random(f"{position.seed}:{len(position.codes)}")
    outcomes = position.game.chance_outcomes()
    return dice.choices([outcome for outcome, _ in outcomes], [weight for _, weight in outcomes])[0]


def random_move(position: Position) -> str:
    """Return a legal move drawn from the seed, for a search that gives none."""
    moves = position.game.legal_moves()
    return code_of(random.Random(f"{position.seed}:{len(position.codes)}:move").choice(moves))


def view(position: Position) -> dict[str, Any]:
    """Return the position as the page shows it."""
    game, name = position.game, position.name
    finished = game.is_terminal()
    chance = not finished and game.turn is Player.CHANCE
    return {
        "game": name,
        "start": position.start,
        "seed": position.seed,
        "moves": list(position.codes),
        "said": [dict(zip(("turn", "who", "short", "words"), move)) for move in position.said],
        "turn": None if finished else str(game.turn),
        "finished": finished,
        "status": _status(position),
        "board": board_of(name, game, position.before),
        "text": str(game),
        "keys": keys_of(name, game),
        "choices": []
        if finished or chance
        else [
            {"code": code_of(move), "short": short_of(name, move), "words": words_of(name, game, move)}
            for move in game.legal_moves()
        ],
        "chance": _chance(position) if chance else None,
    }


def _status(position: Position) -> str:
    """Return who is to move, or how it ended, in a sentence."""
    game, style = position.game, style_of(position.name)
    if game.is_terminal():
        return f"The game is over. {result_of(position.name, game)}"
    if game.turn is Player.CHANCE:
        return "The die is to be rolled."
    passed = f"{position.passed} has no move and passes. " if position.passed else ""
    return f"{passed}{style.side(game.turn)} to move."


def _chance(position: Position) -> dict[str, Any]:
    outcomes = position.game.chance_outcomes()
    outcome = rolled(position)
    weight = dict(outcomes)[outcome]
    odds = ", ".join(f"{code_of(each)}: {_odds(chance)}" for each, chance in outcomes)
    return {
        "code": code_of(outcome),
        "words": f"{words_of(position.name, position.game, outcome)} ({_odds(weight)})",
        "odds": odds,
    }


def _odds(weight: float) -> str:
    """Return a probability as people say it: "1 in 6"."""
    return f"1 in {round(1 / weight)}" if abs(1 / weight - round(1 / weight)) < 1e-9 else f"{weight:.3g}"
