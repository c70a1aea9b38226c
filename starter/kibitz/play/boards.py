"""Boards as data: cells with a text, a label in words and the move that a press makes, read from what a game prints."""

from __future__ import annotations

import re
from typing import Any

from games import Game, Player
from kibitz.play.labels import code_of, words_of
from kibitz.watch.watched import choices_of

Cell = dict[str, Any]
STEPS = {"right": (0, 1), "down": (1, 0), "left": (0, -1), "up": (-1, 0)}


def board_of(name: str, game: Game, before: str = "") -> dict[str, Any] | None:
    """Return the board: {"rows", "columns", "cells"}, or {"scores", ...} for Pig; None for a game not known here.

    Args:
        before: the text of the position before the last move: what is new since is marked as the last move.
    """
    if name == "pig":
        return _pig(str(game))
    if name not in ("tictactoe", "connect_four", "othello", "einstein"):
        return None
    grid, old = _grid(str(game)), _grid(before) if before else []
    size = len(grid), len(grid[0])
    cells = [_cell(name, grid, row, column) for row in range(size[0]) for column in range(size[1])]
    for cell in cells:
        cell["last"] = bool(old) and _is_new(name, old[cell["row"]][cell["column"]], cell["text"])
    if not game.is_terminal() and game.turn is not Player.CHANCE:
        _mark_moves(name, game, grid, cells)
    for cell in cells:
        cell["label"] = _label(cell)
    return {"kind": name, "rows": size[0], "columns": size[1], "cells": cells}


def _grid(text: str) -> list[list[str]]:
    """Return the squares of a printed board; the lines below the board are left out."""
    lines = [line for line in text.splitlines() if not re.search(r"to move|to roll|rolled|game over", line)]
    return [line.split() if " " in line else list(line) for line in lines]


def _cell(name: str, grid: list[list[str]], row: int, column: int) -> Cell:
    text = grid[row][column]
    if name == "tictactoe":
        place = f"square {3 * row + column + 1}"
    elif name == "connect_four":
        place = f"column {column + 1}, row {len(grid) - row}"
    elif name == "othello":
        place = f"{'abcdefgh'[column]}{row + 1}"
    else:
        place = f"row {row + 1}, column {column + 1}"
    return {"row": row, "column": column, "text": "" if text == "." else text, "place": place, "moves": [], "hint": ""}


def _is_new(name: str, old: str, text: str) -> bool:
    return bool(text) and (old == "." or (name == "einstein" and old != text))


def _mark_moves(name: str, game: Game, grid: list[list[str]], cells: list[Cell]) -> None:
    """Write into each cell the moves that a press on it makes."""
    columns = len(grid[0])
    for move in game.legal_moves():
        code, words = code_of(move), words_of(name, game, move)
        if name == "einstein":
            _mark_cube(game, move, columns, cells)
        elif name == "connect_four":
            column = [cell for cell in cells if cell["column"] == move]
            for cell in column:
                cell["moves"] = [code]
            [cell for cell in column if not cell["text"]][-1]["hint"] = "legal: a stone dropped here"
        else:
            place = move if name == "othello" else words
            cell = next(cell for cell in cells if cell["place"] == place)
            cell["moves"], cell["hint"] = [code], ", ".join(["legal", *words.split(", ")[1:]])


def _mark_cube(game: Game, move: tuple[int, str], columns: int, cells: list[Cell]) -> None:
    """A cube is picked first, then a square: the cube's cell lists its moves, with where each one leads."""
    cube = f"{'B' if game.turn is Player.MAX else 'W'}{move[0]}"
    cell = next(cell for cell in cells if cell["text"] == cube)
    forward = 1 if cube[0] == "B" else -1
    down, right = STEPS.get(move[1], (forward, forward))
    target = (cell["row"] + down) * columns + cell["column"] + right
    cell["moves"] = [*cell["moves"], code_of(move)]
    cell["targets"] = {**cell.get("targets", {}), str(target): code_of(move)}
    cell["hint"] = "legal: pick this cube"


def _label(cell: Cell) -> str:
    parts = [cell["place"], cell["text"] or "empty", cell["hint"], "last move" if cell["last"] else ""]
    return ", ".join(part for part in parts if part)


def _pig(text: str) -> dict[str, Any]:
    numbers = re.match(r"(\d+):(\d+) of (\d+)(?:.* (MAX|MIN) \D* with (\d+))?", text)
    assert numbers  # Pig prints nothing else
    max_score, min_score, goal = (int(number) for number in numbers.group(1, 2, 3))
    return {
        "kind": "pig",
        "scores": [max_score, min_score],
        "goal": goal,
        "whose": numbers[4],
        "total": int(numbers[5] or 0),
    }


def keys_of(name: str, game: Game) -> dict[str, str]:
    """Return the single keys that make a move, and the move's code."""
    if game.is_terminal() or game.turn is Player.CHANCE:
        return {}
    if name in ("tictactoe", "connect_four"):
        return {str(move + 1): code_of(move) for move in choices_of(game)}
    if name == "pig":
        return {move[0]: move for move in choices_of(game)}
    return {}
