"""Search modules for tests: the reference, edits of it, and runners that need no process."""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from kibitz.cases.case import Case
from kibitz.judge.check import batch
from kibitz.judge.judging import Runner
from kibitz.watch.worker import perform

SOLUTION = (Path(__file__).resolve().parent.parent / "solution" / "search.py").read_text(encoding="utf-8")


def edited(old: str, new: str, function: str) -> str:
    """Return the reference with `old` replaced by `new` within one function, wherever it stands there."""
    start = SOLUTION.index(f"def {function}(")
    end = SOLUTION.find("\ndef ", start)
    end = len(SOLUTION) if end < 0 else end
    body = SOLUTION[start:end]
    assert old in body, f"{old!r} is not in {function}"
    return SOLUTION[:start] + body.replace(old, new) + SOLUTION[end:]


def module(text: str = SOLUTION) -> ModuleType:
    """Return a module made from source text."""
    made = ModuleType("search")
    exec(compile(text, "search.py", "exec"), made.__dict__)
    return made


def runner(text: str = SOLUTION) -> Runner:
    """Return a runner that makes the module afresh for each batch and runs it here."""

    def run(cases: Sequence[Case], keep_going: bool) -> list[dict[str, Any]]:
        answers: list[dict[str, Any]] = perform(module(text), batch(cases, keep_going))["answers"]
        return answers

    return run
