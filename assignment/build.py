"""Makes the whole assignment from the settings and the solution: one command for a new term."""
from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from assignment import cases, changes, checked, data, ranked, release, settings
from assignment.exercises import as_answers, exercises
from assignment.handout import render
from assignment.page import page
from assignment.settings import Assignment, SettingsError
from assignment.stubs import EXTRA, FUNCTIONS, StubError, more, stubs
from assignment.zips import put

ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Build:
    """One run of the command.

    Attributes:
        root: the project's folder.
        redraw: whether graded cases are drawn anew although the seed is the same.
        offline: whether the wheels are bundled.
    """

    root: Path
    redraw: bool = False
    offline: bool = False
    summary: list[str] = field(default_factory=list)
    bar: Progress = field(default_factory=Progress)

    def run(self) -> None:
        """Make everything, or end before the zips.

        Raises:
            SettingsError, StubError, cases.DrawingFailed, checked.Invalid, release.ReleaseError: what is wrong, for people.
        """
        wanted = settings.load(self.root / "assignment" / "assignment.toml")
        text = stubs_of(wanted, self.root)
        self._step("settings", lambda: self._settings(wanted))
        self._step("stubs", lambda: self._put("starter/search.py", text))
        self._step("graded cases", lambda: self._cases(wanted), "drawn anew where the seed or the settings are new")
        if wanted.extra_credit:
            self._step("ranked set", lambda: ranked.update(self.root / "autograder" / "data" / "ranked.json", wanted.seed, self.redraw))
        self._step("handout and answers", lambda: self._handout(wanted, text))
        self._validate(wanted)
        self._step("zips", self._zips)

    def _validate(self, wanted: Assignment) -> None:
        if checked.passed_before(self.root):
            self._step("validation", lambda: "passed before, with the same files")
            return
        if (self.root / "assignment" / "probes.py").exists():
            self._step("known mistakes", self._probes, "runs each of them, a minute or more")
        self._step("validation", lambda: checked.ends_right(self.root, wanted), "grades the solution and the stubs")
        if (self.root / "assignment" / "validate.py").exists():
            self._step("validation by known mistakes", lambda: checked.catalogue(self.root),
                       "tries every known mistake and every accepted program, a minute or more")
        checked.remember(self.root)

    def _step(self, name: str, do: Callable[[], str], meanwhile: str = "") -> None:
        """Do one step and tell what came of it; show that it goes on, on a terminal by a clock."""
        started = time.monotonic()
        columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        with Progress(*columns, transient=True, disable=not sys.stdout.isatty()) as self.bar:
            self.bar.add_task(f"{name}{meanwhile and f': {meanwhile}'}", total=None)
            if meanwhile and not sys.stdout.isatty():
                print(f"{name}: {meanwhile} ...", flush=True)
            told = do()
        print(f"{name}: {told}   ({time.monotonic() - started:.1f} s)", flush=True)

    def _put(self, name: str, text: str) -> str:
        return f"{name} {'changed' if put(self.root / name, text.encode()) else 'as before'}"

    def _settings(self, wanted: Assignment) -> str:
        for path, new in ((self.root / "autograder" / "data" / "settings.json", data.grading(wanted)),
                          (self.root / "starter" / "kibitz" / "assignment.json", data.studying(wanted))):
            old = changes.read(path)
            if "trees" in new:
                self.summary.append(f"changed: {changes.of_trees(old, new)}")
            else:
                self.summary += [f"changed: {line}" for line in changes.of_settings(old, new)]
            put(path, data.as_bytes(new))
        return f"{wanted.title}, {wanted.term}, seed {wanted.seed}: {len(wanted.points)} checks, {wanted.total:g} points"

    def _cases(self, wanted: Assignment) -> str:
        kept = cases.update(self.root / "autograder" / "data" / "cases.json", wanted, self.root, self.redraw,
                             lambda words: self.bar.update(self.bar.task_ids[0], description=f"graded cases: {words} checks drawn"))
        self.summary.append(f"changed: {kept.changed:,} of {kept.total:,} graded cases")
        done = checked.run(self.root, "autograder.requests")
        if done.returncode:
            raise checked.Invalid(f"the requests of the graded cases could not be stored:\n{(done.stdout + done.stderr)[-2000:]}")
        if kept.stale:
            self.summary.append("note: the kit would draw other graded cases today; they are kept until you ask (REDRAW=1)")
        return f"{kept.total:,} drawn anew, because {kept.why}" if kept.why else f"{kept.total:,} kept"

    def _handout(self, wanted: Assignment, text: str) -> str:
        words = render(wanted, text)
        answers = as_answers(exercises(wanted.seed, wanted.functions), wanted.title, wanted.seed)
        told = [self._put("handout.md", words), self._put("dist/handout.html", page(words, wanted)), self._put("build/answers.md", answers)]
        return ", ".join(told)

    def _probes(self) -> str:
        done = checked.run(self.root, "assignment.probes")
        if done.returncode:
            raise checked.Invalid(f"the mistakes' behaviour could not be recorded:\n{(done.stdout + done.stderr)[-2000:]}")
        return (done.stdout.strip().splitlines() or ["recorded"])[-1]

    def _zips(self) -> str:
        built = release.build(self.root, offline=self.offline)
        self.summary += [f"built:   {release.told(made)}" for made in built]
        return "written"


def stubs_of(wanted: Assignment, root: Path) -> str:
    """Return the students' search.py: the graded functions, and those of extra credit where it is on."""
    text = stubs((root / "solution" / "search.py").read_text(encoding="utf-8"), [name for name in FUNCTIONS if name in wanted.functions])
    if not wanted.extra_credit:
        return text
    return text + more((root / "solution" / "ordering.py").read_text(encoding="utf-8"), EXTRA)


def set_seed(path: Path, seed: int) -> None:
    """Write another seed into the settings file, so that file and products agree."""
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"^seed\s*=\s*\d+", f"seed = {seed}", text, count=1, flags=re.M), encoding="utf-8", newline="\n")


def _without_zips(root: Path) -> str:
    """Remove the zips of an earlier build, which somebody would upload with a handout that is newer; return their names."""
    zips = [path for name in ("starter.zip", "autograder.zip") if (path := root / "dist" / name).exists()]
    for path in zips:
        path.unlink()
    return " and ".join(f"dist/{path.name}" for path in zips)


def main(seed: int | None = None, redraw: bool = False, offline: bool = False, root: Path = ROOT) -> int:
    """Build; 0 where everything was made, 1 where validation failed, 2 where settings, solution or machine stand in the way."""
    build = Build(root, redraw, offline)
    try:
        settings.load(root / "assignment" / "assignment.toml")
        if seed is not None:
            set_seed(root / "assignment" / "assignment.toml", seed)
        build.run()
    except checked.Invalid as error:
        print(f"\nNOT VALID, no zip was written: {error}", file=sys.stderr)
        if gone := _without_zips(root):
            print(f"{gone} of an earlier build removed: other cases and files are in this folder now.", file=sys.stderr)
        print("Where the graded cases are at fault, draw others: make assignment REDRAW=1, or SEED=number.", file=sys.stderr)
        return 1
    except (SettingsError, StubError, cases.DrawingFailed, release.ReleaseError) as error:
        print(f"\n{error}", file=sys.stderr)
        return 2
    print("\n" + "\n".join(build.summary))
    print("""
Upload    dist/autograder.zip   to Gradescope: Configure Autograder, Ubuntu 22.04
Give out  dist/starter.zip      and dist/handout.html (or handout.md) to students
Keep      build/answers.md      for the staff: answers to the exercises on paper
Read      docs/instructors.md   for Gradescope's settings""")
    return 0
