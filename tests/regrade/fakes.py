"""A grading function without searches, for workers to import: what a submission says of itself decides."""
from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Sequence
from pathlib import Path

from autograder.grade import nothing_graded
from autograder.regrade.digest import of_results, of_submission
from autograder.regrade.record import Record, lines_of
from autograder.regrade.work import IDLE, Done, Task
from autograder.render import results
from autograder.settings import load_settings
from autograder.verdict import Row, Status, Verdict

SETTINGS = load_settings()
LOG = "KIBITZ_TEST_LOG"  #: where each grading leaves a line, so that tests can count


def verdict(points: float, mistake: str = "", kind: str = "wrong value", text: str = "Expected 3.  Your minimax returned 4.",
            blocked: Sequence[str] = ()) -> Verdict:
    """Return a verdict that passes checks, from the first on, for as long as `points` last."""
    rows = []
    for check in SETTINGS.checks:
        function = check.id.partition(".")[0]
        if function in blocked:
            rows.append(Row(check.id, "a title", Status.NOT_RUN, 0.0, check.points, f"{function} is not written yet", "not written"))
        elif check.points <= points:
            points -= check.points
            rows.append(Row(check.id, "a title", Status.PASSED, check.points, check.points, "fine", "fine"))
        else:
            points = 0
            rows.append(Row(check.id, "a title", Status.FAILED, 0.0, check.points, text.split("\n")[0], text, "visible", mistake, kind))
    return Verdict(tuple(rows))


def record_of(found: Verdict, task: Task | None = None, problem: str = "", seconds: float = 0.1) -> Record:
    """Return what is kept of a verdict."""
    digest = of_submission(task.submission) if task else ""
    return Record(task.grader if task else "g", digest, of_results(results(found, 0.0)), problem, lines_of(found), found.notes, seconds)


def work(task: Task) -> Done:
    """Grade a submission by what it says: POINTS = n, and KILL, KILL_ONCE, RAISE, FAULT or SLEEP for trouble."""
    source = task.submission.files.get("search.py", b"").decode()
    _log(task.name)
    if "KILL_ONCE" in source and _first(task.name):
        os.kill(os.getpid(), signal.SIGKILL)
    if "KILL_ALWAYS" in source:
        os.kill(os.getpid(), signal.SIGKILL)
    if "RAISE" in source:
        raise ValueError("a fault of the grader's")
    if "SLEEP" in source:
        time.sleep(float(re.findall(r"SLEEP = ([0-9.]+)", source)[0]))
    found = re.search(r"POINTS = (\d+)", source)
    mistake = re.search(r"MISTAKE = (\w+)", source)
    graded = verdict(float(found[1]) if found else 0.0, mistake[1] if mistake else "")
    if task.submission.problem:
        why = task.submission.problem
        graded = Verdict(tuple(Row(row.check, row.title, Status.NOT_RUN, 0.0, row.points, why, why) for row in graded.rows), (why,))
    if "FAULT" in source:
        graded = nothing_graded(SETTINGS, "no user is free")
    return Done(task.name, record_of(graded, task, task.submission.problem or ""), results(graded, time.perf_counter() % 1))


def _log(line: str) -> None:
    if path := os.environ.get(LOG):
        with open(path, "a", encoding="utf-8") as log:
            log.write(f"{line}\n")


def _first(name: str) -> bool:
    return Path(os.environ[LOG]).read_text(encoding="utf-8").splitlines().count(name) == 1


def worker_user() -> tuple[int, int | None]:
    """Return this process's id and the user that its searches run as, slowly, so that every worker is asked."""
    kept = IDLE.take()
    IDLE.give_back(kept)
    time.sleep(1)
    return os.getpid(), kept.backend.uid  # type: ignore[attr-defined]
