"""`python -m kibitz trace`: draws a search of the student's search.py."""
from __future__ import annotations

import argparse
import difflib
import os
import sys
import textwrap
import webbrowser
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from games.game import Game, Player
from games.tree import TreeGame
from kibitz.cases.case import Case
from kibitz.cases.standing import always, standing
from kibitz.judge.check import Check, with_memory
from kibitz.judge.checks import BY_ID, FUNCTIONS
from kibitz.judge.judging import Outcome, judge, made
from kibitz.judge.run import Finding, Run
from kibitz.options import Parser, one_of, whole
from kibitz.selfcheck.local import LocalRunner, NotLoaded, load, patience
from kibitz.steps.phrases import plural
from kibitz.steps.wrong import describe, first_wrong_step, steps_of
from kibitz.trace.cases import TEXTBOOK, NoSuchCase, case_of, game_after, position_from
from kibitz.trace.page import page
from kibitz.trace.verdict import cut_short, verdict_on
from kibitz.watch.worker import TimeUp, perform

UNWRITTEN = ("not written", "missing")
MOST_EVENTS = 200_000  #: calls of the game after which a search is stopped
PATIENCE_S = 10
SEARCH = Path(__file__).parents[2] / "search.py"


@dataclass(frozen=True)
class Choice:
    """What is to be drawn: a case, the check it comes from, what the check found, and the cases before it where it needs them to fail."""

    case: Case
    check: Check | None = None
    found: Finding | None = None
    earlier: tuple[Case, ...] = ()

    @property
    def note(self) -> str:
        """What to add to the verdict."""
        if not self.earlier:
            return ""
        return (f"drawn after the {plural(len(self.earlier), 'search')} that came before in the same process; alone it is right: "
                "what does your code keep between calls?")


def main(argv: Sequence[str]) -> int:
    """Write the page. Returns 0, 2 where there is nothing to draw or nowhere to write, or 130 after Ctrl-C."""
    options = _parser().parse_args(argv)
    try:
        return _trace(options)
    except NotLoaded as error:
        return _no_trace(f"search.py could not be loaded: {error}")
    except NoSuchCase as error:
        return _no_trace(str(error))
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130


def _trace(options: argparse.Namespace) -> int:
    out = Path(options.out)
    choice = _choice(options)
    run = _run_of(choice.case, options.search_file, choice.earlier)
    if choice.check is None and options.search is None and run.answer["status"] in UNWRITTEN:
        run = _written_instead(run, options.search_file)
    try:
        line = write(run, out, choice)
    except OSError as error:
        return _no_trace(f"cannot write {out}: {error.strerror or error}")
    _say(line)
    _say(f"The whole search, step by step: {out}")
    if _may_open():
        webbrowser.open(out.resolve().as_uri())
    return 0


def _run_of(case: Case, path: Path, earlier: Sequence[Case] = ()) -> Run:
    print(f"Running your {case.function} ...", flush=True)
    return observed(path, case, earlier)


def _written_instead(run: Run, path: Path) -> Run:
    """Return the run of the first function that is written, of those that could search this position; else the run itself."""
    for function in ("minimax", "expectimax") if run.case.function == "alphabeta" else ():
        other = _run_of(replace(run.case, function=function), path)
        if other.answer["status"] not in UNWRITTEN:
            return other
    return run


def _no_trace(why: str) -> int:
    stop = "" if "\n" in why or why.endswith((".", "?")) else "."
    print(f"No trace: {why}{stop}".encode("ascii", "backslashreplace").decode(), file=sys.stderr)
    return 2


def write(run: Run, out: Path, choice: Choice | None = None) -> str:
    """Write a run's page to a file; return the verdict and the first wrong step in words."""
    check, note, found = (choice.check, choice.note, choice.found) if choice else (None, "", None)
    steps = steps_of(run)
    wrong = None if cut_short(run) else first_wrong_step(run, steps)
    verdict = verdict_on(run, steps, check, found)
    if note:
        verdict = replace(verdict, facts=(*verdict.facts, note))
    out.write_bytes(page(steps, verdict, wrong, check).encode("utf-8", "backslashreplace"))
    return f"{verdict.word}: {verdict.sentence}" + (f"\n{describe(wrong)}" if wrong else "")


def observed(path: Path, case: Case, earlier: Sequence[Case] = ()) -> Run:
    """Run a case of a search.py here, and note what its functions return.

    Args:
        path: the search.py.
        case: what is asked.
        earlier: what is asked before, of the same functions and of what they keep.

    Raises:
        NotLoaded: the file cannot be loaded.
    """
    module = load(path)
    asked = [one.request() for one in (*earlier, replace(case, observe=True))]
    bounded = [{**one, "budget": min(one["budget"], MOST_EVENTS)} for one in asked]
    request = {"function": case.function, "cases": bounded, "keep_going": True}
    try:
        with patience(PATIENCE_S):
            return with_memory(made([*earlier, case], perform(module, request)["answers"]))[-1]
    except TimeUp:
        message = f"{case.function} did not finish within {PATIENCE_S} s: does every loop end?"
        return Run(case, {"status": "timeout", "message": message, "events": ""})


def _choice(options: argparse.Namespace) -> Choice:
    """Return what the options ask for; without any, the first public check that fails, else a textbook tree."""
    if options.check in FUNCTIONS:
        if options.search not in (None, options.check):
            raise NoSuchCase(f"CHECK={options.check} and SEARCH={options.search} name two functions; give one of them")
        options.search, options.check = options.check, ""
    if options.case:
        return Choice(_asked(position_from(options.case), options))
    if options.game or options.moves:
        return Choice(_asked(game_after(options.game or "tictactoe", options.moves or ""), options))
    if options.check:
        if options.check not in BY_ID:
            raise NoSuchCase(_no_check(options.check))
        return _failing([BY_ID[options.check]], options.search_file) or Choice(_of_check(BY_ID[options.check]), BY_ID[options.check])
    print("Looking for the first check that fails ...", flush=True)
    asked = [check for check in BY_ID.values() if options.search in (None, check.function)]
    if options.depth is None and (found := _failing(asked, options.search_file)):
        return found
    if options.depth is None:
        print(f"All {len(asked)} checks pass; here is a tree from the textbook.", flush=True)
    return Choice(_asked(TreeGame(TEXTBOOK), options))


def _asked(game: Game, options: argparse.Namespace) -> Case:
    """Return the case of searching a position with the function that is asked for; where none is, with one that can."""
    case = case_of(game, options.search or "alphabeta", options.depth)
    return case if options.search or Player.CHANCE not in case.arena.turn else replace(case, function="expectimax")


def _no_check(name: str) -> str:
    """Return what to say of a check that does not exist: the ids most like it, else all."""
    if near := difflib.get_close_matches(name, BY_ID):
        return f"there is no check {name!r}; did you mean {' or '.join(near)}?"
    ids = textwrap.fill(", ".join(BY_ID), 78, initial_indent="  ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    return f"there is no check {name!r}; there are:\n{ids}"


def _failing(checks: Sequence[Check], path: Path) -> Choice | None:
    """Return the smallest case of the first of the checks that fails; a function that is not written only if none does."""
    unwritten: dict[str, Choice] = {}
    for check in checks:
        outcome = None if check.function in unwritten else _outcome(check, path)
        failure = outcome.failure if outcome else None
        if outcome and failure:
            choice = Choice(failure.run.case, check, failure.finding, outcome.earlier)
            if failure.finding.kind not in UNWRITTEN:
                return choice
            unwritten[check.function] = choice
    return next(iter(unwritten.values()), None)


def _outcome(check: Check, path: Path) -> Outcome | None:
    """Return how a check fails, on the public cases; without Hypothesis, on those that need no drawing."""
    try:
        from kibitz.selfcheck.public import failing_outcome
    except ModuleNotFoundError as error:
        if error.name != "hypothesis":
            raise
        cases = always().get(check.id, [])
        return judge(check, cases, LocalRunner(path)) if cases else None
    return failing_outcome(check, path)


def _of_check(check: Check) -> Case:
    """Return the first case of a check that passes."""
    cases = standing().get(check.id)
    return cases[0] if cases else case_of(TreeGame(TEXTBOOK), check.function, None)


def _say(text: str) -> None:
    """Print what any console can show."""
    print(text.encode("ascii", "backslashreplace").decode())


def _may_open() -> bool:
    """Tell whether somebody sits there who would see a browser open."""
    if os.environ.get("CI") or os.environ.get("BROWSER") == "none" or not sys.stdout.isatty():
        return False
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="python -m kibitz trace", description="Draw a search of your search.py, step by step.")
    parser.add_argument("--case", default="", help="a tree or a position as Python: MAX(MIN(3, 12), 2)")
    parser.add_argument("--check", default="", help="a check's id, or a function's name: the smallest failing case")
    parser.add_argument("--game", default="", help="a game's name; from its start, or after --moves")
    parser.add_argument("--moves", default="", help="moves played before, separated by commas")
    parser.add_argument("--search", type=one_of("search", FUNCTIONS), help=f"which function: {', '.join(FUNCTIONS)} (one that is written)")
    parser.add_argument("--depth", type=whole, help="plies to look ahead")
    parser.add_argument("--out", default="trace.html", help="the file to write (trace.html)")
    parser.add_argument("--search-file", type=Path, default=SEARCH, help=argparse.SUPPRESS)
    return parser
