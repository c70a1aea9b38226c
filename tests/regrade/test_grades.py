"""grades.csv is safe to open in a spreadsheet, and the same for the same class."""
from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from autograder.regrade.grades import grades, number, safe
from autograder.regrade.source import Details, Old, Person, Source
from tests.regrade.fakes import record_of, verdict


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "\uff1d1", "|calc", "%0A", "\u00a0=1"])
def test_a_cell_that_a_spreadsheet_would_calculate_is_text(text: str) -> None:
    """Whatever way a formula begins, it gets an apostrophe and stays one line."""
    assert safe(text).startswith("'") and "\n" not in safe(text) and "\r" not in safe(text)


@pytest.mark.parametrize("text", ["Ada Lovelace", "O'Neil", "李 小龍", "", "1e5", "a=b"])
def test_an_ordinary_name_stays_as_it_is(text: str) -> None:
    """No other cell is changed."""
    assert safe(text) == text


def test_numbers_stay_numbers() -> None:
    """A negative difference is a number, without an apostrophe and without dust."""
    assert [number(value) for value in (-12.5, 0.1 + 0.2, 100.0, -0.0)] == ["-12.5", "0.3", "100", "0"]


def test_a_group_has_a_row_for_each_member_and_a_loner_one() -> None:
    """Rows hold the people, the total, the old score with its difference, and each check's points."""
    group = Details((Person("=Ada", "1", "a@x"), Person("Bob")), "2024", Old(80.0))
    sources = [Source("submission_1", Path("x"), group), Source("submission_2", Path("y"))]
    records = {"submission_1": record_of(verdict(62)), "submission_2": record_of(verdict(100))}
    rows = list(csv.DictReader(io.StringIO(grades(sources, records))))
    assert [row["name"] for row in rows] == ["'=Ada", "Bob", ""]
    assert [row["submission"] for row in rows] == ["submission_1", "submission_1", "submission_2"]
    total = records["submission_1"].score
    assert [float(row["total"]) for row in rows] == [total, total, 100.0]
    assert float(rows[0]["difference"]) == total - 80 and rows[2]["difference"] == ""
    assert float(rows[0]["minimax.known_trees"]) == 5


def test_no_old_scores_no_columns_for_them() -> None:
    """Without old scores there is nothing to compare, and no empty column."""
    header = grades([Source("a", Path("x"))], {"a": record_of(verdict(100))}).splitlines()[0]
    assert "old_score" not in header and header.startswith("submission,name,sid,email,submitted_at,status,total,minimax.known_trees,")
