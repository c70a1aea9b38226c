"""The growth table: how many positions each search looks at, depth by depth, from one position.

A cell is one search to one depth. The numbers come from the searches; this module only compares and words them.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from math import log10, sqrt
from typing import Any

from games.game import Number

from kibitz.play.sentences import same, signed

MOST_POSITIONS = 1_000_000
MOST_SECONDS = 10.0
BAR_WIDTH = 12  #: letters of the longest bar, at ten million positions


@dataclass(frozen=True)
class Cell:
    """One search to one depth.

    Attributes:
        state: "done", "running", "stopped" (at a limit) or "failed".
        positions, at_limit: looked at, the root included; and those of them at the depth limit.
        seconds: how long it took.
        value: what it returned.
        message: why it stopped or failed.
    """

    algorithm: str
    depth: int
    state: str
    positions: int = 0
    at_limit: int = 0
    seconds: float = 0.0
    value: Number | None = None
    message: str = ""


@dataclass
class Table:
    """The cells of a table, from one position.

    Attributes:
        algorithms: the columns, minimax before alphabeta.
        cells: by algorithm and depth.
    """

    algorithms: tuple[str, ...]
    cells: dict[tuple[str, int], Cell] = field(default_factory=dict)

    def put(self, cell: Cell) -> None:
        """Add a cell, in the place of an older one."""
        self.cells[cell.algorithm, cell.depth] = cell

    def done(self, algorithm: str, depth: int) -> Cell | None:
        """Return a finished cell, or None."""
        cell = self.cells.get((algorithm, depth))
        return cell if cell and cell.state == "done" else None

    @property
    def depths(self) -> list[int]:
        """The depths that have a cell."""
        return sorted({depth for _, depth in self.cells})

    def deepest(self, algorithm: str) -> int:
        """Return the greatest depth that is done, 0 for none."""
        return max((depth for name, depth in self.cells if name == algorithm and self.done(name, depth)), default=0)


def ratio(table: Table, algorithm: str, depth: int) -> float | None:
    """Return by what the positions grew from the depth before, None where one of the two is not known."""
    here, above = table.done(algorithm, depth), table.done(algorithm, depth - 1)
    return here.positions / above.positions if here and above else None


def estimate(table: Table, algorithm: str, depth: int) -> tuple[float, float] | None:
    """Return the positions and seconds that a depth would take if the growth went on, None without two depths to go by."""
    last = table.deepest(algorithm)
    growth = ratio(table, algorithm, last)
    cell = table.done(algorithm, last)
    if not cell or growth is None or depth <= last:
        return None
    factor = growth ** (depth - last)
    return cell.positions * factor, cell.seconds * factor


def branching(positions: int, depth: int) -> float:
    """Return the effective branching factor: a uniform tree of this factor and depth has as many positions.

    >>> round(branching(1 + 7 + 49 + 343, 3), 6)
    7.0
    """
    low, high = 0.0, float(max(positions, 1))
    for _ in range(100):
        middle = (low + high) / 2
        if sum(middle**ply for ply in range(depth + 1)) < positions:
            low = middle
        else:
            high = middle
    return high


def disagreement(table: Table) -> tuple[int, Cell, Cell] | None:
    """Return the shallowest depth at which minimax and alphabeta return different values, and the two cells."""
    for depth in table.depths:
        one, other = table.done("minimax", depth), table.done("alphabeta", depth)
        if one and other and one.value is not None and other.value is not None and not same(one.value, other.value):
            return depth, one, other
    return None


def banner(table: Table) -> str:
    """Return the sentence that says where the two searches disagree, "" where they do not."""
    found = disagreement(table)
    if not found:
        return ""
    depth, one, other = found
    assert one.value is not None and other.value is not None
    return f"They disagree at depth {depth}: minimax {signed(one.value)}, alphabeta {signed(other.value)}."


def bar(positions: int) -> str:
    """Return a bar whose length goes with the logarithm of the positions."""
    return "#" * max(1, round(log10(max(positions, 1)) / 7 * BAR_WIDTH))


def summary(table: Table) -> list[str]:
    """Return what the table teaches, in sentences."""
    said = []
    for algorithm in table.algorithms:
        cell = table.done(algorithm, table.deepest(algorithm))
        if cell:
            said.append(f"{algorithm} at depth {cell.depth} looked at {cell.positions:,} positions, {cell.at_limit:,} of them at "
                        f"the depth limit: as many as if every position had {branching(cell.positions, cell.depth):.1f} moves.")
    both = min(table.deepest("minimax"), table.deepest("alphabeta"))
    one, other = table.done("minimax", both), table.done("alphabeta", both)
    if one and other:
        said.append(_compared(one, other))
    if both and not disagreement(table):
        said.append("The values agree at every depth that both have searched.")
    return said


def _compared(minimax: Cell, alphabeta: Cell) -> str:
    full, cut = branching(minimax.positions, minimax.depth), branching(alphabeta.positions, alphabeta.depth)
    return (f"At depth {minimax.depth} the effective branching factor is {full:.1f} for minimax and {cut:.1f} for alphabeta. "
            f"With the best move always first it would come near the square root of {full:.1f}, which is {sqrt(full):.1f}; "
            f"with the worst order nothing is saved.")


def rows(table: Table) -> list[dict[str, Any]]:
    """Return the table's rows for people: every number as text."""
    return [{"depth": depth, "cells": [_shown(table, algorithm, depth) for algorithm in table.algorithms],
             "share": _share(table, depth)} for depth in table.depths]


def _share(table: Table, depth: int) -> str:
    one, other = table.done("minimax", depth), table.done("alphabeta", depth)
    if not one or not other:
        return "-"
    share = 100 * other.positions / one.positions
    return f"{share:.0f} %" if share >= 1 else f"{share:.1g} %"


def _shown(table: Table, algorithm: str, depth: int) -> dict[str, Any]:
    cell = table.cells.get((algorithm, depth))
    shown: dict[str, Any] = {"algorithm": algorithm, "state": cell.state if cell else "none", "bar": "", "growth": "-", "time": "-",
                             "limit": "-", "message": cell.message if cell else ""}
    if cell and cell.state == "done":
        growth = ratio(table, algorithm, depth)
        value = "" if cell.value is None else signed(cell.value)
        return {**shown, "positions": f"{cell.positions:,}", "limit": f"{cell.at_limit:,}", "bar": bar(cell.positions),
                "growth": f"{growth:.1f}" if growth else "-", "time": seconds(cell.seconds), "value": value}
    guess = estimate(table, algorithm, depth)
    text = "-"
    if cell and cell.state == "running":
        text = f"{cell.positions:,} so far"
    elif guess and shown["state"] in ("none", "stopped"):
        text, shown["time"] = f"about {_round(guess[0]):,}", f"about {seconds(_round(guess[1]))}"
    return {**shown, "positions": text, "value": "", "can_run": shown["state"] in ("none", "stopped")}


def _round(number: float) -> int:
    """Return the number to two digits, at least 1: an estimate is no better."""
    return max(1, round(float(f"{number:.1e}")))


def seconds(time: float) -> str:
    """Return a time in as many digits as mean something."""
    return f"{time:,.0f} s" if time >= 100 or time == int(time) > 0 else f"{time:.1f} s" if time >= 1 else f"{time:.2f} s"


def as_text(table: Table) -> str:
    """Return the table as plain text, to copy or for a terminal."""
    head = ["depth"]
    for algorithm in table.algorithms:
        head += [algorithm, "at limit", "x", "time", "value"]
    lines = [[*head, *(["share"] if len(table.algorithms) > 1 else [])]]
    for row in rows(table):
        line = [str(row["depth"])]
        for cell in row["cells"]:
            line += [cell["positions"], cell["limit"], cell["growth"], cell["time"], cell["value"] or "-"]
        lines.append([*line, *([row["share"]] if len(table.algorithms) > 1 else [])])
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join("  ".join(text.rjust(width) for text, width in zip(line, widths)).rstrip() for line in lines)
