"""Whoever writes the reply chooses what the judge reads: no reply makes it fail, and none earns what honest answers would not.

Honest answers of the reference solution are changed in random places (the seeds are fixed) and judged by the real judge.
"""
from __future__ import annotations

import base64
import contextlib
import importlib.util
import json
import random
from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from autograder.isolation.contract import Later, Reply
from autograder.submission import Submission
from tests.full import FULL

grade = pytest.importorskip("autograder.grade").grade
SOLUTION = Path(__file__).resolve().parents[2] / "solution" / "search.py"
ODD: list[Any] = [
    None, True, False, 0, -1, 7, 10**30, 2**9000, 0.5, 1e308, "", "7", "\ud800", "\x1b[2J" * 50, [], {}, [[[]]],
    {"float": "inf"}, {"float": "nan"}, {"float": []}, {"fraction": "--3/1"}, {"fraction": "9" * 6000 + "/1"}, {"fraction": "1/0"},
    {"fraction": "\u0663/1"}, {"fraction": "1/" + "0" * 5000 + "3"}, {"fraction": 3},
    {"move": True}, {"move": -1}, {"move": 10**9}, {"move": []}, {"type": [], "repr": 7}, {"type": "x" * 10**5, "repr": "y"},
    "returned", "raised", "stopped", "not written", "missing", "timeout", "ok", "refused",
]
FRAMES: list[Any] = [[["search.py", 3, "f", "x"]], [[1, 2, 3, 4]], [["a"]], 7, [None], [["\ud800", -1, [], {}]] * 50]
FIELDS = ["value", "events", "error", "message", "frames", "deep", "calls", "status"]
RAW = [
    "NaN", "Infinity", "-1e999", "[" * 3000 + "]" * 3000, '{"answers":[' * 50, "9" * 6000, "", "\x00", '"' + "x" * 10**6 + '"', "{}",
    '{"answers":{}}', '{"answers":[]}', '{"answers":[7]}', '{"answers":[{"status":"returned"}]}', '{"answers":null}', "[]",
]


class Forger:
    """A backend whose replies are the solution's, changed."""

    def __init__(self, seed: int) -> None:
        spec = importlib.util.spec_from_file_location("forged_search", SOLUTION)
        assert spec and spec.loader
        self.module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.module)
        self.random = random.Random(seed)

    def prepared(self, files: Mapping[str, bytes]) -> Mapping[str, bytes]:
        """Return the files as they are."""
        return files

    def call(self, request: bytes, files: Mapping[str, bytes], cpu_s: float) -> Reply:
        """Answer honestly, then not."""
        from kibitz.watch.worker import perform

        if self.random.random() < 0.1:
            return Reply("ok", self.random.choice(RAW).encode())
        state = random.getstate()
        reply = perform(self.module, json.loads(request))
        random.setstate(state)
        for _ in range(self.random.randint(1, 4)):
            self._change(reply)
        return Reply("ok", json.dumps(reply).encode())

    def _change(self, reply: dict[str, Any]) -> None:
        answers = reply["answers"]
        answer = self.random.choice(answers)
        if type(answer) is not dict or not answer:
            return
        kind = self.random.randrange(6)
        if kind == 0 and type(answer.get("events")) is str:
            answer["events"] = self._scrambled(answer["events"])
        elif kind == 1:
            answers[self.random.randrange(len(answers))] = deepcopy(self.random.choice(ODD))
        elif kind == 2:
            answer["status"] = self.random.choice(["returned", "raised", "stopped", "not written", "missing"])
        elif kind == 3:
            answer["frames"] = deepcopy(self.random.choice(FRAMES))
        elif kind == 4:
            answer[self.random.choice(FIELDS)] = deepcopy(self.random.choice(ODD))
        else:
            answer.pop(self.random.choice(list(answer)), None)

    def _scrambled(self, text: str) -> str:
        try:
            events = bytearray(base64.b64decode(text))
        except ValueError:
            return text
        for _ in range(self.random.randint(1, 5)):
            if events:
                at = self.random.randrange(len(events))
                events[at:at + self.random.randrange(3)] = self.random.randbytes(self.random.randrange(4))
        return base64.b64encode(events).decode()

    def ask(self, task: str, question: dict[str, Any], files: Mapping[str, bytes]) -> Any:
        """Find nothing."""
        return {}

    def check(self, secrets: Sequence[Path]) -> str:
        """Complain of nothing."""
        return ""

    def start(self, request: bytes, files: Mapping[str, bytes], cpu_s: float, ahead: bool) -> Later:
        """Answer when it is wanted."""
        return Later(lambda: self.call(request, files, cpu_s))

    def talk(self, files: Mapping[str, bytes], cpu_s: float) -> None:
        """Have no such."""

    def leave(self) -> None:
        """Nothing to leave."""

    def close(self) -> None:
        """Nothing to close."""


def judged(seed: int) -> None:
    """Grade forged replies, and look at every row."""
    from autograder.settings import load_cases, load_settings

    verdict = grade(Submission({"search.py": b""}), load_settings(), load_cases(), backend=Forger(seed))
    for row in verdict.rows:
        assert row.status.name != "KIT_FAULT", (seed, row.check, row.text)
        assert row.score in (0, row.points)
        json.dumps(row.text, allow_nan=False).encode()


@pytest.mark.parametrize("value", [pytest.param(value, id=str(index)) for index, value in enumerate(ODD)])
def test_every_odd_value_is_a_number_or_a_wire_error(value):
    """Another error would count as the kit's own, which costs no points: it would be worth forging."""
    from kibitz.watch.wire import WireError, number_from_json

    with contextlib.suppress(WireError):
        number_from_json(value)


@pytest.mark.parametrize("seed", range(4))
def test_no_reply_is_a_fault_of_the_kit(seed):
    """A row may pass or fail, but is judged."""
    judged(seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 160 if FULL else 120))
def test_no_reply_is_a_fault_of_the_kit_over_many(seed):
    """The same, longer."""
    judged(seed)
