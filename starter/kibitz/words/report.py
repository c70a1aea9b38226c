"""The text of a failed check, the same in a terminal, on Gradescope and on the trace's page.

At most ROWS rows of 78 ASCII columns: what was tested; the smallest game that shows it; what was expected and what came
back; the first wrong step; a hint; two lines to try.
"""
from __future__ import annotations

import textwrap
from dataclasses import dataclass

from games.game import Game
from games.graph import GraphGame
from kibitz.judge.check import Check
from kibitz.judge.judging import Outcome
from kibitz.judge.proof import backed_up
from kibitz.judge.run import NO_ANSWER, Finding, Run, shown
from kibitz.watch.watched import choices_of
from kibitz.words.draw import WIDTH, as_python, drawable, drawn_graph, drawn_position, drawn_tree, import_line, in_one_row, wrapped
from kibitz.words.hints import HINTS, KEPT_BETWEEN_CALLS, hint

ROWS = 24


@dataclass(frozen=True)
class Extra:
    """What else is known of a failure.

    Attributes:
        looks_like: the named mistake whose behaviour this is: "Looks like a search that ...".
        hint: the mistake's own hint, in place of the check's.
        printed: what the student's program printed.
    """

    looks_like: str = ""
    hint: str = ""
    printed: str = ""


NOTHING = Extra()


def heading(check: Check) -> str:
    """Return the check's name and promise, in one row.

    >>> from kibitz.judge.checks import BY_ID
    >>> heading(BY_ID["alphabeta.window"])
    'alphabeta.window: exact inside the window, a bound on the right side outside'
    """
    return f"{check.id}: {check.title}"


def reason(outcome: Outcome) -> str:
    """Return why a check failed, in one sentence."""
    assert outcome.failure is not None
    run, finding = outcome.failure.run, outcome.failure.finding
    if finding.kind == "wrong move":
        return _move_sentence(run, finding)
    return finding.sentence


def report(check: Check, outcome: Outcome, extra: Extra = NOTHING) -> str:
    """Return the whole text of a failed check."""
    assert outcome.failure is not None
    run, finding = outcome.failure.run, outcome.failure.finding
    if finding.kind in NO_ANSWER:
        rows = [*_filled(_ended(reason(outcome))), *_printed(extra)]
        return "\n".join(rows)
    told = [*_told(run, outcome), *_printed(extra)]
    from kibitz.steps.wrong import describe, first_wrong_step  # a search that is right has none, and needs not wait for these

    step = first_wrong_step(run)
    if step:
        told += _filled(describe(step))
    if extra.looks_like:
        told += _filled(extra.looks_like)
    usual = hint(check, run, finding, step) if outcome.alone else KEPT_BETWEEN_CALLS
    told += _filled(f"Hint: {extra.hint or usual}")
    tried = _try_it(run)
    tried.append(f"See it:  make trace CHECK={check.id}")
    room = ROWS - 1 - len(told) - len(tried)
    return "\n".join([*_case(run, outcome, room), *told, *tried])


def brief(outcome: Outcome, check_before: str) -> str:
    """Return the text of a check that failed for the same cause as one before it: its own game, and where to read on."""
    assert outcome.failure is not None
    run = outcome.failure.run
    code = f"{run.case.function}({as_python(run.case.position())}, {run.case.depth}{_arguments(run)})"
    rows = wrapped(code)
    shortened = [*rows[:2], "    ..."] if len(rows) > 3 else rows
    return "\n".join([*shortened, *_filled(_ended(reason(outcome))), f"Same cause as {check_before}, see there."])


def cause(outcome: Outcome) -> str:
    """Return what a failure is an instance of, where that says more than a wrong value does; else ""."""
    assert outcome.failure is not None
    finding, answer = outcome.failure.finding, outcome.failure.run.answer
    if finding.kind == "raised":
        return f"raised {answer.get('error')} {(answer.get('frames') or [None])[-1]}"
    return finding.kind if finding.kind in HINTS else ""


def _told(run: Run, outcome: Outcome) -> list[str]:
    rows = _filled(_ended(reason(outcome)))
    if run.case.evaluation == "other":
        rows += _filled("The search that it was given estimates otherwise: it takes every estimate with the other sign.")
    if run.answer["status"] == "raised":
        rows += _frames(run)
    if not outcome.alone and outcome.failure and outcome.failure.before:
        count = outcome.failure.before
        rows += _filled(f"It is right when this search comes first, and wrong after {count} other{'s' if count > 1 else ''} in the same "
                        "process: what does your code keep between calls?")
    return rows


def _case(run: Run, outcome: Outcome, room: int) -> list[str]:
    """Return the rows that show the game, at most `room` of them."""
    game = run.case.position()
    how = " (smallest found)" if outcome.smallest else ""
    window = f", window {_window(run)}" if run.case.window else ""
    rows = [f"The game, depth {run.case.depth}{window}{how}:"]
    if drawable(game, run.arena) and len(run.arena) < room:
        drawing = drawn_tree(run.arena, _marks(run), _known_values(run))
    elif import_line(game) == "from games.tree import *":
        drawing = wrapped(as_python(game))
    elif isinstance(game, GraphGame):
        drawing = drawn_graph(game)
    else:
        drawing = drawn_position(game)
    if len(drawing) > max(room - 1, 3):
        drawing = [*drawing[: max(room - 2, 2)], "..."]
    return rows + [f"    {row}" for row in drawing]


def _window(run: Run) -> str:
    assert run.case.window is not None
    return f"[{shown(run.case.window[0])}, {shown(run.case.window[1])}]"


def _marks(run: Run) -> dict[int, str]:
    marks: dict[int, str] = {}
    if run.case.function in ("alphabeta", "minimax", "expectimax") and run.returned:
        for node in run.arena.leaves:
            if run.arena.group[node] not in run.known_groups:
                marks[node] = "your search did not look here"
    if run.replay.broken:
        marks[run.replay.broken[1]] = "here"
    return marks


def _known_values(run: Run) -> dict[int, str]:
    """Return what the leaves that were looked at prove about each inner node, where they do."""
    if run.case.function == "best_move" or run.replay.broken:
        return {}
    low, high = backed_up(run.arena, run.known_groups)
    return {node: f"= {shown(low[node])}" for node in range(len(run.arena)) if run.arena.children[node] and low[node] == high[node]}


def _move_sentence(run: Run, finding: Finding) -> str:
    if run.arena.finished[0] or run.move is None:
        return finding.sentence
    choices = choices_of(run.case.position())
    worth = [run.case.table[child][-1] for child in run.arena.children[0]]
    right = finding.right_moves
    best = " or ".join(repr(choices[index]) for index in right)
    return (f"Expected move {best}, worth {shown(worth[right[0]])}.  "
            f"Your best_move returned {choices[run.move]!r}, worth {shown(worth[run.move])}.")


def _frames(run: Run) -> list[str]:
    """Return the student's own frames: five at most, recursion folded."""
    frames = run.answer.get("frames") or []
    rows: list[str] = []
    repeated = 0
    previous: object = None
    for frame in frames:
        if not (isinstance(frame, list) and len(frame) == 4):
            continue
        file, line, name, text = frame
        if (file, line, name) == previous:
            repeated += 1
            continue
        if repeated and rows:
            rows[-1] += f"   ({repeated} more times)"
        repeated, previous = 0, (file, line, name)
        rows.append(f"{file}, line {line}, in {name}:  {str(text).strip()}")
    if repeated and rows:
        rows[-1] += f"   ({repeated} more times)"
    return [in_one_row(f"    {row}", WIDTH - 2) for row in rows[-5:]]


def _printed(extra: Extra) -> list[str]:
    if not extra.printed.strip():
        return []
    lines = extra.printed.strip().splitlines()
    shown_lines = lines[:3]
    more = [f"    ... {len(lines) - 3} more lines"] if len(lines) > 3 else []
    return ["Your program printed:", *(in_one_row(f"    {line}", WIDTH - 2) for line in shown_lines), *more]


def _try_it(run: Run) -> list[str]:
    case, game = run.case, run.case.position()
    call = f"{case.function}({as_python(game)}, {case.depth}{_arguments(run)})"
    rows = wrapped(call, " " * 11)
    searched = "" if case.evaluation == "other" else {"default": "", "search": "minimax"}.get(case.given, case.given.partition("-")[0])
    name = f"{case.function}, {searched}" if searched else case.function
    if len(rows) > 6:
        return [f"Try it:  from search import {name}; {case.function}(...) on the game above"]
    return [*_imports(game, name), *(f"         {row}" for row in rows)]


def _imports(game: Game, names: str) -> list[str]:
    """Return the imports that the line to try needs: in one row where they fit."""
    rows = [f"Try it:  {import_line(game)}; from search import {names}"]
    return rows if len(rows[0]) <= WIDTH - 2 else [f"Try it:  {import_line(game)}", f"         from search import {names}"]


def _arguments(run: Run) -> str:
    case = run.case
    if case.window:
        low, high = (_python(shown(bound)) for bound in case.window)
        return f", {low}, {high}"
    if case.given in ("", "default"):
        return ""
    if case.evaluation == "other":  # no search of hers estimates so; what the given one is asked can be shown
        return ", lambda *asked: print(asked) or 0"
    return ", minimax" if case.given == "search" else f", {case.given.partition('-')[0]}"


def _python(text: str) -> str:
    return f"float('{text}')" if text in ("inf", "-inf") else text


def _ended(sentence: str) -> str:
    return sentence if sentence.rstrip().endswith((".", "!", "?", ":")) else sentence + "."


def _filled(text: str) -> list[str]:
    return textwrap.wrap(plain(text), WIDTH - 2, subsequent_indent="    ", break_long_words=True)


def plain(text: str) -> str:
    """Return text with everything that is not printable ASCII made harmless.

    >>> plain("na\\u00efve \\x1b[31m")
    'na\\\\xefve \\\\x1b[31m'
    """
    return "".join(char if " " <= char <= "~" or char == "\n" else char.encode("unicode_escape").decode() for char in text)


def passed(outcome: Outcome) -> str:
    """Return what a passed check says: what was tried."""
    searches = "1 search" if outcome.searches == 1 else f"{outcome.searches} searches"
    return f"{searches} made and verified; the largest game has {outcome.largest:,} positions within its depth."


