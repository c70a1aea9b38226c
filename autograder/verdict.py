"""What grading came to: a row for each check, and what to say above them."""
from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

EXTRA = "extra.ranking"  #: the row of extra credit, which is not one of kibitz.judge.checks


class Status(str, Enum):
    """The four outcomes of a check; they are never mixed."""

    PASSED = "PASS"
    FAILED = "FAIL"
    NOT_RUN = "--"
    KIT_FAULT = "ERROR"


@dataclass(frozen=True)
class Row:
    """One check's outcome.

    Attributes:
        check: its id.
        title: the promise, in a sentence.
        status: what became of it.
        score, points: what it earned, of how many.
        summary: one line.
        text: all that is said of it, plain ASCII.
        visibility: who sees it on Gradescope.
        mistake: the id of the named mistake whose behaviour it is, or "".
        kind: what sort of finding failed it, as `kibitz.judge.run.Finding.kind` has it, or "".
    """

    check: str
    title: str
    status: Status
    score: float
    points: float
    summary: str
    text: str
    visibility: str = "visible"
    mistake: str = ""
    kind: str = ""

    @property
    def function(self) -> str:
        return self.check.partition(".")[0]


@dataclass(frozen=True)
class Verdict:
    """All rows, in order, the lines above them, and the columns of a leaderboard (see autograder.ranking)."""

    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
    leaderboard: tuple[dict[str, Any], ...] = ()

    @property
    def faulty(self) -> bool:
        """Tell whether the kit itself failed somewhere: another try may go well."""
        return any(row.status is Status.KIT_FAULT for row in self.rows)

    @property
    def score(self) -> float:
        return sum(row.score for row in self.rows)

    @property
    def points(self) -> float:
        return sum(row.points for row in self.rows)
