"""Renders a verdict as Gradescope's results.json, through gradescope-utils' decorators and runner.

The verdict is reached before: no code of a student's runs here, and the generated test methods only report.
"""
from __future__ import annotations

import io
import json
import unittest
from collections.abc import Callable
from typing import Any

from gradescope_utils.autograder_utils.decorators import number, visibility, weight
from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner

from autograder.results import numbers
from autograder.verdict import Row, Status, Verdict

MOST_CHARACTERS = 90_000  #: Gradescope cuts at 100,000


def results(verdict: Verdict, seconds: float) -> dict[str, Any]:
    """Return what results.json holds.

    Args:
        seconds: how long grading took.
    """
    row_numbers = numbers(verdict)
    case = type("Checks", (unittest.TestCase,), {f"test_{index:03}": _method(row, row_numbers[row.check])
                                                 for index, row in enumerate(verdict.rows)})
    out = io.StringIO()
    runner = JSONTestRunner(visibility="visible", stream=out, post_processor=lambda data: _finish(data, verdict, row_numbers, seconds))
    runner.run(unittest.defaultTestLoader.loadTestsFromTestCase(case))
    data: dict[str, Any] = json.loads(out.getvalue())
    return data


def _method(row: Row, row_number: str) -> Callable[[unittest.TestCase], None]:
    def report(self: unittest.TestCase) -> None:
        print(row.text)
        if row.status in (Status.FAILED, Status.NOT_RUN):
            self.fail(row.summary)

    report.__doc__ = f"{row.check}: {row.title}"
    decorated: Callable[[unittest.TestCase], None] = weight(row.points)(number(row_number)(visibility(row.visibility)(report)))
    return decorated


def _finish(data: dict[str, Any], verdict: Verdict, row_numbers: dict[str, str], seconds: float) -> None:
    """Put the verdict's own words and numbers in the place of the runner's, and add what it leaves out."""
    rows = {row_numbers[row.check]: row for row in verdict.rows}
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
