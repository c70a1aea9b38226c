"""Grades a batch: skips what is graded already, keeps each result as soon as it is there, and never lets one stop the rest."""
from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field
from pathlib import Path

from autograder.grade import nothing_graded
from autograder.regrade.batch import read_source
from autograder.regrade.digest import of_results, of_submission
from autograder.regrade.record import KIT_FAULT, Record, lines_of, load, save
from autograder.regrade.source import Source
from autograder.regrade.work import Done, OtherGrader, Task, Work
from autograder.render import results
from autograder.settings import Settings
from autograder.submission import Submission

_AHEAD = 3  # tasks handed out for each worker: enough to keep it busy, few enough to hold in memory


class CannotWrite(Exception):
    """The output folder takes no more; what is written stays. The message says what to do."""


@dataclass(frozen=True)
class Plan:
    """How to run: with which grader and settings, where to, and whether kept results count."""

    grader: str
    settings: Settings
    out: Path
    fresh: bool
    work: Work


@dataclass
class Tally:
    """What became of a batch, by submission name."""

    records: dict[str, Record] = field(default_factory=dict)
    kept: int = 0
    messages: list[str] = field(default_factory=list)


def regrade(sources: list[Source], plan: Plan, executor: Executor, workers: int, tally: Tally,
            progress: Callable[[Record, bool], None]) -> None:
    """Grade all `sources`, adding each to `tally` once it is on disk.

    Args:
        workers: how many tasks the executor works on at once.
        progress: told of each submission: its record, and whether it was kept from an earlier run.

    Raises:
        CannotWrite: as soon as a result cannot be written.
        OtherGrader: a worker has another version of the grader.
    """
    pending: dict[Future[Done], Task] = {}
    try:
        for task in _todo(sources, plan, tally, progress):
            while len(pending) >= max(workers, 1) * _AHEAD:
                _collect(pending, plan, tally, progress)
            pending[executor.submit(plan.work, task)] = task
        while pending:
            _collect(pending, plan, tally, progress)
    finally:
        for future in pending:
            future.cancel()


def _todo(sources: list[Source], plan: Plan, tally: Tally, progress: Callable[[Record, bool], None]) -> Iterator[Task]:
    for source in sources:
        submission = _read(source)
        record = None if plan.fresh else load(plan.out / source.name)
        if record and record.grader == plan.grader and record.submission == of_submission(submission) and record.status != KIT_FAULT:
            tally.records[source.name] = record
            tally.kept += 1
            progress(record, True)
        else:
            yield Task(source.name, submission, plan.grader)


def _read(source: Source) -> Submission:
    try:
        return read_source(source)
    except Exception as error:  # whatever a student managed to submit, the others are graded
        return Submission(problem=f"it cannot be read ({type(error).__name__})")


def _collect(pending: dict[Future[Done], Task], plan: Plan, tally: Tally, progress: Callable[[Record, bool], None]) -> None:
    """Wait for one result at least, and keep all that are there."""
    finished, _ = wait(pending, return_when=FIRST_COMPLETED)
    for future in finished:
        task = pending.pop(future)
        try:
            done = future.result()
        except OtherGrader:
            raise
        except Exception as error:
            done = _failed(task, plan, error)
            tally.messages.append(f"{task.name}: not graded: {error or type(error).__name__}")
        _keep(plan.out / task.name, done)
        tally.records[task.name] = done.record
        progress(done.record, False)


def _failed(task: Task, plan: Plan, error: Exception) -> Done:
    """Return what stands for a submission on which the kit itself failed; the next run tries it again."""
    verdict = nothing_graded(plan.settings, str(error) or type(error).__name__)
    rendered = results(verdict, 0.0)
    record = Record(plan.grader, of_submission(task.submission), of_results(rendered), task.submission.problem or "", lines_of(verdict),
                    verdict.notes, 0.0)
    return Done(task.name, record, rendered)


def _keep(folder: Path, done: Done) -> None:
    try:
        save(folder, done.record, done.results)
    except OSError as error:
        raise cannot_write(folder, error) from error


def cannot_write(path: Path, error: OSError) -> CannotWrite:
    """Return the error with a message that says what to do."""
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
        return CannotWrite(f"the disk is full at {path}: make room and run again; what is graded is kept")
    return CannotWrite(f"cannot write {path}: {error.strerror or error}; give OUT=folder that can be written. What is graded is kept")
