"""The probes: for each function a fixed list of small cases on which known mistakes differ from each other.

They are drawn by a plain pseudo-random generator of their own, so that a change of Hypothesis or of the checks' strategies
changes no behaviour that is stored.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from random import Random
from typing import Any

from games.connect_four import ConnectFour
from games.game import Number, Player
from games.tictactoe import TicTacToe
from games.tree import CHANCE, MAX, MIN, Tree, TreeGame
from kibitz.cases.case import Case
from kibitz.watch.wire import game_to_json

Pool = Callable[[Random], Number]
SMALL: Pool = lambda draw: draw.randint(-9, 9)  # noqa: E731
BELOW: Pool = lambda draw: draw.randint(-99, -1)  # noqa: E731
ABOVE: Pool = lambda draw: draw.randint(1, 99)  # noqa: E731
CLOSE: Pool = lambda draw: draw.randint(-4999, 4999) / 1000  # noqa: E731
FEW: Pool = lambda draw: draw.randint(-1, 1)  # noqa: E731
SPLITS = [(1, 1), (1, 3), (1, 19), (9, 1), (2, 3), (1, 2, 5), (1, 30, 1)]


def probe_cases(function: str) -> list[Case]:
    """Return the probes of one function, in the order in which one process runs them."""
    if function == "best_move":
        return _moves()
    cases = _edges(function) + _large(function) + _trees(function) + _cut(function) + _again(function) + _graphs(function)
    return cases + _boards(function) + (_windows() + _near() if function == "alphabeta" else [])


def grown(draw: Random, pool: Pool, levels: int, chance: bool = False, early: float = 0.25, widest: int = 3,
          above: Player | None = None) -> Tree:
    """Return a random tree of at most so many levels; players need not alternate."""
    if levels == 0 or (above is not None and draw.random() < early):
        return pool(draw)
    turn = CHANCE if chance and draw.random() < 0.4 else MAX if draw.random() < 0.5 else MIN
    if turn is CHANCE:
        parts = draw.choice(SPLITS)
        below = [(part / sum(parts), grown(draw, pool, levels - 1, chance, early, widest, turn)) for part in parts]
        return CHANCE(*below, estimate=pool(draw))
    children = [grown(draw, pool, levels - 1, chance, early, widest, turn) for _ in range(draw.randint(1, widest))]
    return turn(*children, estimate=pool(draw))


def _case(function: str, tree: Tree, depth: int, **more: Any) -> Case:
    return Case(function, game_to_json(TreeGame(tree)), depth, **more)


def _edges(function: str) -> list[Case]:
    trees: list[tuple[Tree, int]] = [(3, 0), (-5, 2), (0, 1), (MAX(3, 12, estimate=7), 0), (MIN(3, 12, estimate=-7), 0), (MAX(5), 1),
                                     (MIN(MAX(MIN(4))), 3), (MAX(MIN(1, estimate=2), 3), 1), (MIN(MAX(1, estimate=0), 3), 1),
                                     (0.25, 1), (-0.75, 0), (MAX(0, -3, 4), 1), (MIN(0, 3, -4), 1), (MAX(2, MIN(0, 0), -1), 2)]
    if function == "expectimax":
        trees += [(CHANCE((0.25, 0), (0.75, 8), estimate=1), 0), (CHANCE((0.25, 0), (0.75, 8)), 1), (CHANCE((0.5, 3), (0.5, 3)), 1),
                  (MAX(1, CHANCE((0.5, 1.5), (0.5, MIN(1, 0)))), 3), (CHANCE((0.05, 40), (0.95, CHANCE((0.1, 9), (0.9, -1)))), 2)]
    return [_case(function, tree, depth) for tree, depth in trees]


def _large(function: str) -> list[Case]:
    sizes = [3, 30, 300, 3000, 30_000, 3 * 10**5, 3 * 10**6, 3 * 10**7, 3 * 10**8, 3 * 10**9, 3 * 10**11, 3 * 10**15, 10**20, 10**30]
    worst = [_case(function, MAX(MIN(MAX(-size, -2 * size), -size), -3 * size), 3) for size in sizes]
    best = [_case(function, MIN(MAX(MIN(size, 2 * size), size), 3 * size), 3) for size in sizes]
    wide = [_case(function, tree, 1) for size in sizes[1:12:2] for tree in (MAX(size, -size), MIN(-size, size))]
    return worst[::2] + best[1::2] + worst[1::2] + best[::2] + wide


def _trees(function: str) -> list[Case]:
    draw = Random(f"trees of {function}")
    chance = function == "expectimax"
    pools = [SMALL, BELOW, ABOVE, CLOSE, FEW]
    cases = [_case(function, grown(draw, pools[index % 5], 2 + index % 3, chance), 4) for index in range(20)]
    cases += [_case(function, grown(draw, SMALL, 4, chance, early=0, widest=3 if chance else 2), 4) for _ in range(6)]
    return cases + [_case(function, grown(draw, SMALL, 8, chance, early=0.1, widest=1 if chance else 2), 8) for _ in range(2)]


def _cut(function: str) -> list[Case]:
    draw = Random(f"cut trees of {function}")
    chance = function == "expectimax"
    return [_case(function, grown(draw, SMALL, 5 if depth < 5 else 7, chance, early=0.15, widest=2), depth)
            for depth in (1, 2, 3, 4, 1, 2, 3, 5, 6)]


def _again(function: str) -> list[Case]:
    tree = MAX(MIN(3, MAX(5, 1, estimate=4), estimate=9), MIN(-4, 8, estimate=-9), estimate=1)
    return [_case(function, tree, depth) for depth in (0, 1, 2, 3, 1, 0)] + [_case(function, MIN(3, -9, 5, estimate=-3), 1)]


def _graphs(function: str) -> list[Case]:
    draw = Random(f"graphs of {function}")
    cases = []
    for number in range(8):
        layered = [_inner(draw, index, min(index + 4, 9)) for index in range(6)]
        ends = [{"value": draw.randint(-9, 9), "label": "end"} for _ in range(4)]
        ring = [{"turn": draw.choice(["MAX", "MIN"]), "to": [(index + step) % 6 for step in (1, 2)], "estimate": draw.randint(-9, 9),
                 "label": "ring"} for index in range(6)]
        cases.append(Case(function, {"graph": layered + ends if number % 2 else ring, "at": 0}, 5))
    return cases


def _inner(draw: Random, index: int, last: int) -> dict[str, Any]:
    targets = sorted({draw.randint(index + 1, last) for _ in range(3)})
    return {"turn": draw.choice(["MAX", "MIN"]), "to": targets, "estimate": draw.randint(-9, 9), "label": draw.choice("ab")}


def _boards(function: str) -> list[Case]:
    boards = [(TicTacToe.from_text("XO. XO. ..."), 3), (ConnectFour.from_moves("44444"), 2)]
    return [Case(function, game_to_json(board), depth) for board, depth in boards]


def _windows() -> list[Case]:
    draw = Random("windows")
    spans: Sequence[tuple[Number, Number]] = [(-1, 1), (2, 5), (-5, -2), (0, inf), (-inf, 0), (-3, 3)]
    return [_case("alphabeta", grown(draw, SMALL, 3, widest=3, early=0.1), 3, window=span) for span in spans for _ in range(2)]


def _near() -> list[Case]:
    """Children that differ by little, on each scale; and large ones that a window allows."""
    scales = [0.001, 0.01, 0.1, 1, 10]
    near = [_case("alphabeta", MIN(4 * scale, MAX(0, 3 * scale)), 2) for scale in scales]
    wide = [_case("alphabeta", MAX(MIN(9, 2 * size), 3 * size, 4 * size), 2, window=(-(10**9), 10**9)) for size in (1, 10, 100, 1000)]
    return near + wide


def _moves() -> list[Case]:
    draw = Random("moves")
    plain = (3, MAX(0, 0), MIN(0, 0), MAX(-2, -1), MIN(2, 1), MAX(0, -1), MIN(0, 1))
    cases = [_case("best_move", tree, 1, given="search") for tree in plain]
    givens = ["search", "default", "search", "minimax", "alphabeta", "alphabeta-hard"]
    for number in range(36):
        pool = [SMALL, FEW, BELOW, ABOVE][number // 6 % 4]
        turn = MAX if number % 2 else MIN
        tree = turn(*(grown(draw, pool, 2, above=turn) for _ in range(2 + number % 3)), estimate=number % 5 - 2)
        cases.append(_case("best_move", tree, 1 + number % 3, given=givens[number % 6]))
    for _ in range(4):
        tree = MIN(*(grown(draw, SMALL, 2, above=MIN) for _ in range(3)))
        cases.append(_case("best_move", tree, 2, given="search", evaluation="other"))
    cases += _tied() + _large_moves()
    root: dict[str, Any] = {"turn": "MAX", "to": [1, 2, 3], "estimate": 0, "label": "root"}
    ends = [{"value": value, "label": "end"} for value in (1, 2, 2)]
    opaque = {"graph": [root, *ends], "at": 0, "opaque": True}
    boards = [(TicTacToe.from_text("XX. OO. ..."), 2), (TicTacToe.from_text("XO. XO. ..."), 5), (TicTacToe.from_text("OX. .X. .O."), 3),
              (ConnectFour.from_moves("4455"), 2)]
    return [*cases, Case("best_move", opaque, 1, given="search"),
            *(Case("best_move", game_to_json(board), depth, given="search") for board, depth in boards)]


def _tied() -> list[Case]:
    trees = [MAX(MIN(MAX(5), 2), MIN(5, 7)), MAX(MIN(5, 7), MIN(MAX(5), 2)), MIN(MAX(MIN(5), 8), MAX(5, 3)), MIN(MAX(5, 3), MAX(MIN(5), 8)),
             MAX(1, 0, -1), MIN(-1, 0, 1), MAX(MIN(4, 9), 3, MIN(4, 1))]
    return [_case("best_move", tree, 3, given=given) for tree in trees for given in ("alphabeta", "alphabeta-hard")]


def _large_moves() -> list[Case]:
    sizes = [5 * 10**power for power in (0, 1, 2, 3, 4, 5, 8, 20)]
    good = (MAX(14, 21), MIN(-160, -240), MIN(-1800, -2700))
    worst = [MAX(-2 * size, -size) if index % 2 else MIN(2 * size, size) for index, size in enumerate(sizes)]
    return [_case("best_move", tree, 1, given="search") for tree in (*good, *worst)]
