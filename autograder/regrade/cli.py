"""The command: grade a class again, and report."""
from __future__ import annotations

import argparse
import json
import os
import sys
import time
from contextlib import AbstractContextManager
from dataclasses import asdict
from pathlib import Path

from autograder.files import write_text
from autograder.regrade.batch import open_batch
from autograder.regrade.digest import of_grader
from autograder.regrade.executors import NoScheduler, Workers, cluster, local
from autograder.regrade.grades import grades
from autograder.regrade.render import markdown, page
from autograder.regrade.report import Report, report
from autograder.regrade.run import CannotWrite, Plan, Tally, cannot_write, regrade
from autograder.regrade.source import Batch, NotABatch
from autograder.regrade.terminal import Bar, lines
from autograder.regrade.work import OtherGrader, Work, grade_task, prepare
from autograder.settings import load_settings

OUT = Path("build/regrade")


def main(argv: list[str] | None = None, work: Work = grade_task) -> int:
    """Run the command.

    Returns:
        0: every submission has its verdict; 1: on some the kit itself failed; 2: there is nothing to grade, nobody to do it or
        nowhere to write; 130: stopped by Ctrl-C, with what was graded kept.
    """
    args = _parser().parse_args(argv)
    try:
        with open_batch(args.submissions) as batch:
            return _run(args, batch, work)
    except (NotABatch, NoScheduler, CannotWrite, OtherGrader) as error:
        print(f"regrade: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"regrade: {cannot_write(Path(error.filename or args.out), error)}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="regrade", description="Grade a class again and report what it got wrong.")
    parser.add_argument("submissions", type=_path, help="a Gradescope export (zip or folder), or a folder with one file or folder for each")
    parser.add_argument("--out", type=Path, default=OUT, help="where to write (default: %(default)s)")
    parser.add_argument("--workers", type=_positive, default=_cores(), help="processes (default: one for each core, %(default)s here)")
    parser.add_argument("--fresh", action="store_true", help="grade all again, also what is graded already")
    parser.add_argument("--anon", action="store_true", help="people become submission numbers in the report")
    parser.add_argument("--scheduler", help="a Dask scheduler, tcp://host:port, to work on its cluster")
    return parser


def _path(text: str) -> Path:
    if not text:
        raise argparse.ArgumentTypeError("give SUBMISSIONS=export.zip, or a folder with a file or a folder for each submission")
    return Path(text)


def _positive(text: str) -> int:
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _run(args: argparse.Namespace, batch: Batch, work: Work) -> int:
    out: Path = args.out
    if args.submissions.is_dir() and args.submissions.resolve() in (out.resolve(), *out.resolve().parents):
        raise NotABatch(f"{out} lies inside {args.submissions}, and would be graded next time: give OUT=folder somewhere else")
    out.mkdir(parents=True, exist_ok=True)
    plan, tally, started = Plan(of_grader(), load_settings(), out, args.fresh, work), Tally(), time.monotonic()
    try:
        with _where(args, len(batch.sources), work) as workers, Bar(len(batch.sources)) as bar:
            words = workers.words
            regrade(list(batch.sources), plan, workers.executor, workers.count, tally, bar.tell)
    except KeyboardInterrupt:
        print(f"\nregrade: stopped. {len(tally.records)} of {len(batch.sources)} are graded and kept in {out}; run again to go on",
              file=sys.stderr)
        return 130
    return _finish(args, batch, plan, tally, words, time.monotonic() - started)


def _where(args: argparse.Namespace, most: int, work: Work) -> AbstractContextManager[Workers]:
    if args.scheduler:
        return cluster(args.scheduler)
    return local(min(args.workers, most), prepare if work is grade_task else None)


def _finish(args: argparse.Namespace, batch: Batch, plan: Plan, tally: Tally, words: str, seconds: float) -> int:
    made = report(batch.sources, tally.records, plan.settings, plan.grader, plan.out, anon=args.anon, notes=batch.notes)
    graded = len(tally.records) - tally.kept
    try:
        write_text(plan.out / "grades.csv", grades(batch.sources, tally.records))
        write_text(plan.out / "report.html", page(made))
        write_text(plan.out / "report.md", markdown(made))
        write_text(plan.out / "summary.json", _summary(made, batch, tally, words, seconds))
    except OSError as error:
        raise cannot_write(plan.out, error) from error
    rate = f", {graded / seconds:.1f} a second" if graded else ""
    how = f"{graded} graded now in {seconds:.0f} s by {words}{rate}; {tally.kept} kept from before"
    for line in lines(made, how, plan.out, tally.messages):
        print(line)
    return 1 if made.counts["kit faults"] else 0


def _summary(made: Report, batch: Batch, tally: Tally, words: str, seconds: float) -> str:
    """Return summary.json: the figures, and the only place with timings."""
    data = {
        "title": made.title, "seed": made.seed, "grader": made.grader, "counts": dict(made.counts), "most": made.most,
        "scores": asdict(made.scores) if made.scores else None, "alpha": made.alpha,
        "checks": [{**asdict(item), "flags": list(said)} for item, _, said in made.items],
        "mistakes": [{**asdict(one.cluster), "share": one.share} for one in (*made.named, *made.to_do)],
        "changes": asdict(made.changes) if made.compared else None,
        "human_eye": [asdict(look) for look in made.looks],
        "remarks": [*batch.notes, *tally.messages],
        "run": {"seconds": round(seconds, 2), "workers": words, "graded": len(tally.records) - tally.kept, "kept": tally.kept,
                "seconds_by_submission": {name: record.seconds for name, record in tally.records.items()}},
    }
    return json.dumps(data, indent=1, allow_nan=False) + "\n"
