"""Draws the ranked set of extra credit: positions of real games that are neither trivial nor too long, frozen per seed."""
from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from assignment.counted import Counted
from assignment.whole import whole
from assignment.zips import put
from games.connect_four import ConnectFour
from games.game import Game
from games.othello import Othello
from kibitz.extra.case import RankedCase
from kibitz.watch.wire import game_to_json
from solution.ordering import STAGES, Search


@dataclass(frozen=True)
class Kind:
    """Positions of one sort.

    Attributes:
        title: for people.
        game: its class.
        plies: how many random moves lead to one, at least and at most.
        depth: how deep to search; 0: to the end of the game.
        count: how many of them are in the set.
        best: the best utility for MAX; the worst is as far below 0.
        most: moves that may be left in one that is searched to the end.
    """

    title: str
    game: type[Game]
    plies: tuple[int, int]
    depth: int
    count: int
    best: int
    most: int = 0


KINDS = (
    Kind("Connect Four", ConnectFour, (4, 12), 7, 3, 1),
    Kind("Othello", Othello, (6, 30), 5, 3, 64),
    Kind("Connect Four, to the end", ConnectFour, (28, 34), 0, 1, 1, 14),
    Kind("Othello, to the end", Othello, (50, 54), 0, 1, 64, 9),
)
VISITS = (2_000, 40_000)  #: of alpha-beta in the given order: enough to save, and few enough for every machine


def drawn(seed: int, kinds: tuple[Kind, ...] = KINDS, visits: tuple[int, int] = VISITS) -> list[dict[str, Any]]:
    """Return the set as it is stored."""
    return [case for kind in kinds for case in _of_kind(kind, seed, visits)]


def _of_kind(kind: Kind, seed: int, visits: tuple[int, int]) -> Iterator[dict[str, Any]]:
    lot = Random(f"{seed} {kind.title}")
    found = 0
    while found < kind.count:
        game = _position(kind, lot)
        depth = 0 if game is None else kind.depth or _moves_left(game)
        if game is None or not depth or (kind.most and depth > kind.most):
            continue
        if visits[0] <= plain_visits(game, depth) <= visits[1]:
            found += 1
            yield RankedCase("solve", game_to_json(game), depth, note=f"{kind.title} {found}", least=whole(game, depth).least,
                             worst=-kind.best, best=kind.best).to_json()


def _position(kind: Kind, lot: Random) -> Game | None:
    """Return a position after random moves, or None where the game was over before."""
    game = kind.game()
    for _ in range(kind.plies[0] + int(lot.random() * (kind.plies[1] - kind.plies[0] + 1))):
        if game.is_terminal():
            return None
        moves = game.legal_moves()
        game.play(moves[int(lot.random() * len(moves))])
    return None if game.is_terminal() else game


def _moves_left(game: Game) -> int:
    """Return the empty squares: no game of these two is longer."""
    return str(game).partition(" to move")[0].count(".")


def plain_visits(game: Game, depth: int) -> int:
    """Return the plays of alpha-beta in the given order."""
    counted = Counted(game)
    Search(STAGES["plain order"]).value(counted, depth)
    return counted.plays


def update(path: Path, seed: int, redraw: bool = False) -> str:
    """Draw the set where the seed is another one or redrawing is asked for; tell what was done."""
    data = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if data.get("seed") == seed and not redraw:
        return f"{len(data['cases'])} kept"
    cases = drawn(seed)
    put(path, as_bytes(seed, cases))
    return f"{len(cases)} drawn"


def as_bytes(seed: int, cases: list[dict[str, Any]]) -> bytes:
    """Return the set as it is stored: a line for each case."""
    lines = ",\n".join(json.dumps(case) for case in cases)
    return f'{{"seed": {seed}, "cases": [\n{lines}\n]}}\n'.encode()
