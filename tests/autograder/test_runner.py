"""What comes back from a student's process is the student's word."""
from __future__ import annotations

import json
from typing import Any

import pytest

from autograder.isolation.contract import Reply
from autograder.runner import answers_in

GOOD = {"status": "returned", "value": 3, "events": "AAA="}


def statuses(data: Any) -> list[str]:
    line = data if isinstance(data, bytes) else json.dumps(data).encode()
    return [answer["status"] for answer in answers_in(Reply("ok", line), 2)]


def test_answers_are_taken_as_documented() -> None:
    """Two cases, two answers."""
    assert statuses({"answers": [GOOD, GOOD]}) == ["returned", "returned"]


def test_an_answer_that_is_missing_is_a_failure() -> None:
    """Stopping early without an error is no way to skip a case."""
    assert statuses({"answers": [GOOD]}) == ["returned", "died"]


@pytest.mark.parametrize("data", [
    b"", b"nonsense", b"[" * 100_000, b"[]", b"{}", {"answers": []}, {"answers": [GOOD] * 3}, {"answers": GOOD}, {"answers": [3]},
    {"answers": [{**GOOD, "status": "passed"}]}, {"answers": [{**GOOD, "events": 3}]}, {"answers": [{**GOOD, "events": "!!"}]},
    {"answers": [{"status": "returned"}]}, {"answers": [{"status": "raised", "events": "", "error": "E", "frames": [[1]]}]},
])
def test_what_is_not_a_list_of_answers_is_a_failure(data: Any) -> None:
    """Garbage fails the check it came for, and nothing else."""
    assert statuses(data) == ["died"]


def test_extra_fields_do_not_get_through() -> None:
    """Only what an answer may hold is kept."""
    (answer,) = answers_in(Reply("ok", json.dumps({"answers": [{**GOOD, "score": 100}]}).encode()), 1)
    assert answer == GOOD
