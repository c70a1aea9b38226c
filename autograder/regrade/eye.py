"""Submissions that a person should look at: what a machine must not decide alone."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from autograder.regrade.record import KIT_FAULT, NOT_GRADABLE, Record
from autograder.verdict import Status

_MOST_LISTED = 5
_WHY = {
    "crashed": "crashed the interpreter",
    "died": "ended its own process, or wrote on the grader's channel",
    "memory": "used too much memory",
    "flooded": "printed, wrote or replied too much",
    "timeout": "ran out of time",
}


@dataclass(frozen=True)
class Look:
    """One reason to look at a submission: in a word or two, and in full (which may name files)."""

    name: str
    why: str
    detail: str


def to_look_at(records: Mapping[str, Record]) -> list[Look]:
    """Return the reasons, kit faults first, then what could not be graded, then what broke or stalled its process."""
    shared = common_notes(records)
    looks = [look for name, record in records.items() for look in _looks(name, record, shared)]
    order = ["kit fault", "not gradable", *_WHY.values(), "remark"]
    return sorted(looks, key=lambda look: order.index(look.why))


def common_notes(records: Mapping[str, Record]) -> tuple[str, ...]:
    """Return remarks that stand above every verdict: they are about this machine, not about a submission."""
    graded = [set(record.notes) for record in records.values() if not record.problem]
    return tuple(sorted(set.intersection(*graded))) if len(graded) > 1 else ()


def _looks(name: str, record: Record, shared: tuple[str, ...]) -> list[Look]:
    if record.status == KIT_FAULT:
        fault = next((line.summary for line in record.lines if line.status is Status.KIT_FAULT), "")
        return [Look(name, "kit fault", " ".join(record.notes) or fault)]
    if record.status == NOT_GRADABLE:
        refused = next((line.summary for line in record.lines if line.kind == "refused"), "")
        return [Look(name, "not gradable", record.problem or refused)]
    kinds: dict[str, list[str]] = {}
    for line in record.lines:
        if line.kind in _WHY:
            kinds.setdefault(line.kind, []).append(line.check)
    looks = [Look(name, _WHY[kind], _listed(checks)) for kind, checks in kinds.items()]
    notes = [note for note in record.notes if note not in shared]
    return looks + ([Look(name, "remark", " ".join(notes))] if notes else [])


def _listed(checks: list[str]) -> str:
    return ", ".join(checks) if len(checks) <= _MOST_LISTED else f"in {len(checks)} checks, the first {checks[0]}"
