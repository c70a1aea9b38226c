"""What results.json holds, its zero, and how it is written."""
from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

from autograder.files import write_text
from autograder.settings import Settings
from autograder.verdict import EXTRA, Row, Status, Verdict

FUNCTIONS = ("minimax", "alphabeta", "expectimax", "best_move", "extra")


def numbers(verdict: Verdict) -> dict[str, str]:
    """Number the rows 1.1, 1.2, ..., 2.1, ... by function."""
    counts: dict[str, int] = {}
    found = {}
    for row in verdict.rows:
        counts[row.function] = counts.get(row.function, 0) + 1
        found[row.check] = f"{FUNCTIONS.index(row.function) + 1}.{counts[row.function]}"
    return found


def zero(settings: Settings) -> dict[str, Any]:
    """Return valid results that say grading has not ended: what is there if it never does."""
    why = "Grading did not finish. Please submit again, and tell the staff if this stays."
    rows = tuple(Row(check.id, check.id, Status.NOT_RUN, 0.0, check.points, why, why, check.visibility) for check in settings.checks)
    if settings.extra_credit:
        rows = (*rows, Row(EXTRA, EXTRA, Status.NOT_RUN, 0.0, 0.0, why, why))
    verdict = Verdict(rows, (why,))
    row_numbers = numbers(verdict)
    tests = [{"score": 0.0, "max_score": row.points, "status": "failed", "name": row.check, "name_format": "text", "output": why,
              "output_format": "text", "number": row_numbers[row.check], "visibility": row.visibility, "extra_data": {"check": row.check}}
             for row in rows]
    return {"score": 0.0, "output": why, "output_format": "text", "tests": tests}


def write(path: Path, data: dict[str, Any]) -> None:
    """Write results.json in one step: the old file, or the new one, never half of either."""
    text = json.dumps(data, indent=1, allow_nan=False, ensure_ascii=True)
    if os.path.lexists(path) and (path.is_symlink() or not path.is_file()):  # a device, say, must not be replaced by a file
        raise OSError(errno.EINVAL, "it is no regular file")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, text + "\n")
