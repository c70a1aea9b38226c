"""Compares two autograders on a class: verdicts of an older zip and of today's, differences only."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.progress import Progress

from autograder.regrade.batch import open_batch
from autograder.regrade.source import NotABatch, Source

ROOT = Path(__file__).resolve().parent.parent
TODAY = ROOT / "dist" / "autograder.zip"
_MOST_S = 600  #: one submission under one grader


class CannotCompare(Exception):
    """One of the zips cannot be used, or a grader ended without a verdict."""


@dataclass(frozen=True)
class Difference:
    """What one submission gets from both graders, and the checks on which they differ."""

    name: str
    old: float
    new: float
    checks: tuple[str, ...]


def main(old: Path, submissions: Path, workers: int, today: Path = TODAY) -> int:
    """Compare and print; 0 where both graders reached their verdicts, 2 where that cannot be."""
    try:
        _there(old)
        with tempfile.TemporaryDirectory(prefix="kibitz-compare-") as folder, open_batch(submissions) as batch:
            graders = [_unpacked(archive, Path(folder) / name) for archive, name in ((old, "old"), (today, "today"))]
            sources = [source for source in batch.sources if source.path is not None]
            differences = _all(graders, sources, Path(folder), max(1, workers))
            print("\n".join(told(differences, len(sources), _of_the_graders(*graders))))
    except (CannotCompare, NotABatch) as error:
        print(f"compare: {error}", file=sys.stderr)
        return 2
    return 0


def _there(old: Path) -> None:
    """Refuse a missing OLD before the submissions are looked at: `make compare` gives "", which is the folder one is in."""
    give = "give OLD=path to the autograder.zip that is on Gradescope now"
    if old == Path():
        raise CannotCompare(give)
    if not old.exists():
        raise CannotCompare(f"{old} does not exist: {give}")


def _unpacked(archive: Path, folder: Path) -> Path:
    try:
        with zipfile.ZipFile(archive) as zipped:
            zipped.extractall(folder)
    except (OSError, zipfile.BadZipFile) as error:
        mend = "run make assignment first" if archive == TODAY else "give OLD=the autograder.zip that is on Gradescope"
        raise CannotCompare(f"{archive} cannot be read as a zip: {mend}") from error
    if not (folder / "autograder" / "__main__.py").exists():
        raise CannotCompare(f"{archive.name} is no autograder.zip of this kit: give OLD=the one that is on Gradescope")
    return folder


def _all(graders: Sequence[Path], sources: Sequence[Source], folder: Path, workers: int) -> list[Difference]:
    def compared(numbered: tuple[int, Source]) -> Difference:
        number, source = numbered
        results = [_graded(grader, source, folder / f"{number}-{grader.name}") for grader in graders]
        bar.advance(task)
        return difference(source.name, *results)

    with Progress(transient=True) as bar, ThreadPoolExecutor(workers) as pool:
        task = bar.add_task("grading with both", total=len(sources))
        found = list(pool.map(compared, enumerate(sources)))
    return [each for each in found if each.checks or each.old != each.new]


def _graded(grader: Path, source: Source, scratch: Path) -> dict[str, Any]:
    """Run one grader's own code on one submission, and return its results."""
    scratch.mkdir()
    assert source.path is not None
    submission = source.path
    if source.single:
        submission = scratch / "search.py"
        shutil.copyfile(source.path, submission)
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    command = [sys.executable, "-B", "-m", "autograder", str(submission.resolve()), "--results", str(scratch / "results.json"), "--quiet"]
    done = subprocess.run(command, cwd=grader, env=environment, capture_output=True, text=True, timeout=_MOST_S)
    if done.returncode:
        raise CannotCompare(f"{grader.name} could not grade {source.name}:\n{done.stderr[-1500:]}")
    results: dict[str, Any] = json.loads((scratch / "results.json").read_text(encoding="utf-8"))
    shutil.rmtree(scratch)
    return results


def difference(name: str, old: dict[str, Any], new: dict[str, Any]) -> Difference:
    """Return how two results of one submission differ."""
    before, after = _scores(old), _scores(new)
    checks = [f"{check} {_shown(before.get(check))} -> {_shown(after.get(check))}" for check in dict.fromkeys([*after, *before])
              if before.get(check) != after.get(check)]
    return Difference(name, old["score"], new["score"], tuple(checks))


def _scores(results: dict[str, Any]) -> dict[str, tuple[float, float]]:
    return {test["extra_data"]["check"]: (test["score"], test["max_score"]) for test in results["tests"]}


def _shown(score: tuple[float, float] | None) -> str:
    return "not there" if score is None else f"{score[0]:g}/{score[1]:g}"


def _of_the_graders(old: Path, new: Path) -> list[str]:
    """Say where the two graders are not alike: seed, cases."""
    settings = [json.loads((grader / "autograder" / "data" / "settings.json").read_text(encoding="utf-8")) for grader in (old, new)]
    cases = [(grader / "autograder" / "data" / "cases.json").read_bytes() for grader in (old, new)]
    said = [] if cases[0] == cases[1] else ["the two zips have other graded cases"]
    if settings[0]["seed"] != settings[1]["seed"]:
        said.append(f"their seeds differ: {settings[0]['seed']} and {settings[1]['seed']}")
    return said


def told(differences: Sequence[Difference], count: int, notes: Sequence[str]) -> list[str]:
    """Return what is printed: a line for each submission that gets another verdict, and their sum."""
    lines = [f"note: {note}" for note in notes]
    for each in sorted(differences, key=lambda each: (each.new - each.old, each.name)):
        lines.append(f"{each.name}: {each.old:g} -> {each.new:g}  ({each.new - each.old:+g})   {', '.join(each.checks)}")
    lower = sum(each.new < each.old for each in differences)
    higher = sum(each.new > each.old for each in differences)
    return [*lines, f"{len(differences)} of {count} submissions change: {higher} get more, {lower} get less"]
