"""The table that `make grade` prints."""
from __future__ import annotations

from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from autograder.render import summary
from autograder.verdict import Status, Verdict

STYLES = {Status.PASSED: "green", Status.FAILED: "bold red", Status.NOT_RUN: "yellow", Status.KIT_FAULT: "bold magenta"}


def show(verdict: Verdict, path: Path) -> None:
    """Print the verdict as a table, with where to read more below it."""
    console = Console(highlight=False, emoji=False, markup=False)
    if len({row.summary for row in verdict.rows}) > 1 or verdict.score:
        console.print(_table(verdict))
        console.print(summary(verdict))
    else:  # one reason for all rows is said once
        console.print("\n".join(dict.fromkeys([*verdict.notes, verdict.rows[0].text])))
    console.print(f"{verdict.score:g} of {verdict.points:g} points. Read more in {path}")


def _table(verdict: Verdict) -> Table:
    table = Table(box=box.ASCII2, pad_edge=False, expand=False)
    for name, justify in (("check", "left"), ("", "left"), ("points", "right"), ("why", "left")):
        table.add_column(name, justify=justify, overflow="fold")  # type: ignore[arg-type]
    for row in verdict.rows:
        why = "" if row.status is Status.PASSED else row.summary
        table.add_row(row.check, Text(row.status.value, STYLES[row.status]), f"{row.score:g}/{row.points:g}", Text(why))
    return table
