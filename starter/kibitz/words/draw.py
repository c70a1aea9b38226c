"""Draws trees and positions in plain ASCII, for terminals of any kind and for Gradescope."""
from __future__ import annotations

import textwrap
from collections.abc import Mapping

from games.game import Game
from games.graph import GraphGame
from games.tree import TreeGame
from kibitz.cases.arena import Arena
from kibitz.judge.run import shown

WIDTH = 78
MOST_ROWS = 13


def drawn_tree(arena: Arena, marks: Mapping[int, str] | None = None, values: Mapping[int, str] | None = None) -> list[str]:
    """Return the rows of a tree: a node each, with its move, what it is, and its mark.

    Args:
        marks: what to say of a node, after an arrow.
        values: what to say of an inner node's value, such as "= 3" or "<= 2".

    >>> from games.tree import MAX, MIN
    >>> from kibitz.cases.arena import arena_of
    >>> print(*drawn_tree(arena_of(TreeGame(MAX(MIN(3, 12), 7)), 2), {3: "not looked at"}), sep="\\n")
    MAX
    |-- 0 MIN
    |   |-- 0: 3
    |   `-- 1: 12    <- not looked at
    `-- 1: 7
    """
    rows: list[tuple[str, str]] = []
    _rows(arena, 0, "", "", rows, marks or {}, values or {})
    width = max((len(row) for row, mark in rows if mark), default=0)
    return [f"{row.ljust(width)}    <- {mark}" if mark else row for row, mark in rows]


def _rows(arena: Arena, node: int, lead: str, below: str, rows: list[tuple[str, str]], marks: Mapping[int, str],
          values: Mapping[int, str]) -> None:
    rows.append((lead + _label(arena, node, values), marks.get(node, "")))
    children = arena.children[node]
    for index, child in enumerate(children):
        last = child == children[-1]
        chance = f" ({shown(arena.weights[node][index])})" if arena.weights[node] else ""
        colon = ":" if not arena.children[child] else ""
        _rows(arena, child, f"{below}{'`' if last else '|'}-- {index}{chance}{colon} ", below + ("    " if last else "|   "), rows,
              marks, values)


def _label(arena: Arena, node: int, values: Mapping[int, str]) -> str:
    leaf = arena.leaf[node]
    if leaf is None:
        return f"{arena.turn[node]} {values[node]}" if node in values else str(arena.turn[node])
    return shown(leaf) if arena.finished[node] else f"{arena.turn[node]} ~ {shown(leaf)} (its estimate)"


def drawn_graph(game: GraphGame) -> list[str]:
    """Return the rows of a graph: a node each, who chooses there, and the nodes that the moves lead to.

    >>> print(*drawn_graph(GraphGame([{"turn": "MAX", "to": [1, 2], "estimate": 4}, {"turn": "MIN", "to": [2]}, {"value": 5}])), sep="\\n")
    node 0: MAX, move 0 to node 1, move 1 to node 2 (estimate 4)    <- here
    node 1: MIN, move 0 to node 2
    node 2: 5
    """
    rows = []
    for number, node in enumerate(game.description):
        if "value" in node:
            row = f"node {number}: {shown(node['value'])}"
        else:
            weights = [f" ({shown(weight)})" for weight in node.get("weights", [])] or [""] * len(node["to"])
            ways = [f"move {index}{weight} to node {target}" for index, (target, weight) in enumerate(zip(node["to"], weights))]
            estimate = f" (estimate {shown(node['estimate'])})" if node.get("estimate") else ""
            row = f"node {number}: {node['turn']}, {', '.join(ways)}{estimate}"
        rows.append(f"{row}    <- here" if number == game.at else row)
    return rows


def drawn_position(game: Game) -> list[str]:
    """Return the rows that show a position of a game with a board."""
    rows = str(game).splitlines() or [repr(game)]
    said = " to " in str(game) or " rolled " in str(game)
    turn = [] if game.is_terminal() or said else [f"{game.turn} to move"]
    return [*(row[:WIDTH - 6] for row in rows), *turn]


def as_python(game: Game) -> str:
    """Return the expression that makes a position."""
    return repr(game)


def import_line(game: Game) -> str:
    """Return the line of Python that makes `as_python(game)` work."""
    if isinstance(game, TreeGame):
        return "from games.tree import *"
    kind = type(game)
    return f"from {kind.__module__} import {kind.__name__}"


def in_one_row(text: str, width: int = WIDTH) -> str:
    """Return text cut between two words where it is wider than a row; one long word is cut where it must be.

    >>> in_one_row("word " * 30)[-12:], len(in_one_row("x" * 100))
    ('ord word ...', 78)
    """
    if len(text) <= width:
        return text
    room = text[: width - 4]
    words = room if text[width - 4] == " " else room.rpartition(" ")[0]
    return f"{words if words.strip() else room} ..."


def wrapped(code: str, indent: str = "      ") -> list[str]:
    """Return an expression cut into rows after commas, so that it can be pasted as it stands."""
    return textwrap.wrap(code, WIDTH - len(indent), subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


def drawable(game: Game, arena: Arena) -> bool:
    """Tell whether a case is small enough to be drawn as a tree."""
    return isinstance(game, (TreeGame, GraphGame)) and len(arena) <= MOST_ROWS


