"""The growth table in words: its rows, the same as plain text, and what it teaches in sentences."""

from __future__ import annotations

from math import log10, sqrt
from typing import Any

from kibitz.play.growth import Cell, Table, branching, disagreement, estimate, ratio
from kibitz.play.sentences import same, signed

BAR_WIDTH = 12  #: units of a bar at ten million positions


def banner(table: Table) -> str:
    """Return the sentence that says where the two searches disagree, "" where they do not."""
    found = disagreement(table)
    if not found:
        return ""
    depth, one, other = found
    assert one.value is not None and other.value is not None
    return f"They disagree at depth {depth}: minimax {signed(one.value)}, alphabeta {signed(other.value)}."


def bar(positions: int) -> int:
    """Return the length of a bar that goes with the logarithm of the positions."""
    return max(1, round(log10(max(positions, 1)) / 7 * BAR_WIDTH))


def summary(table: Table) -> list[str]:
    """Return what the table teaches, in sentences."""
    deepest = [table.done(algorithm, table.deepest(algorithm)) for algorithm in table.algorithms]
    said = [_looked_at(cell) for cell in deepest if cell]
    both = min(table.deepest("minimax"), table.deepest("alphabeta"))
    one, other = table.done("minimax", both), table.done("alphabeta", both)
    if one and other:
        said.append(_compared(one, other))
        if not disagreement(table):
            said.append("The values agree at every depth that both have searched.")
    return said


def positions(number: int) -> str:
    """Return how many positions, in words.

    >>> positions(1), positions(1200)
    ('1 position', '1,200 positions')
    """
    return f"{number:,} position{'' if number == 1 else 's'}"


def _looked_at(cell: Cell) -> str:
    factor = branching(cell.positions, cell.depth)
    return (
        f"{cell.algorithm} at depth {cell.depth} looked at {positions(cell.positions)}, {cell.at_limit:,} of them at "
        f"the depth limit: as many as if every position had {factor:.1f} moves."
    )


def _compared(minimax: Cell, alphabeta: Cell) -> str:
    """Return both effective branching factors, beside the square root that alpha-beta can come near."""
    full, cut = branching(minimax.positions, minimax.depth), branching(alphabeta.positions, alphabeta.depth)
    return (
        f"At depth {minimax.depth} the effective branching factor is {full:.1f} for minimax and {cut:.1f} for "
        f"alphabeta. With the best move always first it would come near the square root of {full:.1f}, which is "
        f"{sqrt(full):.1f}; with the worst order nothing is saved."
    )


def rows(table: Table) -> list[dict[str, Any]]:
    """Return the table's rows for people: every number as text."""
    return [
        {
            "depth": depth,
            "cells": [_shown(table, algorithm, depth) for algorithm in table.algorithms],
            "share": _share(table, depth),
            "value": _values(table, depth),
        }
        for depth in table.depths
    ]


def _share(table: Table, depth: int) -> str:
    one, other = table.done("minimax", depth), table.done("alphabeta", depth)
    if not one or not other:
        return "-"
    share = 100 * other.positions / one.positions
    return f"{share:.0f} %" if share >= 1 else f"{share:.1g} %"


def _values(table: Table, depth: int) -> str:
    """Return the value that all searches agree on, or each one's."""
    known = [
        cell.value
        for algorithm in table.algorithms
        if (cell := table.done(algorithm, depth)) and cell.value is not None
    ]
    if not known:
        return "-"
    agree = all(same(known[0], value) for value in known)
    return signed(known[0]) if agree else " / ".join(signed(value) for value in known)


def _shown(table: Table, algorithm: str, depth: int) -> dict[str, Any]:
    cell = table.cells.get((algorithm, depth)) or Cell(algorithm, depth, "none")
    growth, guess = ratio(table, algorithm, depth), estimate(table, algorithm, depth)
    shown = {
        "algorithm": algorithm,
        "state": cell.state,
        "message": cell.message,
        "bar": 0,
        "growth": "-",
        "at_limit": "-",
        "time": "-",
        "positions": "-",
        "can_run": cell.state in ("none", "stopped"),
    }
    if cell.state == "done":
        return {
            **shown,
            "positions": f"{cell.positions:,}",
            "at_limit": f"{cell.at_limit:,}",
            "bar": bar(cell.positions),
            "time": seconds(cell.seconds),
            "growth": f"{growth:.1f}" if growth else "-",
        }
    if cell.state == "running":
        return {**shown, "positions": f"{cell.positions:,} so far"}
    if guess and shown["can_run"]:
        return {**shown, "positions": f"about {_round(guess[0]):,}, {seconds(_round(guess[1]))}"}
    return shown


def _round(number: float) -> int:
    """Return the number to two digits, at least 1: an estimate is no better."""
    return max(1, round(float(f"{number:.1e}")))


def seconds(time: float) -> str:
    """Return a time in the unit and with the digits that mean something."""
    if time >= 120:
        return f"{time / 60:,.0f} min" if time < 7200 else f"{time / 3600:,.0f} h"
    return f"{time:.2f} s" if time < 1 else f"{time:.0f} s" if time == int(time) else f"{time:.1f} s"


def as_text(table: Table) -> str:
    """Return the table as plain text, to copy or for a terminal."""
    pair = len(table.algorithms) > 1
    head = [text for algorithm in table.algorithms for text in (algorithm, "at limit", "x", "time")]
    lines = [["depth", *head, *(["share"] if pair else []), "value"]]
    for row in rows(table):
        counts = [
            text
            for cell in row["cells"]
            for text in (cell["positions"], cell["at_limit"], cell["growth"], cell["time"])
        ]
        lines.append([str(row["depth"]), *counts, *([row["share"]] if pair else []), row["value"]])
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join("  ".join(text.rjust(width) for text, width in zip(line, widths)).rstrip() for line in lines)
