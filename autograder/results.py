"""Renders a verdict as Gradescope's results.json, through gradescope-utils' decorators and runner.

The verdict is reached before: no code of a student's runs here, and the generated test methods only report.
"""
from __future__ import annotations

import errno
import io
import json
import os
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gradescope_utils.autograder_utils.decorators import number, visibility, weight
from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner

from autograder.files import write_text
from autograder.settings import Settings
from autograder.verdict import EXTRA, Row, Status, Verdict

FUNCTIONS = ("minimax", "alphabeta", "expectimax", "best_move", "extra")
MOST_CHARACTERS = 90_000  #: Gradescope cuts at 100,000


def results(verdict: Verdict, seconds: float) -> dict[str, Any]:
    """Return what results.json holds.

    Args:
        seconds: how long grading took.
    """
    numbers = _numbers(verdict)
    case = type("Checks", (unittest.TestCase,), {f"test_{index:03}": _method(row, numbers[row.check])
                                                 for index, row in enumerate(verdict.rows)})
    out = io.StringIO()
    runner = JSONTestRunner(visibility="visible", stream=out, post_processor=lambda data: _finish(data, verdict, numbers, seconds))
    runner.run(unittest.defaultTestLoader.loadTestsFromTestCase(case))
    data: dict[str, Any] = json.loads(out.getvalue())
    return data


def _numbers(verdict: Verdict) -> dict[str, str]:
    """Number the rows 1.1, 1.2, ..., 2.1, ... by function."""
    counts: dict[str, int] = {}
    numbers = {}
    for row in verdict.rows:
        counts[row.function] = counts.get(row.function, 0) + 1
        numbers[row.check] = f"{FUNCTIONS.index(row.function) + 1}.{counts[row.function]}"
    return numbers


def _method(row: Row, row_number: str) -> Callable[[unittest.TestCase], None]:
    def report(self: unittest.TestCase) -> None:
        print(row.text)
        if row.status in (Status.FAILED, Status.NOT_RUN):
            self.fail(row.summary)

    report.__doc__ = f"{row.check}: {row.title}"
    decorated: Callable[[unittest.TestCase], None] = weight(row.points)(number(row_number)(visibility(row.visibility)(report)))
    return decorated


def _finish(data: dict[str, Any], verdict: Verdict, numbers: dict[str, str], seconds: float) -> None:
    """Put the verdict's own words and numbers in the place of the runner's, and add what it leaves out."""
    rows = {numbers[row.check]: row for row in verdict.rows}
    for test in data["tests"]:
        row = rows[test["number"]]
        test.update(score=row.score, max_score=row.points, status="passed" if _passed(row) else "failed",
                    name=f"{row.check}: {row.title}", name_format="text", output=row.text[:MOST_CHARACTERS], output_format="text",
                    extra_data={"check": row.check})
        if row.mistake:
            test["extra_data"]["mistake"] = row.mistake
    data.pop("leaderboard", None)
    if verdict.leaderboard:
        data["leaderboard"] = list(verdict.leaderboard)
    data.update(score=verdict.score, execution_time=round(seconds, 2), output=summary(verdict), output_format="text",
                test_output_format="text", test_name_format="text", visibility="visible", stdout_visibility="hidden")


def _passed(row: Row) -> bool:
    return row.score >= row.points and row.status in (Status.PASSED, Status.KIT_FAULT)


def summary(verdict: Verdict) -> str:
    """Return the lines above the rows: what passed in each function, and the one thing to do next."""
    lines = list(dict.fromkeys(verdict.notes))[:4]
    for function in dict.fromkeys(row.function for row in verdict.rows):
        rows = [row for row in verdict.rows if row.function == function]
        if not sum(row.points for row in rows):
            lines.append(f"{function:<11} {rows[0].summary}")
            continue
        kept = sum(row.status is Status.PASSED for row in rows)
        blocked = next((row.summary for row in rows if row.status is Status.NOT_RUN), "")
        lines.append(f"{function:<11} {kept} of {len(rows)} checks pass" + (f"   ({blocked})" if blocked and kept == 0 else ""))
    failed = next((row for row in verdict.rows if row.status is Status.FAILED and row.points), None)
    faults = sum(row.status is Status.KIT_FAULT for row in verdict.rows)
    if faults:
        lines.append(f"{faults} checks could not be judged because the autograder itself failed; please tell the staff.")
    if failed:
        lines += [f"Next: {failed.check}", f"On your own machine:  make test CHECK={failed.check}"]
    return "\n".join(line[:300] for line in lines)


def zero(settings: Settings) -> dict[str, Any]:
    """Return valid results that say grading has not ended: what is there if it never does."""
    why = "Grading did not finish. Please submit again, and tell the staff if this stays."
    rows = tuple(Row(check.id, check.id, Status.NOT_RUN, 0.0, check.points, why, why, check.visibility) for check in settings.checks)
    if settings.extra_credit:
        rows = (*rows, Row(EXTRA, EXTRA, Status.NOT_RUN, 0.0, 0.0, why, why))
    verdict = Verdict(rows, (why,))
    numbers = _numbers(verdict)
    tests = [{"score": 0.0, "max_score": row.points, "status": "failed", "name": row.check, "name_format": "text", "output": why,
              "output_format": "text", "number": numbers[row.check], "visibility": row.visibility, "extra_data": {"check": row.check}}
             for row in rows]
    return {"score": 0.0, "output": why, "output_format": "text", "tests": tests}


def write(path: Path, data: dict[str, Any]) -> None:
    """Write results.json in one step: the old file, or the new one, never half of either."""
    text = json.dumps(data, indent=1, allow_nan=False, ensure_ascii=True)
    if os.path.lexists(path) and (path.is_symlink() or not path.is_file()):  # a device, say, must not be replaced by a file
        raise OSError(errno.EINVAL, "it is no regular file")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, text + "\n")
