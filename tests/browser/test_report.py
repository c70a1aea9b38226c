"""The class report in a real browser: it opens from the disk, asks for nothing, and can be read by everybody.
"""
from __future__ import annotations

import base64
import csv
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from autograder.regrade.grades import grades
from autograder.regrade.record import save
from autograder.regrade.render import page
from autograder.regrade.report import report
from autograder.regrade.source import Details, Old, Person, Source
from autograder.render import results
from tests.browser.conftest import serious
from tests.regrade.exports import PEOPLE
from tests.regrade.fakes import SETTINGS, record_of, verdict

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the report of a class of 250 in a folder whose path has a space and an umlaut."""
    out = tmp_path_factory.mktemp("class") / "a report für all"
    out.mkdir()
    sources, records = [], {}
    for place in range(250):
        found = verdict((place * 37) % 111, *[("never_undoes", "not restored"), ("", "wrong value"), ("", f"odd {place % 3}")][place % 3],
                        text="The game, depth 1:\n    MAX\n    |-- 0: 3\nExpected 3.  Your minimax returned 4.\n" + "wide " * 30,
                        blocked=("expectimax",) if place % 10 == 0 else ())
        person = Person(f"{PEOPLE[place % len(PEOPLE)]} {place}", f"{place}", f"s{place}@example.edu")
        name = f"submission_{place}"
        sources.append(Source(name, out, Details((person,), "", Old(50.0) if place % 4 else None)))
        records[name] = record_of(found)
        save(out / name, records[name], results(found, 1.0))
    made = report(sources, records, SETTINGS, "abc", out, anon=False, notes=["a remark <b>with</b> markup"])
    (out / "report.html").write_text(page(made), encoding="utf-8")
    (out / "grades.csv").write_text(grades(sources, records), encoding="utf-8")
    return out


@pytest.fixture
def opened(browser: Any, folder: Path) -> Iterator[Any]:
    """Open the report from the disk at 1280 pixels, in light colours."""
    browser.get_log("browser")
    size(browser, 1280)
    media(browser, "light")
    browser.get((folder / "report.html").as_uri())
    yield browser
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def size(driver: Any, width: int) -> None:
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})


def media(driver: Any, scheme: str, forced: str = "none") -> None:
    features = [{"name": "prefers-color-scheme", "value": scheme}, {"name": "forced-colors", "value": forced}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def test_it_opens_from_the_disk_asks_for_nothing_and_logs_no_error(opened: Any) -> None:
    """No request but the page itself, and an empty console."""
    assert opened.execute_script("return performance.getEntriesByType('resource').length") == 0
    assert [entry for entry in opened.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")] == []


def test_its_numbers_are_those_of_grades_csv(opened: Any, folder: Path) -> None:
    """Every submission's score and difference, the count, the mean and each check's passes are what the CSV holds."""
    with open(folder / "grades.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    shown = opened.execute_script("return [...document.querySelectorAll('#student-table tbody tr')].map(row => "
                                  "[row.dataset.name, ...[1, 2, 3].map(cell => row.cells[cell].textContent)])")
    assert shown == [[row["submission"], row["total"], row["old_score"],
                      f"+{row['difference']}" if row["difference"] and float(row["difference"]) > 0 else row["difference"]] for row in rows]
    totals = [float(row["total"]) for row in rows]
    assert opened.find_element("id", "count").text == str(len(rows))
    assert opened.find_element("id", "mean").text == f"{sum(totals) / len(totals):.1f}"
    passed = dict(opened.execute_script("return [...document.querySelectorAll('#check-table tbody tr')].map(row => "
                                        "[row.dataset.check, Number(row.querySelector('.passed-count').textContent)])"))
    assert passed == {check: sum(float(row[check]) > 0 for row in rows) for check in passed} and len(passed) == len(SETTINGS.checks)


def test_hostile_names_are_shown_as_text(opened: Any) -> None:
    """Markup in a name stands there as it was written, and nothing of it runs."""
    assert "</script><b>Bold</b> 5" in opened.find_element("tag name", "body").text
    assert opened.execute_script("return document.querySelectorAll('main b').length") == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_axe_finds_nothing_serious(opened: Any, axe: str, scheme: str, width: int) -> None:
    """No finding of weight by axe-core, with everything unfolded, wide and narrow, light and dark."""
    size(opened, width)
    media(opened, scheme)
    opened.execute_script("document.querySelectorAll('details').forEach(part => { part.open = true; })")
    assert not serious(opened, axe)


@pytest.mark.parametrize("width", [320, 640, 1280])
def test_no_width_scrolls_the_page_sideways(opened: Any, width: int) -> None:
    """Tables scroll inside themselves."""
    size(opened, width)
    opened.execute_script("document.querySelectorAll('details').forEach(part => { part.open = true; })")
    assert opened.execute_script("return document.documentElement.scrollWidth") <= width


def test_columns_are_sorted_by_keyboard(opened: Any) -> None:
    """A header is a button; the column says how it is sorted, and numbers sort as numbers."""
    button = opened.find_element("css selector", "#student-table th:nth-child(2) button")
    for order, reverse in (("ascending", False), ("descending", True)):
        opened.execute_script("arguments[0].focus()", button)
        button.send_keys("\ue007")
        header = opened.find_element("css selector", "#student-table th:nth-child(2)")
        assert header.get_attribute("aria-sort") == order
        scores = opened.execute_script("return [...document.querySelectorAll('#student-table tbody tr')].map(row => "
                                       "Number(row.cells[1].textContent))")
        assert scores == sorted(scores, reverse=reverse)


def test_long_tables_come_in_pages(opened: Any) -> None:
    """Two hundred rows at once, the rest by a button, all of them on paper."""
    shown: Callable[[], int] = lambda: opened.execute_script(  # noqa: E731
        "return [...document.querySelectorAll('#student-table tbody tr')].filter(row => !row.hidden).length")
    assert shown() == 200
    opened.find_element("css selector", ".pages button[data-step='1']").click()
    assert shown() == 50
    opened.execute_script("window.dispatchEvent(new Event('beforeprint'))")
    assert shown() == 250 and not opened.find_elements("css selector", "details:not([open])")
    opened.execute_script("window.dispatchEvent(new Event('afterprint'))")
    assert shown() == 50


def test_it_prints(opened: Any) -> None:
    """Paper gets every section, on a bearable number of pages."""
    made = base64.b64decode(opened.execute_cdp_cmd("Page.printToPDF", {"printBackground": False})["data"])
    assert made.startswith(b"%PDF") and 3 < made.count(b"/Type /Page\n") + made.count(b"/Type /Page ") < 60


def test_bars_are_told_apart_without_colour(opened: Any) -> None:
    """Passed is filled, failed hatched, blocked an empty dashed box, in forced colours too; and each bar has its words."""
    media(opened, "light", forced="active")
    fills = opened.execute_script("return ['passed', 'failed', 'blocked'].map(kind => { const style = getComputedStyle("
                                  "document.querySelector('.legend .' + kind)); return style.fill + style.strokeDasharray })")
    assert len(set(fills)) == 3
    assert opened.execute_script("return [...document.querySelectorAll('svg.bar')].every(bar => bar.getAttribute('aria-label'))")


def test_it_is_ready_soon(opened: Any) -> None:
    """A page of 250 submissions is there within two seconds on a busy machine."""
    assert opened.execute_script("const [page] = performance.getEntriesByType('navigation'); return page.loadEventEnd") < 2000


def test_without_javascript_everything_is_there(browser: Any, folder: Path) -> None:
    """Tables, figures and counterexamples need no script."""
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.get((folder / "report.html").as_uri())
        text = browser.find_element("tag name", "body").text
        assert "Score" in text and "submission_249" in text and "Mistakes the class made" in text
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
