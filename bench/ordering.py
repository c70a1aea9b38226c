"""What each idea about the order of moves saves, in positions visited; and all of them against OpenSpiel's alpha-beta, in time.

    PYTHONPATH=starter:. python -m bench.ordering [--write] [--openspiel]

--write stores the counts for the handout; they are the same on every machine. --openspiel needs open-spiel==2.0.2.
"""
from __future__ import annotations

import importlib
import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assignment.counted import Counted
from assignment.whole import whole, worst_order
from assignment.zips import put
from games.connect_four import ConnectFour, fours_in
from games.einstein import EinStein
from games.game import Game
from games.othello import Othello
from solution.ordering import ALL, STAGES, Search
from solution.search import expectimax

STORED = Path(__file__).resolve().parent.parent / "assignment" / "ordering.json"
YARDSTICK = 7**4 + 7**4 - 1  #: leaves of Knuth and Moore's minimal tree for seven moves at each of eight plies
OPENING, DEPTH, DEEPER = "44444", 8, 10


@dataclass(frozen=True)
class Measured:
    """A position on which every stage is measured; `rolls`: it has chance nodes, so no minimal tree is known."""

    name: str
    game: Game
    depth: int
    rolls: bool = False


GAMES = (
    Measured("Connect Four after 44444", ConnectFour.from_moves(OPENING), DEPTH),
    Measured("Othello, the start", Othello(), 8),
    Measured("EinStein in the middle", EinStein.from_text(
        ". B1 . B3 . B4 B5 . . . . B6 . W2 W6 . . W3 . W4 . . . . . Black rolled 6"), 5, rolls=True),
)


def table() -> dict[str, Any]:
    """Return the counts as they are stored: for each game the whole tree and the minimal one, and visits by stage."""
    return {
        "games": [{"name": one.name, "depth": one.depth, **_sizes(one)} for one in GAMES],
        "stages": [{"name": name, "visits": [counted(one, Search(ideas).value).plays for one in GAMES]} for name, ideas in STAGES.items()],
    }


def _sizes(one: Measured) -> dict[str, int | None]:
    if one.rolls:
        return {"all": counted(one, expectimax).plays, "worst": None, "least": None}
    found = whole(one.game, one.depth)
    return {"all": found.visits, "worst": worst_order(one.game, one.depth), "least": found.least}


def counted(one: Measured, search: Callable[[Game, int], Any]) -> Counted:
    """Run a search and return its game with the counts."""
    game = Counted(one.game)
    search(game, one.depth)
    return game


def as_text(data: dict[str, Any]) -> str:
    """Return the table for a terminal."""
    rows = [("no cut: minimax", [game["all"] for game in data["games"]]), ("worst order", [game["worst"] for game in data["games"]]),
            *((row["name"], row["visits"]) for row in data["stages"]), ("minimal tree", [game["least"] for game in data["games"]])]
    lines = [" " * 24 + "".join(f"{game['name'] + ', ' + str(game['depth']):>32}" for game in data["games"])]
    for name, visits in rows:
        cells = [f"{count:>22,}{count ** (1 / game['depth']):>10.2f}" if count else f"{'-':>32}"
                 for count, game in zip(visits, data["games"])]
        lines.append(f"{name:<24}" + "".join(cells))
    return "\n".join([*lines, "Plays, and the branching factor b for which b^depth is that many."])


def leaves_with_everything() -> int:
    """Return the leaves and estimates that the reference with everything on reads on Connect Four, shallower searches included."""
    return counted(GAMES[0], Search(ALL).value).reads


@dataclass(frozen=True)
class Duel:
    """Two searches of one position: their values, and CPU seconds."""

    values: tuple[float, float]
    seconds: tuple[float, float]


def against_openspiel(depth: int = DEEPER) -> Duel:
    """Run the reference with everything on, and OpenSpiel's alpha_beta_search in its own order, with the same evaluation."""
    pyspiel, minimax = importlib.import_module("pyspiel"), importlib.import_module("open_spiel.python.algorithms.minimax")
    state = pyspiel.load_game("connect_four").new_initial_state()
    for column in OPENING:
        state.apply_action(int(column) - 1)
    game = ConnectFour.from_moves(OPENING)
    ours, our_s = _timed(lambda: Search(ALL).value(game, depth))
    theirs, their_s = _timed(lambda: minimax.alpha_beta_search(state.get_game(), state, _evaluate, depth, 0)[0])
    return Duel((ours, theirs), (our_s, their_s))


def _evaluate(state: Any) -> float:
    """Evaluate OpenSpiel's state as games.connect_four does, from the moves that led to it."""
    from games.connect_four import BOARD, COLUMNS, LINES

    sides = [0, 0]
    for index, column in enumerate(state.history()):
        bottom, squares = COLUMNS[column]
        sides[index & 1] |= (sides[0] | sides[1]) + bottom & squares
    x, o = (sum(starts.bit_count() for starts in fours_in(BOARD & ~other)) for other in (sides[1], sides[0]))
    return (x - o) / (LINES + 1)


def _timed(run: Callable[[], float]) -> tuple[float, float]:
    started = time.process_time()
    value = run()
    return value, time.process_time() - started


def main() -> None:
    data = table()
    print(as_text(data))
    reads = leaves_with_everything()
    print(f"With everything on, {GAMES[0].name} at depth {DEPTH}: {reads:,} leaves, {reads / YARDSTICK:.2f} times 7^4 + 7^4 - 1")
    if "--write" in sys.argv:
        put(STORED, as_bytes(data))
    if "--openspiel" in sys.argv:
        duel = against_openspiel()
        print(f"Depth {DEEPER}: everything on {duel.seconds[0]:.2f} s, OpenSpiel's alpha_beta_search {duel.seconds[1]:.2f} s; "
              f"values {duel.values[0]:.6f} and {duel.values[1]:.6f}")


def as_bytes(data: dict[str, Any]) -> bytes:
    """Return the counts as they are stored."""
    return (json.dumps({"made_by": "python -m bench.ordering --write", **data}, indent=1) + "\n").encode()


if __name__ == "__main__":
    main()
