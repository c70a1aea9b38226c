"""What the page and the terminal know about each game: titles, sides, starts, and moves in words.

A game that is not listed in STYLES can be played too: it shows its text, and its moves as they print.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from games import GAMES, Game, Number, Player
from games.connect_four import ConnectFour
from games.einstein import EinStein
from games.othello import Othello
from games.pig import Pig
from games.tictactoe import TicTacToe


@dataclass(frozen=True)
class Style:
    """How one game is shown.

    Attributes:
        title: its name for people.
        sides: what MAX and MIN are called.
        starts: where a game may begin, by the name shown; each maker is given the seed.
        algorithms: the searches that fit the game, the first one chosen at the beginning.
        depth, deepest: plies, at the beginning and at most.
    """

    title: str
    sides: tuple[str, str]
    starts: dict[str, Callable[[int], Game]] = field(default_factory=dict)
    algorithms: tuple[str, ...] = ("alphabeta", "minimax")
    depth: int = 4
    deepest: int = 8

    def side(self, player: Player) -> str:
        """Return what a player is called, with the player's name: "X (MAX)"."""
        if player is Player.CHANCE:
            return "the die"
        name = self.sides[0 if player is Player.MAX else 1]
        return name if name == player else f"{name} ({player})"


DICE = ("expectimax",)
STYLES = {
    "tictactoe": Style("Tic-tac-toe", ("X", "O"), {"empty": lambda seed: TicTacToe()}, depth=5, deepest=9),
    "connect_four": Style("Connect Four", ("X", "O"), {"empty": lambda seed: ConnectFour()}),
    "othello": Style(
        "Othello",
        ("X", "O"),
        {f"{size}x{size}": partial(lambda size, seed: Othello(size), size) for size in (8, 6, 4)},
        depth=3,
        deepest=7,
    ),
    "pig": Style(
        "Pig",
        ("MAX", "MIN"),
        {f"to {goal}": partial(lambda goal, seed: Pig(goal), goal) for goal in (100, 50, 20)},
        DICE,
        4,
        7,
    ),
    "einstein": Style(
        "EinStein", ("Black", "White"), {"fixed": lambda seed: EinStein(), "shuffled": EinStein}, DICE, 3, 5
    ),
}


def style_of(name: str) -> Style:
    """Return how a game is shown, be it listed or not."""
    return STYLES.get(name) or Style(
        name, ("MAX", "MIN"), {"start": lambda seed: GAMES[name]()}, ("minimax", "alphabeta", *DICE)
    )


def code_of(move: Any) -> str:
    """Return a move as it stands in an address: column 0 is "0", (3, "diagonal") is "3-diagonal"."""
    return "-".join(str(part) for part in move) if isinstance(move, tuple) else str(move)


def short_of(name: str, move: Any) -> str:
    """Return a move in as few letters as people need: squares and columns counted from 1."""
    if name in ("tictactoe", "connect_four") and isinstance(move, int):
        return str(move + 1)
    return code_of(move).replace("-", " ")


def words_of(name: str, game: Game, move: Any) -> str:
    """Return a move in words; the game is left as it was."""
    if game.turn is Player.CHANCE:
        return f"the die shows {move}"
    if name == "tictactoe":
        return f"square {move + 1}"
    if name == "connect_four":
        return f"column {move + 1}"
    if name == "othello":
        return f"{move}, turns {_turned(game, move)}"
    if name == "pig":
        return "roll the die" if move == "roll" else "hold, keep the turn total"
    if name == "einstein":
        return f"cube {move[0]} {move[1]}"
    return short_of(name, move)


def _turned(game: Game, move: Any) -> int:
    """Return how many discs an Othello move turns: what the mover has more of afterwards, without the new disc."""
    disc = "X" if game.turn is Player.MAX else "O"
    before = str(game).split()
    game.play(move)
    after = str(game).split()
    game.undo()
    size = len(before[0])
    return sum(row.count(disc) for row in after[:size]) - sum(row.count(disc) for row in before[:size]) - 1


def result_of(name: str, game: Game) -> str:
    """Return how a finished game ended."""
    value = game.utility()
    if not value:
        return "A draw."
    style = style_of(name)
    winner = style.side(Player.MAX if value > 0 else Player.MIN)
    by = f" by {abs(value)} disc{'s' if abs(value) != 1 else ''}" if name == "othello" else ""
    return f"{winner} wins{by}."


def worth(name: str, value: Number) -> str:
    """Return whom a value is good for."""
    if value == 0:
        return "even"
    return f"good for {style_of(name).sides[0 if value > 0 else 1]}"
