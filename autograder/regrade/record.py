"""What is kept of one graded submission: enough to go on after a stop, and all that the report counts.

results.json holds only what Gradescope's schema allows, and there a blocked check looks like a failed one. So the verdict is
kept beside it, with the digests of what was graded by what.
"""
from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from autograder.results import write
from autograder.verdict import Row, Status, Verdict

FORMAT = 3
VERDICT, RESULTS = "verdict.json", "results.json"
GRADED, NOT_GRADABLE, KIT_FAULT = "graded", "not gradable", "kit fault"


@dataclass(frozen=True)
class Line:
    """One check's outcome, without its text.

    Attributes:
        check, status, score, points, summary, mistake, kind: as a verdict's row has them.
        size: how many characters its text has.
        rank: how well the text stands alone: 0 shows the smallest game there is, 1 a game, 2 points to another check's text.
    """

    check: str
    status: Status
    score: float
    points: float
    summary: str
    mistake: str
    kind: str
    size: int
    rank: int

    @property
    def function(self) -> str:
        return self.check.partition(".")[0]

    @property
    def lost(self) -> float:
        return self.points - self.score


@dataclass(frozen=True)
class Record:
    """One submission's verdict.

    Attributes:
        grader, submission: digests of the grader and of what was submitted.
        results: digest of the results.json beside it.
        problem: why nothing was graded, or "".
        lines: a line for each check.
        notes: sentences about the whole run.
        seconds: how long grading took.
    """

    grader: str
    submission: str
    results: str
    problem: str
    lines: tuple[Line, ...]
    notes: tuple[str, ...]
    seconds: float

    @property
    def score(self) -> float:
        return sum(line.score for line in self.lines)

    @property
    def status(self) -> str:
        """Return whether it was graded; one that does not load is as little gradable as an empty one."""
        if any(line.status is Status.KIT_FAULT for line in self.lines) or not self.lines:
            return KIT_FAULT
        if self.problem or any(line.kind == "refused" for line in self.lines):
            return NOT_GRADABLE
        return GRADED


def lines_of(verdict: Verdict) -> tuple[Line, ...]:
    """Return a verdict's rows without their texts."""
    return tuple(_line(row) for row in verdict.rows)


def _line(row: Row) -> Line:
    return Line(row.check, row.status, row.score, row.points, row.summary[:300], row.mistake, row.kind, len(row.text), _rank(row))


def _rank(row: Row) -> int:
    return 0 if "(smallest found)" in row.text else 2 if "Same cause as " in row.text else 1


def save(folder: Path, record: Record, results: dict[str, Any]) -> None:
    """Write results.json, and then the record, which says that both are whole.

    Raises:
        OSError: there is no room or no right to.
    """
    write(folder / RESULTS, results)
    write(folder / VERDICT, {"format": FORMAT, **asdict(record)})


def load(folder: Path) -> Record | None:
    """Read a record that was saved, or None if it, or the results.json that it was saved with, is not there as it was."""
    from autograder.regrade.digest import of_results

    try:
        data = json.loads((folder / VERDICT).read_text(encoding="utf-8"))
        if data.pop("format") != FORMAT:
            return None
        lines = tuple(Line(**{**line, "status": Status(line["status"])}) for line in data.pop("lines"))
        record = Record(lines=lines, notes=tuple(data.pop("notes")), **data)
        results = json.loads((folder / RESULTS).read_text(encoding="utf-8"))
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None
    return record if of_results(results) == record.results else None


def text_of(folder: Path, check: str) -> str:
    """Return the text of a check in a saved results.json, or ""."""
    try:
        tests = json.loads((folder / RESULTS).read_text(encoding="utf-8"))["tests"]
        return next((str(test["output"]) for test in tests if test["extra_data"]["check"] == check), "")
    except (OSError, ValueError, TypeError, KeyError):
        return ""
