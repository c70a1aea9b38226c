"""The command line: grade a file or folder, print a table, write results.json."""
from __future__ import annotations

import argparse
import signal
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from autograder.isolation.backend import Backend, driven
from autograder.isolation.contract import KitFault
from autograder.isolation.headstart import Started
from autograder.settings import SECRETS, Settings, load_settings

_AGAIN_WITHIN_S = 60.0  # a second try may take as long as the first, and Gradescope does not wait for ever


def main(argv: list[str] | None = None, early: Started | None = None) -> int:
    """Run the command; 0 where a verdict was reached, 2 where there is nothing to grade or nowhere to write.

    Args:
        argv: the arguments (default: the program's).
        early: the process that will be the searches' parent, where it was started before.
    """
    args = _parser().parse_args(argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a console that lacks a character must not cost the table
    with suppress(ValueError):  # another thread than the main one cannot
        signal.signal(signal.SIGTERM, _terminated)
    started = time.monotonic()
    with ExitStack() as closing:
        try:
            settings = load_settings()
            backend = _backend(settings, closing, early)  # first of all: it gets ready meanwhile
            return _grade(args, settings, backend, closing, started)
        except KeyboardInterrupt:
            print(f"Stopped; not graded. If {args.results} is there, it says so.", file=sys.stderr)
            return 130
        finally:
            _hold_out()


def _backend(settings: Settings, closing: ExitStack, early: Started | None = None) -> Backend | KitFault:
    """Start a backend, closed at the end; or return why that cannot be."""
    try:
        backend = driven(settings.limits, secrets=SECRETS, early=early)
    except KitFault as fault:
        return fault
    closing.callback(backend.close)
    return backend


def _terminated(*_: object) -> None:
    """Take SIGTERM as Ctrl-C: end every search process and leave nothing but the results that say that grading did not finish."""
    raise KeyboardInterrupt


def _hold_out() -> None:
    """Let no second signal stop what ends the search processes and removes their files."""
    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(ValueError):
            signal.signal(number, signal.SIG_IGN)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="autograder", description="Grade a submission exactly as Gradescope would.",
                                     formatter_class=lambda prog: argparse.HelpFormatter(prog, width=78))  # else it imports shutil to ask
    parser.add_argument("submission", type=_path, help="a search.py, or a folder with one")
    parser.add_argument("--results", type=_path, required=True, help="where to write results.json")
    parser.add_argument("--quiet", action="store_true", help="print no table")
    return parser


def _path(text: str) -> Path:
    if not text:
        raise argparse.ArgumentTypeError("give a path, this is empty")
    return Path(text)


def _grade(args: argparse.Namespace, settings: Settings, backend: Backend | KitFault, closing: ExitStack, started: float) -> int:
    from autograder.channel import begin
    from autograder.requests import stored
    from autograder.results import zero
    from autograder.submission import SubmissionNotFound, read_submission

    try:
        submission = read_submission(args.submission)
    except SubmissionNotFound as error:
        print(f"{error}: give SUBMISSION=path to a search.py or to a folder with one", file=sys.stderr)
        return 2
    if not _wrote(args.results, zero(settings)):
        return 2
    requests = stored()
    begun = None if submission.problem else begin(submission.files, settings, backend=backend, requests=requests)
    # from here on the first searches run; nobody waits for what is imported meanwhile
    from autograder.grade import grade
    from autograder.render import results
    from autograder.settings import load_cases

    cases = load_cases()
    verdict = grade(submission, settings, cases, begun=begun)
    if verdict.faulty and time.monotonic() - started < _AGAIN_WITHIN_S:  # somebody may have ended the process that runs the searches
        verdict = grade(submission, settings, cases, backend=_backend(settings, closing), requests=requests)
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
