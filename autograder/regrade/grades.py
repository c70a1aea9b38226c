"""grades.csv: one row for each member of each submission; the same input gives the same bytes."""
from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Mapping, Sequence

from autograder.regrade.changes import difference
from autograder.regrade.record import Record
from autograder.regrade.source import Person, Source

_FORMULA = "=+-@|%"


def safe(text: str) -> str:
    """Return text that no spreadsheet takes for a formula: such a cell gets a leading apostrophe.

    >>> safe("=1+1"), safe("  @SUM(A1)"), safe("O'Neil\\n"), safe("Ada")
    ("'=1+1", "'  @SUM(A1)", "O'Neil ", 'Ada')
    """
    shown = "".join(" " if unicodedata.category(char) in ("Cc", "Zl", "Zp") else "?" if unicodedata.category(char) == "Cs" else char
                    for char in text)
    first = unicodedata.normalize("NFKC", shown.lstrip())[:1]  # a full-width = is one for some programs
    starts_alone = text[:1] in ("\t", "\r", "\n")
    return f"'{shown}" if starts_alone or (first and first in _FORMULA) else shown


def number(value: float) -> str:
    """Return a number as short as it can be written.

    >>> number(5.0), number(-2.5), number(-0.0)
    ('5', '-2.5', '0')
    """
    return f"{round(value, 6) + 0.0:.12g}"


def grades(sources: Sequence[Source], records: Mapping[str, Record]) -> str:
    """Return grades.csv as text. Text cells are made harmless; scores and differences stay numbers."""
    checks = next(([line.check for line in record.lines] for record in records.values() if record.lines), [])
    with_old = any(source.details.old for source in sources)
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    before = ["old_score", "difference"] if with_old else []
    rows.writerow(["submission", "name", "sid", "email", "submitted_at", "status", "total", *before, *checks, "mistakes"])
    for source in sources:
        for person in source.details.people or (Person(),):
            rows.writerow(_row(source, person, records[source.name], with_old))
    return out.getvalue()


def _row(source: Source, person: Person, record: Record, with_old: bool) -> list[str]:
    old = source.details.old
    before = [number(old.score), number(difference(old.score, record.score))] if old else ["", ""]
    mistakes = sorted({line.mistake for line in record.lines if line.mistake})
    return [*map(safe, (source.name, person.name, person.sid, person.email, source.details.submitted_at, record.status)),
            number(record.score), *(before if with_old else []), *(number(line.score) for line in record.lines), safe(" ".join(mistakes))]
