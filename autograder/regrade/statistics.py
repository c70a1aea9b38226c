"""Classical item analysis, honest about what few students can tell.

A blocked check (its function is not written, say) is no wrong answer: every figure of a check is over those who were judged on it.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import StatisticsError, correlation, median, pstdev, pvariance

from autograder.regrade.record import Line, Record
from autograder.verdict import Status

ENOUGH = 30  #: below, counts only: with fewer students a figure of separation says more about chance than about the check
SMALLEST_GROUP = 10
GROUP_SHARE = 0.27
_LISTED = 2  # of the checks that one always goes with
_BANDS = ((0.4, "very well"), (0.3, "well"), (0.2, "a little"), (0.0, "hardly"))


@dataclass(frozen=True)
class Item:
    """One check over the class.

    Attributes:
        check, points: as in the settings.
        passed, failed, blocked: how many submissions.
        timeouts, faults: how many ran out of time on it, or met a fault of the kit's own.
        facility: the share of those judged that passed, or None if nobody was judged.
        discrimination: facility of the best 27 % minus that of the weakest, or None if too few.
        r_rest: correlation with the total without this check, or None if too few or all alike.
        lost: points that the class lost by failing it; lost_blocked: by being blocked.
        share_lost: of all points lost, blocked or not.
    """

    check: str
    points: float
    passed: int
    failed: int
    blocked: int
    timeouts: int
    faults: int
    facility: float | None
    discrimination: float | None
    r_rest: float | None
    lost: float
    lost_blocked: float
    share_lost: float

    @property
    def judged(self) -> int:
        return self.passed + self.failed


def items(records: Sequence[Record]) -> list[Item]:
    """Return a row for each check, in the order of the checks."""
    if not records:
        return []
    total_lost = sum(line.lost for record in records for line in record.lines)
    return [_item([(record.lines[index], record.score) for record in records], total_lost) for index in range(len(records[0].lines))]


def _item(column: Sequence[tuple[Line, float]], total_lost: float) -> Item:
    first = column[0][0]
    judged = [(line.status is Status.PASSED, total) for line, total in column if line.status in (Status.PASSED, Status.FAILED)]
    passed = sum(right for right, _ in judged)
    blocked = [line for line, _ in column if line.status is Status.NOT_RUN]
    lost = sum(line.lost for line, _ in column if line.status is Status.FAILED)
    lost_blocked = sum(line.lost for line in blocked)
    return Item(first.check, first.points, passed, len(judged) - passed, len(blocked),
                sum(line.kind == "timeout" for line, _ in column), sum(line.status is Status.KIT_FAULT for line, _ in column),
                passed / len(judged) if judged else None, discrimination(judged), rest_correlation(judged, first.points),
                lost, lost_blocked, (lost + lost_blocked) / total_lost if total_lost else 0.0)


def discrimination(judged: Sequence[tuple[bool, float]]) -> float | None:
    """Return the facility of the upper minus that of the lower 27 % by total; equal totals at the border share its places.

    >>> discrimination([(True, 90.0)] * 20 + [(False, 10.0)] * 20)
    1.0
    """
    size = GROUP_SHARE * len(judged)
    if len(judged) < ENOUGH or size < SMALLEST_GROUP or len({total for _, total in judged}) < 2:
        return None
    upper = _facility_of_first(sorted(judged, key=lambda one: -one[1]), size)
    lower = _facility_of_first(sorted(judged, key=lambda one: one[1]), size)
    return upper - lower


def _facility_of_first(ranked: Sequence[tuple[bool, float]], size: float) -> float:
    border = ranked[min(int(size), len(ranked) - 1)][1]
    inside = [right for right, total in ranked if (total > border if ranked[0][1] > ranked[-1][1] else total < border)]
    tied = [right for right, total in ranked if total == border]
    return (sum(inside) + (size - len(inside)) * sum(tied) / len(tied)) / size


def rest_correlation(judged: Sequence[tuple[bool, float]], points: float) -> float | None:
    """Return the correlation of passing with the total of the other checks."""
    if len(judged) < ENOUGH:
        return None
    right = [float(passed) for passed, _ in judged]
    rest = [total - points * passed for passed, total in judged]
    try:
        return correlation(right, rest)
    except StatisticsError:  # all alike
        return None


def alpha(records: Sequence[Record]) -> float | None:
    """Return Cronbach's alpha of the checks' scores, or None where there are too few submissions or no differences."""
    if len(records) < ENOUGH or len(records[0].lines) < 2:
        return None
    spread = pvariance([record.score for record in records])
    if spread == 0:
        return None
    count = len(records[0].lines)
    parts = sum(pvariance([record.lines[index].score for record in records]) for index in range(count))
    return count / (count - 1) * (1 - parts / spread)


def always_together(records: Sequence[Record]) -> list[tuple[str, str]]:
    """Return pairs of checks that everybody passes or fails together (phi = 1) and that somebody fails."""
    if len(records) < ENOUGH:
        return []
    columns = {}
    for index, line in enumerate(records[0].lines):
        column = tuple(record.lines[index].status for record in records)
        if {Status.PASSED, Status.FAILED} == set(column):
            columns[line.check] = column
    return [(one, other) for one, other in combinations(columns, 2) if columns[one] == columns[other]]


@dataclass(frozen=True)
class Scores:
    """The totals of a class: how many, their middle and spread, and how many in each band."""

    count: int
    mean: float
    median: float
    spread: float
    lowest: float
    highest: float
    full: int
    zero: int
    bands: tuple[tuple[str, int], ...]


def scores(totals: Sequence[float], most: float) -> Scores | None:
    """Summarise totals out of `most`; None for an empty class."""
    if not totals:
        return None
    full = sum(total >= most - 1e-9 for total in totals)
    tenths = [min(int(total * 10 / most + 1e-9), 9) for total in totals if total < most - 1e-9]
    step = most / 10
    bands = [(f"{index * step:g} to under {(index + 1) * step:g}", tenths.count(index)) for index in range(10)]
    return Scores(len(totals), sum(totals) / len(totals), median(totals), pstdev(totals), min(totals), max(totals), full,
                  sum(total == 0 for total in totals), (*bands, (f"{most:g}", full)))


def flags(item: Item, pairs: Sequence[tuple[str, str]], largest_loss: float) -> list[str]:
    """Return what deserves a look, in words.

    Args:
        pairs: the checks that always go together.
        largest_loss: the largest share of lost points of any check.
    """
    said = []
    everyone = item.judged + item.blocked + item.faults
    if item.judged and item.passed == 0:
        said.append("nobody passes: check the check")
    if item.judged and item.failed == 0:
        said.append("everybody passes: tells nobody apart")
    if item.r_rest is not None and item.r_rest < 0:
        said.append("passed rather by the weaker: look at it at once")
    partners = [other if one == item.check else one for one, other in pairs if item.check in (one, other)]
    if partners:
        more = f" and {len(partners) - _LISTED} more" if len(partners) > _LISTED else ""
        said.append(f"always together with {', '.join(partners[:_LISTED])}{more}")
    if everyone and (item.timeouts + item.faults) / everyone > 0.05:
        said.append(f"{item.timeouts} ran out of time, {item.faults} kit faults")
    if item.share_lost and item.share_lost == largest_loss:
        said.append("costs the class most points")
    return said


def band(value: float | None) -> str:
    """Return Ebel's words for a figure of discrimination, in mastery work's terms."""
    if value is None:
        return ""
    return next((words for least, words in _BANDS if value >= least), "the wrong way round")
