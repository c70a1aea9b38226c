"""Known answers, and the plain means to compare a game with them."""
from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

from games.game import Game, Number, Player
from tests.games.contract import options

DATA = Path(__file__).parent / "data"


def load(name: str) -> Any:
    """Return what data/<name>.json holds."""
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


def sequences(game: Game, plies: int) -> int:
    """Return how many sequences of so many plies there are (perft): the game is the same again afterwards."""
    if plies == 0:
        return 1
    count = 0
    for move in options(game):
        game.play(move)
        count += sequences(game, plies - 1)
        game.undo()
    return count


def positions(game: Game, plies: int) -> int:
    """Return how many different positions there are after so many plies."""
    layer = {game.key(): deepcopy(game)}
    for _ in range(plies):
        layer = {after.key(): after for before in layer.values() for after in children(before)}
    return len(layer)


def children(game: Game) -> Iterator[Game]:
    """Yield the positions one ply on, each as an object of its own."""
    for move in options(game):
        child = deepcopy(game)
        child.play(move)
        yield child


def exact(game: Game, table: dict[Hashable, Number]) -> Number:
    """Return the value of a position with best play to the end, from MAX's point of view; `table` keeps all values."""
    key = game.key()
    if key not in table:
        if game.is_terminal():
            table[key] = game.utility()
        elif game.turn is Player.CHANCE:
            table[key] = sum(chance * after(game, outcome, table) for outcome, chance in game.chance_outcomes())
        else:
            best: Callable[..., Number] = max if game.turn is Player.MAX else min
            table[key] = best([after(game, move, table) for move in game.legal_moves()])
    return table[key]


def after(game: Game, move: Any, table: dict[Hashable, Number]) -> Number:
    """Return the exact value of a move."""
    game.play(move)
    value = exact(game, table)
    game.undo()
    return value


def worth(game: Game, table: dict[Hashable, Number]) -> dict[Any, Number]:
    """Return the exact value of each move."""
    return {move: after(game, move, table) for move in game.legal_moves()}
