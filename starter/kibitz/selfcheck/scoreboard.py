"""What `pytest` prints for the public checks: a scoreboard by function, one full report for each, and what to do next.

conftest.py takes the hooks from here, so that plain pytest, `make test` and an IDE give the same text.
"""
from __future__ import annotations

import difflib
import os
import textwrap
from typing import Any

import pytest

from kibitz.judge.checks import BY_ID, FUNCTIONS
from kibitz.points import POINTS
from kibitz.selfcheck.public import KIT_FAULT
from kibitz.words.draw import WIDTH, in_one_row
from kibitz.words.report import heading, plain

PRINTED_ROWS = 40
NOT_WRITTEN = "is not written yet"
NOT_LOADED = "search.py could not be loaded"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the checks in the order of the catalogue."""
    order = {check: index for index, check in enumerate(BY_ID)}
    items.sort(key=lambda item: order.get(check_of(item.nodeid), -1))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Exit with 2 where the kit itself failed, which is no failure of the student's."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and any(_text(report).startswith(KIT_FAULT) for report in reporter.stats.get("failed", [])):
        session.exitstatus = 2


def check_of(nodeid: str) -> str:
    """Return the check that a test is about.

    >>> check_of("test_search.py::test_search_keeps_its_promise[alphabeta.window]")
    'alphabeta.window'
    """
    return nodeid.rpartition("[")[2].rstrip("]")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the scoreboard and the reports."""
    failed = {check_of(report.nodeid): report for report in terminalreporter.stats.get("failed", []) if check_of(report.nodeid) in BY_ID}
    passed = {check_of(report.nodeid) for report in terminalreporter.stats.get("passed", []) if report.when == "call"} & set(BY_ID)
    write = terminalreporter.write_line
    if not failed and not passed:
        if terminalreporter.stats.get("deselected"):
            asked = terminalreporter.config.option.keyword
            if near := difflib.get_close_matches(asked, POINTS):  # one of them is meant
                write(f"No check is called {asked}. Did you mean {', '.join(near)}?"[:WIDTH])
                return
            for row in textwrap.wrap(f"No check has that name. There are: {', '.join(POINTS)}", WIDTH, subsequent_indent="    ",
                                     break_on_hyphens=False):
                write(row)
        return
    texts = {check: _text(report) for check, report in failed.items()}
    if not passed and len(set(texts.values())) == 1 and NOT_LOADED in next(iter(texts.values())):
        for row in textwrap.wrap(next(iter(texts.values())), WIDTH):
            write(row)
        write("Next: mend that, save, and run this again.")
        return
    write("")
    for row in scoreboard(passed, texts):
        write(row)
    everything = bool(os.environ.get("VERBOSE")) or len(failed) == 1
    for function in FUNCTIONS:
        _write_function(terminalreporter, [check for check in BY_ID if check in texts and BY_ID[check].function == function],
                        texts, failed, everything)
    waiting = [check for check in BY_ID if check in texts and NOT_WRITTEN not in texts[check]]
    stubs = [check for check in BY_ID if check in texts]
    write("")
    if waiting or stubs:
        write(f"Next: {waiting[0]}" if waiting else f"Next: write {BY_ID[stubs[0]].function} in search.py")
    elif len(passed) == len(POINTS):
        write("Next: submit search.py.")


def scoreboard(passed: set[str], failed: dict[str, str]) -> list[str]:
    """Return the rows that say how far each function has come."""
    every = [check for check in BY_ID if check in passed or check in failed]
    points = sum(POINTS[check] for check in passed)
    rows = [f"search.py: {len(passed)} of {len(every)} checks pass, {points:g} of {sum(POINTS[check] for check in every):g} points here"
            "      (not graded here)"]
    for function in FUNCTIONS:
        mine = [check for check in every if BY_ID[check].function == function]
        if not mine:
            continue
        kept = sum(check in passed for check in mine)
        stub = all(NOT_WRITTEN in failed.get(check, "") for check in mine)
        bar = "not written yet" if stub else f"{'#' * kept}{'.' * (len(mine) - kept)}  {kept}/{len(mine)}"
        rows.append(f"  {function:<11} {bar}")
    return rows


def _write_function(reporter: Any, checks: list[str], texts: dict[str, str], reports: dict[str, Any], everything: bool) -> None:
    shown = 0
    for check in checks:
        text = texts[check]
        if NOT_WRITTEN in text:
            continue
        if shown and not everything:
            reporter.write_line(in_one_row(f"  [FAIL] {check:<33} {_in_a_few_words(text, check)}"))
            continue
        shown += 1
        reporter.write_line("")
        reporter.write("[ERROR]" if text.startswith(KIT_FAULT) else "[FAIL]", red=True, bold=True)
        first, *others = textwrap.wrap(heading(BY_ID[check]), WIDTH - 9, subsequent_indent="    ", break_on_hyphens=False)
        reporter.write_line(f" {first}")
        for row in others:
            reporter.write_line(row)
        for row in text.splitlines():
            reporter.write_line(f"  {row}")
        _write_printed(reporter, reports[check])
        if len(checks) > 1 and not everything:
            reporter.write_line(f"{len(checks) - 1} more of {BY_ID[check].function}, a line each; mend this one first:")


def _in_a_few_words(text: str, check: str) -> str:
    rows = text.splitlines()
    said = next((row for row in rows if row.startswith(("Expected", "Your "))), None)
    said = said or next((row for row in rows[1:] if row and not row.startswith((" ", "Hint:", "Try it:", "See it:"))), rows[0])
    said = said.replace(f"Your {BY_ID[check].function} ", "").replace("Expected ", "expected ").replace(" returned ", " got ")
    return said.replace(".  ", ", ").replace("returned ", "got ")


def _write_printed(reporter: Any, report: Any) -> None:
    rows = plain(report.capstdout).splitlines()
    if rows:
        reporter.write_line("  Your program printed:")
        for row in rows[:PRINTED_ROWS]:
            reporter.write_line(f"    {row}")
        if len(rows) > PRINTED_ROWS:
            reporter.write_line(f"    ... {len(rows) - PRINTED_ROWS} more rows")


def _text(report: Any) -> str:
    return str(report.longrepr)
