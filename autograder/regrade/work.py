"""What a worker does: grade one submission that came by content, with an isolation backend that stays warm.

A backend serves one submission after the other: each search still gets a process of its own, forked from a parent that holds
no case and no student's code. Each worker process has its own backend, and with it a user of its own.
"""
from __future__ import annotations

import atexit
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from autograder.grade import grade, nothing_graded
from autograder.isolation.backend import Backend, warm_up
from autograder.isolation.contract import KitFault
from autograder.regrade.digest import of_grader, of_results, of_submission
from autograder.regrade.record import Record, lines_of
from autograder.render import results
from autograder.requests import stored
from autograder.settings import load_cases, load_settings
from autograder.submission import Submission
from autograder.verdict import Verdict


@dataclass(frozen=True)
class Task:
    """A submission to grade, and the digest of the grader that must do it."""

    name: str
    submission: Submission
    grader: str


@dataclass(frozen=True)
class Done:
    """A graded submission: what is kept of it, and its results.json."""

    name: str
    record: Record
    results: dict[str, Any]


Work = Callable[[Task], Done]


class OtherGrader(Exception):
    """This machine has another version of the grader than the one that asks."""


class Kept:
    """A backend that is lent to one isolation after the other. What its searches can reach is tried once: it is about the machine."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self._checked: dict[tuple[Path, ...], str] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self.backend, name)

    def check(self, secrets: Sequence[Path]) -> str:
        """See `Backend.check`."""
        key = tuple(secrets)
        if key not in self._checked:
            self._checked[key] = self.backend.check(secrets)
        return self._checked[key]


class _Idle:
    """The warmed-up backends of this process that nobody uses now; more than one only where threads share the process."""

    def __init__(self) -> None:
        self._backends: list[Kept] = []
        self._render = threading.Lock()
        atexit.register(self.close)

    def take(self) -> Kept:
        """Return an idle backend, or a new one."""
        try:
            return self._backends.pop()
        except IndexError:
            return Kept(warm_up(load_settings().limits))

    def give_back(self, backend: Kept) -> None:
        """Keep a backend for the next submission."""
        self._backends.append(backend)

    def close(self) -> None:
        """End every backend that is kept."""
        while self._backends:
            self._backends.pop().close()

    def rendered(self, verdict: Verdict, seconds: float) -> dict[str, Any]:
        """Render results.json; one thread at a time, because gradescope-utils' runner takes sys.stdout for itself."""
        with self._render:
            return results(verdict, seconds)


IDLE = _Idle()


def prepare() -> None:
    """Warm up before the first submission comes."""
    backend = IDLE.take()
    load_cases()
    IDLE.give_back(backend)


def grade_task(task: Task) -> Done:
    """Grade one submission; a fault of the kit's own is tried once more with a fresh backend.

    Raises:
        OtherGrader: the grader here is not the one that the task is for.
    """
    if of_grader() != task.grader:
        raise OtherGrader("this worker has another version of the grader: give every machine the same copy of the kit")
    started = time.monotonic()
    verdict = _verdict(task.submission)
    if verdict.faulty:
        verdict = _verdict(task.submission)
    seconds = time.monotonic() - started
    rendered = IDLE.rendered(verdict, seconds)
    return Done(task.name, _record(task, verdict, rendered, seconds), rendered)


def _verdict(submission: Submission) -> Verdict:
    try:
        backend = IDLE.take()
    except KitFault as fault:
        return nothing_graded(load_settings(), str(fault))
    whole = False
    try:
        verdict = grade(submission, load_settings(), load_cases(), backend=cast(Backend, backend), requests=stored())
        whole = not verdict.faulty
    finally:
        if whole:
            IDLE.give_back(backend)
        else:
            backend.close()
    return verdict


def _record(task: Task, verdict: Verdict, rendered: dict[str, Any], seconds: float) -> Record:
    return Record(task.grader, of_submission(task.submission), of_results(rendered), task.submission.problem or "", lines_of(verdict),
                  verdict.notes, round(seconds, 3))
