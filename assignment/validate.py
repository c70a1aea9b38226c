"""Validates the assignment: the solution passes everything, the stubs nothing, each known mistake is caught where it should be.

    python -m assignment.validate            with the graded cases
    python -m assignment.validate --live     with cases that Hypothesis draws afresh, other ones in each run

Prints the matrix and writes build/validation.html. Exit 1 where anything is wrong; the problems say what.
"""
from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from assignment import catalogue, trial
from assignment.catalogue import ROOT, CatalogueError
from assignment.matrix import Matrix
from assignment.validation_page import page
from autograder.diagnosis import diagnose
from autograder.settings import load_cases
from kibitz.cases.case import Case
from kibitz.judge.checks import CHECKS, FUNCTIONS

LIVE_STORIES = 25  #: per strategy
OUT = ROOT / "build" / "validation.html"
STUBS = ROOT / "starter" / "search.py"
Job = tuple[str, str, str, tuple[str, ...]]  #: kind, id, program, functions whose behaviour to name
_cases: trial.Cases = {}  # for the worker processes, which are forked after it is filled


def main(argv: list[str] | None = None) -> int:
    """Run the validation; 0 where everything holds."""
    parser = argparse.ArgumentParser(prog="python -m assignment.validate", description=__doc__.split("\n")[0])
    parser.add_argument("--live", action="store_true", help="let Hypothesis draw cases afresh")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes side by side (default: %(default)s)")
    parser.add_argument("--seed", type=int, help="draw what an earlier --live run drew")
    args = parser.parse_args(argv)
    started = time.monotonic()
    console = Console(stderr=False)
    try:
        mistakes = catalogue.load()
    except CatalogueError as error:
        console.print(f"NOT VALID: {error}", markup=False)
        return 1
    seed = (args.seed if args.seed is not None else random.randrange(10**9)) if args.live else None
    matrix = filled(Matrix([check.id for check in CHECKS], mistakes), cases_of(seed), args.workers, console)
    heading = _heading(matrix, seed, time.monotonic() - started)
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text(page(matrix, heading), encoding="utf-8")
    return tell(matrix, heading, console)


def cases_of(seed: int | None) -> trial.Cases:
    """Return the graded cases, or what Hypothesis draws today from a seed."""
    if seed is None:
        return load_cases()
    from assignment.freeze import drawn
    from kibitz.cases.sources import sources
    from kibitz.cases.standing import standing

    cases: dict[str, Sequence[Case]] = {}
    fixed, drawing = standing(), sources()
    for check in CHECKS:
        stories = [story for index, strategy in enumerate(drawing.get(check.id, []))
                   for story in drawn(strategy, f"live {seed} {check.id} {index}", LIVE_STORIES)]
        cases[check.id] = [*fixed.get(check.id, []), *(case for story in stories for case in story)]
    return cases


def filled(matrix: Matrix, cases: trial.Cases, workers: int, console: Console) -> Matrix:
    """Try every program, and fill the matrix in."""
    global _cases
    _cases = trial.warmed(cases)
    right = {"the solution": catalogue.SOLUTION.read_text(encoding="utf-8"), **catalogue.accepted()}
    jobs: list[Job] = [("mistake", mistake.id, mistake.programs[0], (mistake.function,)) for mistake in matrix.mistakes]
    jobs += [("right", name, source, FUNCTIONS) for name, source in right.items()]
    jobs += [("stubs", "the stubs", STUBS.read_text(encoding="utf-8"), ())]
    with ProcessPoolExecutor(workers) as pool, Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        for kind, name, failed, named in bar.track(pool.map(_tried, jobs, chunksize=2), len(jobs), description="programs"):
            if kind == "stubs":
                matrix.stubs = failed
                continue
            (matrix.failed if kind == "mistake" else matrix.right)[name] = failed
            matrix.named[name] = named
    return matrix


def _tried(job: Job) -> tuple[str, str, dict[str, str], str]:
    kind, name, source, functions = job
    return kind, name, trial.failures(source, _cases), next(_names(source, functions), "")


def _names(source: str, functions: Sequence[str]) -> Iterator[str]:
    for function in functions:
        named = trial.in_child(lambda function=function: _named(source, function))  # type: ignore[misc]
        if named:
            yield named


def _named(source: str, function: str) -> str:
    found = diagnose(function, lambda cases, keep_going: trial.answers(source, cases, keep_going))
    return found.id if found else ""


def _heading(matrix: Matrix, seed: int | None, seconds: float) -> str:
    caught = sum(1 for mistake in matrix.mistakes if matrix.caught_by(mistake.id))
    right = sum(1 for lost in matrix.right.values() if not lost)
    named = sum(1 for mistake in matrix.mistakes if matrix.named[mistake.id] == mistake.id)
    source = "the graded cases" if seed is None else f"cases drawn afresh (--seed {seed})"
    return (f"{caught} of {len(matrix.mistakes)} mistakes caught and {named} named, {right} of {len(matrix.right)} right programs "
            f"accepted, with {source}, in {seconds:.0f} s")


def tell(matrix: Matrix, heading: str, console: Console) -> int:
    """Print the matrix and the problems; 1 where there are some."""
    table = Table("check", "catches", "alone", title="mistakes by check", title_justify="left", box=None)
    for check in matrix.checks:
        table.add_row(check, str(len(matrix.catches(check))), str(len(matrix.only(check)) or ""))
    console.print(table)
    problems = matrix.problems()
    for problem in problems:
        console.print(f"NOT VALID: {problem}", markup=False, soft_wrap=True)
    console.print(f"{heading}; see {_shown(OUT)}", markup=False, soft_wrap=True)
    return 1 if problems else 0


def _shown(path: Path) -> Path:
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


if __name__ == "__main__":
    sys.exit(main())
