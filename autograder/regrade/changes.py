"""What a regrade changed, against the scores that the export came with."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from autograder.regrade.record import KIT_FAULT, Record
from autograder.regrade.source import Old, Source

_TOLERANCE = 1e-6


@dataclass(frozen=True)
class Change:
    """One submission whose score is not what it was, or whose checks are not."""

    name: str
    old: float
    new: float
    checks: tuple[str, ...]

    @property
    def difference(self) -> float:
        return difference(self.old, self.new)


@dataclass(frozen=True)
class Changes:
    """All changes of a regrade.

    Attributes:
        changed: the largest first.
        same, new: how many kept their score, or had none.
        other_points: how many old results have other checks or points, so that only totals can be compared.
    """

    changed: tuple[Change, ...]
    same: int
    new: int
    other_points: int

    @property
    def up(self) -> int:
        return sum(change.difference > 0 for change in self.changed)

    @property
    def down(self) -> int:
        return sum(change.difference < 0 for change in self.changed)

    @property
    def total(self) -> float:
        return round(sum(change.difference for change in self.changed), 6)


def difference(old: float, new: float) -> float:
    """Return what was gained, without the dust of binary fractions.

    >>> difference(0.1, 0.3)
    0.2
    """
    return round(new - old, 6)


def changes(sources: Mapping[str, Source], records: Mapping[str, Record]) -> Changes:
    """Compare; a submission on which the kit failed is not compared."""
    changed, same, new, other = [], 0, 0, 0
    for name, record in records.items():
        old = sources[name].details.old
        if old is None or record.status == KIT_FAULT:
            new += old is None
            continue
        comparable = _comparable(old, record)
        other += bool(old.checks) and not comparable
        checks = _changed_checks(old, record) if comparable else ()
        if checks or abs(record.score - old.score) > _TOLERANCE:
            changed.append(Change(name, old.score, record.score, checks))
        else:
            same += 1
    changed.sort(key=lambda change: -abs(change.difference))
    return Changes(tuple(changed), same, new, other)


def _comparable(old: Old, record: Record) -> bool:
    return {line.check: line.points for line in record.lines} == {check: most for check, (_, most) in old.checks.items()}


def _changed_checks(old: Old, record: Record) -> tuple[str, ...]:
    return tuple(f"{line.check} {_word(old.checks[line.check][0], line.points)} -> {_word(line.score, line.points)}"
                 for line in record.lines if abs(line.score - old.checks[line.check][0]) > _TOLERANCE)


def _word(score: float, points: float) -> str:
    return "pass" if score >= points else "fail" if score == 0 else f"{score:g}"
