"""The command line: grade a file or folder, print a table, write results.json."""
from __future__ import annotations

import argparse
import gc
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

from autograder.isolation import warm_up
from autograder.isolation.isolation import Backend
from autograder.settings import Settings, load_settings

GARBAGE_AFTER = 100_000  #: objects: the grid of nodes that the judge makes is no garbage, and looking through it took a tenth of its time


def main(argv: list[str] | None = None) -> int:
    """Run the command; 0 where a verdict was reached, 2 where there is nothing to grade or nowhere to write."""
    args = _parser().parse_args(argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a console that lacks a character must not cost the table
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _terminated)
    started = time.monotonic()
    gc.set_threshold(GARBAGE_AFTER)
    backend: Backend | None = None
    try:
        settings = load_settings()
        backend = warm_up(settings.limits)  # first of all: it gets ready while this process goes on with its own imports
        return _grade(args, settings, backend, started)
    except KeyboardInterrupt:
        print(f"Stopped; not graded. If {args.results} is there, it says so.", file=sys.stderr)
        return 130
    finally:
        if backend is not None:
            backend.close()


def _terminated(*_: object) -> None:
    """Take SIGTERM as Ctrl-C: end every search process and leave nothing but the results that say that grading did not finish."""
    raise KeyboardInterrupt


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="autograder", description="Grade a submission exactly as Gradescope would.")
    parser.add_argument("submission", type=_path, help="a search.py, or a folder with one")
    parser.add_argument("--results", type=_path, required=True, help="where to write results.json")
    parser.add_argument("--quiet", action="store_true", help="print no table")
    return parser


def _path(text: str) -> Path:
    if not text:
        raise argparse.ArgumentTypeError("give a path, this is empty")
    return Path(text)


def _grade(args: argparse.Namespace, settings: Settings, backend: Backend, started: float) -> int:
    from autograder.grade import grade
    from autograder.requests import stored
    from autograder.results import results, zero
    from autograder.settings import load_cases
    from autograder.submission import SubmissionNotFound, read_submission

    try:
        submission = read_submission(args.submission)
    except SubmissionNotFound as error:
        print(f"{error}: give SUBMISSION=path to a search.py or to a folder with one", file=sys.stderr)
        return 2
    if not _wrote(args.results, zero(settings)):
        return 2
    verdict = grade(submission, settings, load_cases(), backend=backend, requests=stored())
    if not _wrote(args.results, results(verdict, time.monotonic() - started)):
        return 2
    if not args.quiet:
        from autograder.table import show

        try:
            show(verdict, args.results)
        except OSError as error:
            print(f"the results are in {args.results}; the table could not be printed: {error.strerror}", file=sys.stderr)
    return 0


def _wrote(path: Path, data: dict[str, Any]) -> bool:
    """Write results; say so where that cannot be done, and leave what is there as it is."""
    from autograder.results import write

    try:
        write(path, data)
    except OSError as error:
        print(f"cannot write {path}: {error.strerror}; give RESULTS=path to a place that can be written", file=sys.stderr)
        return False
    return True
