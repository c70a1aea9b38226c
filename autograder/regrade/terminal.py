"""What the command says: a bar while it works, and fifteen lines at the end."""
from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from autograder.regrade.grades import number
from autograder.regrade.record import KIT_FAULT, Record
from autograder.regrade.render import percent, signed
from autograder.regrade.report import Mistake, Report

MOST_LINES = 15
_WIDTH = 100


class _Rate(ProgressColumn):
    """Submissions per second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:.1f}/s" if speed else "")


class Bar:
    """A progress bar on the terminal, if standard error is one: done of total, kit faults, rate and time left."""

    def __init__(self, total: int, done_before: int = 0) -> None:
        columns = (TextColumn("grading"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[faults]}"), _Rate(),
                   TimeRemainingColumn(compact=True), TextColumn("left"))
        console = Console(file=sys.stderr)
        self._progress = Progress(*columns, console=console, disable=not console.is_terminal, transient=True)
        self._task = self._progress.add_task("", total=total, completed=done_before, faults="")
        self._faults = 0

    def __enter__(self) -> Bar:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def tell(self, record: Record, kept: bool) -> None:
        """Count one more; those kept from an earlier run shorten the way and say nothing about the speed."""
        if kept:
            task = self._progress.tasks[0]
            self._progress.update(self._task, total=(task.total or 1) - 1)
            return
        self._faults += record.status == KIT_FAULT
        self._progress.update(self._task, advance=1, faults=f"{self._faults} not graded" if self._faults else "")


def lines(report: Report, how: str, out: Path, messages: Sequence[str] = ()) -> list[str]:
    """Return the lines at the end, at most fifteen.

    Args:
        how: in words, how many were graded now, by what, how fast.
        messages: what went wrong.
    """
    counts, scores, changes = report.counts, report.scores, report.changes
    said = [f"{counts['submissions']} submissions: {counts['graded']} graded, {counts['not gradable']} not gradable, kit faults "
            f"{counts['kit faults']}   (grader {report.grader}, seed {report.seed})", how]
    if scores:
        said.append(f"mean {scores.mean:.1f}  median {number(scores.median)}  of {number(report.most)}   "
                    f"full marks {scores.full}  zero {scores.zero}   by tens {_sparkline([count for _, count in scores.bands])}")
    if report.compared:
        said.append(f"changed since the old scores: {len(changes.changed)} (+{changes.up} / -{changes.down}), sum {signed(changes.total)}; "
                    f"same {changes.same}")
    said += [_mistake(mistake) for mistake in report.named[:3]]
    said += [f"to do: {_mistake(mistake)}" for mistake in report.to_do[:2]]
    said += [f"for a human eye: {len({look.name for look in report.looks})} submissions"] if report.looks else []
    said += [f"read {out / 'report.html'}, {out / 'grades.csv'}"]
    room = MOST_LINES - len(said)
    remarks = [*messages, *report.notes]
    shown = remarks[:room] if len(remarks) <= room else [*remarks[: max(room - 1, 0)], f"... {len(remarks) - room + 1} more remarks"]
    return [line[:_WIDTH * 2] for line in [*said[:-1], *shown, said[-1]]][:MOST_LINES]


def _mistake(mistake: Mistake) -> str:
    return f"{mistake.count:>4} ({percent(mistake.share)})  {mistake.heading}, typical loss {number(mistake.cluster.typical_loss)}"


def _sparkline(counts: Sequence[int]) -> str:
    """Return the histogram in one line of digits, tenths of the tallest band; ASCII, for every console can show it."""
    tallest = max(counts) or 1
    return "[" + "".join(str(round(count * 9 / tallest)) if count else "." for count in counts) + "]"
