"""The metadata is read leniently: what is missing or odd in one field costs that field."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from autograder.regrade.metadata import details, read_metadata
from autograder.regrade.source import Person

EXAMPLE = """\
submission_12345:
  :submitters:
  - {:name: Ada Lovelace, :sid: '100', :email: ada@example.edu}
  - :name: Bob
  :created_at: 2024-09-21 10:00:00.000000 Z
  :score: 17.5
  :results: {tests: [{score: 2, max_score: 5, name: 'minimax.games: x', extra_data: {check: minimax.games}}]}
submission_7: !ruby/object:Thing
  :submitters: !ruby/array:List []
  :score: !ruby/object:BigDecimal '12.5'
"""


def read(tmp_path: Path, text: str) -> Any:
    (tmp_path / "submission_metadata.yml").write_text(text, encoding="utf-8")
    return read_metadata(tmp_path / "submission_metadata.yml")


def test_a_submission_s_fields_are_read(tmp_path: Path) -> None:
    """Names, ids, time, score and the old result of each check are there, and a tag of Ruby's hides nothing."""
    found, notes = read(tmp_path, EXAMPLE)
    one = found["submission_12345"]
    assert one.people == (Person("Ada Lovelace", "100", "ada@example.edu"), Person("Bob"))
    assert one.submitted_at.startswith("2024-09-21T10:00:00")
    assert one.old.score == 17.5 and one.old.checks == {"minimax.games": (2.0, 5.0)}
    assert found["submission_7"].old.score == 12.5 and found["submission_7"].people == () and notes == ()


def test_an_id_that_is_twice_is_said(tmp_path: Path) -> None:
    """YAML would drop the first without a word."""
    found, notes = read(tmp_path, "submission_1: {:score: 1}\nsubmission_1: {:score: 2}\n")
    assert found["submission_1"].old.score == 2 and "submission_1 is in submission_metadata.yml twice" in notes[0]


@pytest.mark.parametrize("entry", [
    None, 5, [], {}, {":submitters": None}, {":submitters": [None, 3, {}]}, {":submitters": {"a": 1}}, {":score": "none"},
    {":score": True}, {":score": float("nan")}, {":results": []}, {":results": {"tests": [1, {"name": 5}, {"score": 1}]}},
    {":submitters": [{":name": ["x"]}]}])
def test_no_entry_is_too_odd(entry: Any) -> None:
    """Whatever stands in a field, reading it raises nothing."""
    assert details(entry).old is None


def test_recursion_and_aliases_end(tmp_path: Path) -> None:
    """Deep nesting and a bomb of aliases are read or refused, and quickly."""
    _, notes = read(tmp_path, "a: " + "[" * 20_000)
    assert notes
    bomb = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 40))
    found, _ = read(tmp_path, bomb)
    assert len(found) == 40
