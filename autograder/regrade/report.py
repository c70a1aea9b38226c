"""All that the class report says, as data: the page, the Markdown, the summary and the terminal only lay it out."""
from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.regrade.anonymous import anonymous
from autograder.regrade.changes import Changes, changes
from autograder.regrade.clusters import COMMON, Cluster, clusters, in_words
from autograder.regrade.eye import Look, common_notes, to_look_at
from autograder.regrade.record import GRADED, KIT_FAULT, NOT_GRADABLE, Record, text_of
from autograder.regrade.source import Source
from autograder.regrade.statistics import Item, Scores, alpha, always_together, flags, items, scores
from autograder.settings import Settings
from autograder.verdict import Status
from kibitz.judge.checks import BY_ID

_SHOWN_MEMBERS = 12


@dataclass(frozen=True)
class Mistake:
    """A mistake of the class, ready to be shown: its cluster, a heading, the hint its authors saw, its share, one counterexample."""

    cluster: Cluster
    heading: str
    hint: str
    share: float
    example_of: str
    example: str
    who: tuple[str, ...]

    @property
    def count(self) -> int:
        return len(self.cluster.members)

    @property
    def others(self) -> int:
        """Return how many members are not listed."""
        return self.count - len(self.who)


@dataclass(frozen=True)
class Student:
    """One submission's row."""

    name: str
    label: str
    status: str
    score: float
    old: float | None
    difference: float | None
    passed: int
    failed: int
    blocked: int
    mistakes: str


@dataclass(frozen=True)
class Report:
    """The whole report; figures are over the graded submissions, see `counts`."""

    title: str
    seed: int
    grader: str
    anon: bool
    most: float
    counts: Mapping[str, int]
    scores: Scores | None
    alpha: float | None
    items: Sequence[tuple[Item, str, Sequence[str]]]
    named: Sequence[Mistake]
    to_do: Sequence[Mistake]
    rare: int
    changes: Changes
    compared: bool
    looks: Sequence[Look]
    students: Sequence[Student]
    labels: Mapping[str, str]
    notes: Sequence[str]


def report(sources: Sequence[Source], records: Mapping[str, Record], settings: Settings, grader: str, out: Path, *, anon: bool,
           notes: Sequence[str] = ()) -> Report:
    """Put the report together.

    Args:
        records: of every source, by name.
        grader: the grader's digest.
        out: where the results are; the counterexamples are read from there.
        anon: whether people become submission numbers.
        notes: what was odd about the batch.
    """
    by_name = {source.name: source for source in sources}
    labels = _labels(sources, anon)
    graded = {name: record for name, record in records.items() if record.status == GRADED}
    found = [_mistake(cluster, by_name, labels, len(graded), out) for cluster in clusters(graded)]
    most = sum(check.points for check in settings.checks)
    changed = changes(by_name, records)
    return Report(
        settings.title, settings.seed, grader[:12], anon, most, _counts(records),
        scores([record.score for record in graded.values()], most),
        alpha(list(graded.values())), _flagged(list(graded.values())),
        [one for one in found if one.cluster.mistake],
        [one for one in found if not one.cluster.mistake and one.count >= COMMON],
        sum(not one.cluster.mistake and one.count < COMMON for one in found),
        changed, any(source.details.old for source in sources), to_look_at(records),
        [_student(source, records[source.name], labels[source.name]) for source in sources],
        labels, _notes(notes, records, anon))


def _counts(records: Mapping[str, Record]) -> dict[str, int]:
    statuses = [record.status for record in records.values()]
    return {"submissions": len(statuses), "graded": statuses.count(GRADED), "not gradable": statuses.count(NOT_GRADABLE),
            "kit faults": statuses.count(KIT_FAULT)}


def _labels(sources: Sequence[Source], anon: bool) -> dict[str, str]:
    """Return what each submission is called in the report; a folder's own name may name its author."""
    if not anon:
        return {source.name: _shown(_authors(source)) or source.name for source in sources}
    numbered = {}
    for place, source in enumerate(sources, start=1):
        given = re.fullmatch(r"submission_(\d+(~\d+)?)", source.name)
        numbered[source.name] = f"submission {given[1]}" if given else f"no. {place}"
    return numbered


def _authors(source: Source) -> str:
    return ", ".join(person.name for person in source.details.people if person.name)


def _shown(name: str) -> str:
    """Return a name with its controls made visible: a mark that turns the writing round would turn the rest of a list too."""
    return "".join(char if unicodedata.category(char)[0] != "C" or char == "\u200d" else ascii(char)[1:-1] for char in name)


def _mistake(cluster: Cluster, sources: Mapping[str, Source], labels: Mapping[str, str], graded: int, out: Path) -> Mistake:
    name, check = cluster.example
    people = [person for member in cluster.members for person in sources[member].details.people]
    text = anonymous(text_of(out / name, check), people)
    words, hint = in_words(cluster.mistake) if cluster.mistake else (_behaviour(cluster), "")
    who = tuple(labels[member] for member in cluster.members[:_SHOWN_MEMBERS])
    return Mistake(cluster, f"{cluster.function}: {words}", hint, len(cluster.members) / graded, f"{check}: {_title(check)}", text, who)


def _title(check: str) -> str:
    return BY_ID[check].title if check in BY_ID else ""


def _behaviour(cluster: Cluster) -> str:
    kinds = dict.fromkeys(kind or "fails" for _, kind in cluster.behaviour)
    count = len(cluster.behaviour)
    return f"{', '.join(kinds).replace('_', ' ')}, in {count} check{'s' if count > 1 else ''}"


def _flagged(graded: Sequence[Record]) -> list[tuple[Item, str, Sequence[str]]]:
    found, pairs = items(graded), always_together(graded)
    largest = max((item.share_lost for item in found), default=0.0)
    return [(item, _title(item.check), flags(item, pairs, largest)) for item in found]


def _student(source: Source, record: Record, label: str) -> Student:
    statuses = [line.status for line in record.lines]
    old = source.details.old.score if source.details.old else None
    mistakes = dict.fromkeys(in_words(line.mistake)[0] for line in record.lines if line.mistake)
    return Student(source.name, label, record.status, record.score, old, None if old is None else round(record.score - old, 6),
                   statuses.count(Status.PASSED), statuses.count(Status.FAILED), statuses.count(Status.NOT_RUN), "; ".join(mistakes))


def _notes(notes: Sequence[str], records: Mapping[str, Record], anon: bool) -> list[str]:
    """Return the remarks about the batch; they name files and student ids, so that an anonymous report only counts them."""
    if anon and notes:
        notes = [f"{len(notes)} remark{'s' if len(notes) > 1 else ''} about the files: see summary.json"]
    return [*notes, *common_notes(records)]
