"""Tries a program against the checks without the isolation: for the catalogue's own programs, which are known to be harmless.

Each check gets a fresh process, as in grading; what is judged is the same, and so are the rules.
"""
from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from kibitz.cases.case import Case
from kibitz.judge.check import batch, first_failure
from kibitz.judge.checks import BY_ID
from kibitz.judge.run import Run
from kibitz.watch.worker import perform

CPU_S = 8
DEEPEST = 4000  #: Python calls; the checks' trees need a few dozen
Cases = Mapping[str, Sequence[Case]]


def module_of(source: str) -> ModuleType:
    """Return the program as a module named search."""
    module = ModuleType("search")
    sys.modules["search"] = module  # where dataclasses look for it
    exec(compile(source, "search.py", "exec"), module.__dict__)
    return module


def answers(source: str, cases: Sequence[Case], keep_going: bool = False) -> list[dict[str, Any]]:
    """Run cases of one function in this process; they share what the program keeps between calls."""
    reply: list[dict[str, Any]] = perform(module_of(source), batch(cases, keep_going))["answers"]
    return reply


def failures(source: str, cases: Cases, functions: Sequence[str] = ()) -> dict[str, str]:
    """Return the checks that a program fails, each with what is wrong.

    Args:
        source: the program.
        cases: by check id.
        functions: whose checks to try, or () for all.
    """
    found: dict[str, str] = {}
    for check in cases:
        if not functions or check.partition(".")[0] in functions:
            verdict = in_child(lambda check=check: _verdict(source, check, cases[check]))  # type: ignore[misc]
            if verdict is None or verdict["finding"]:
                found[check] = verdict["finding"] if verdict else "the process died, or ran out of time"
    return found


def _verdict(source: str, check: str, cases: Sequence[Case]) -> dict[str, Any]:
    runs = [Run(case, answer) for case, answer in zip(cases, answers(source, cases))]
    failure = first_failure(BY_ID[check], runs)
    return {"finding": failure.finding.sentence if failure else ""}


def in_child(task: Callable[[], Any]) -> Any:
    """Return what a task gives, run in a forked process that is silent and short of time; None where it died."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        gc.disable()  # it is soon over, and to look through all that its parent holds would take longer than its searches
        try:
            with _confined():
                text = json.dumps(task())
            with os.fdopen(writing, "w") as stream:
                stream.write(text)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as stream:
        text = stream.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else None


@contextmanager
def _confined() -> Iterator[None]:
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S))
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    sys.setrecursionlimit(DEEPEST)
    yield


def warmed(cases: Cases) -> Cases:
    """Number the positions of all cases beforehand, so that forked processes share that work."""
    for batch_ in cases.values():
        for case in batch_:
            _ = case.arena.values, case.table if case.function == "best_move" else None
    return cases
