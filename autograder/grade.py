"""Grades one submission: every check, each in its own process, and a verdict whatever happens."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from autograder.channel import Channel, begin
from autograder.diagnosis import Diagnosis, diagnose
from autograder.isolation.backend import Backend
from autograder.isolation.contract import KitFault
from autograder.runner import IsolatedRunner
from autograder.settings import CheckSettings, Settings
from autograder.submission import Submission
from autograder.verdict import Row, Status, Verdict
from kibitz.cases.case import Case
from kibitz.judge.check import Check
from kibitz.judge.checks import BY_ID
from kibitz.judge.judging import ENDLESS, Outcome, first_look, made_small
from kibitz.judge.run import NO_ANSWER, Finding
from kibitz.words.report import Extra, brief, cause, passed, plain, reason, report

MOST_TIMEOUTS = 2  #: after so many in one function, its other checks are not run


def grade(submission: Submission, settings: Settings, cases: Mapping[str, Sequence[Case]], *, backend: Backend | KitFault | None = None,
          requests: Mapping[str, bytes] | None = None, begun: Channel | KitFault | None = None) -> Verdict:
    """Grade a submission that was read.

    Args:
        submission: as autograder.submission reads it.
        settings: the points, and the limits of the run.
        cases: the graded cases, by check id.
        backend: an isolation backend that was warmed up earlier, or why there is none.
        requests: those that are ready to be sent, by check id (see autograder.requests).
        begun: what autograder.channel.begin gave for the submission, where its first searches were asked for earlier.
    """
    if submission.problem:
        return _nothing(settings, f"Not graded: {submission.problem}.", _in_a_row(submission.notes))
    channel = begun or begin(submission.files, settings, backend=backend, requests=requests)
    if isinstance(channel, KitFault):
        return nothing_graded(settings, str(channel))
    leaderboard: tuple[dict[str, Any], ...] = ()
    with channel.isolation as isolation:
        try:
            notice = isolation.notice
        except KitFault as fault:
            return nothing_graded(settings, str(fault))
        channel.expect([cases[check.id] for check in settings.checks])
        grader = _Grader(channel, cases)
        rows = tuple(grader.row(check) for check in settings.checks)
        if settings.extra_credit:
            from autograder.ranking.row import ranked_row  # here and below: most terms have no extra credit

            row, leaderboard = ranked_row(isolation, settings)
            rows = (*rows, row)
    return Verdict(rows, (*_in_a_row(submission.notes), *((notice,) if notice else ())), leaderboard)


def _in_a_row(notes: Sequence[str]) -> tuple[str, ...]:
    """Return notes that hold names of a student's choice as plain text, a row each."""
    return tuple(plain(note).replace("\n", "\\n") for note in notes)


def nothing_graded(settings: Settings, fault: str) -> Verdict:
    """Return the verdict where the kit itself cannot grade: no row is the student's fault."""
    text = f"The autograder itself failed, and nothing was graded: {fault}. This is no fault of yours. Please tell the staff."
    rows = tuple(Row(check.id, BY_ID[check.id].title, Status.KIT_FAULT, 0.0, check.points, "the autograder itself failed", plain(text),
                     check.visibility) for check in settings.checks)
    if settings.extra_credit:
        rows = (*rows, _no_extra(settings, text))
    return Verdict(rows, (plain(text),))


def _nothing(settings: Settings, why: str, notes: tuple[str, ...]) -> Verdict:
    why = plain(why)
    rows = tuple(_row(check, Status.NOT_RUN, why) for check in settings.checks)
    if settings.extra_credit:
        rows = (*rows, _no_extra(settings, why))
    return Verdict(rows, (why, *notes))


def _no_extra(settings: Settings, why: str) -> Row:
    from autograder.ranking.row import blocked_row

    return blocked_row(settings, why)


def _row(check: CheckSettings, status: Status, text: str, summary: str = "", mistake: str = "") -> Row:
    earned = check.points if status in (Status.PASSED, Status.KIT_FAULT) else 0.0
    return Row(check.id, BY_ID[check.id].title, status, earned, check.points, summary or text.split("\n")[0], text, check.visibility,
               mistake)


class _Grader:
    """The state of one run: what each function has cost so far, and why the rest is not run."""

    def __init__(self, channel: Channel, cases: Mapping[str, Sequence[Case]]) -> None:
        self._isolation, self._channel, self._cases = channel.isolation, channel, cases
        self._runners: dict[str, IsolatedRunner] = {}
        self._stopped: dict[str, str] = {}
        self._refused = ""
        self._causes: dict[tuple[str, str], str] = {}
        self._diagnosed: set[str] = set()

    def row(self, graded: CheckSettings) -> Row:
        check = BY_ID[graded.id]
        blocked = self._refused or self._isolation.spent or self._stopped.get(check.function, "")
        if blocked:
            return _row(graded, Status.NOT_RUN, plain(blocked))
        runner = self._runners.setdefault(check.function, IsolatedRunner(self._channel))
        try:
            outcome = first_look(check, self._cases[check.id], runner)
        except (MemoryError, RecursionError):  # what came back was too much to judge, and that is not the kit's doing
            return _row(graded, Status.FAILED, "What came back from your search was too large to be judged. Please tell the staff.")
        except Exception:  # a fault of the kit's own, whatever it is, is not the student's
            text = "The autograder itself failed on this check, which costs no points. Please tell the staff:\n"
            import traceback  # here and below: what is seldom needed is imported then

            return _row(graded, Status.KIT_FAULT, plain(text + traceback.format_exc()[-1500:]))
        if outcome.failure is None:
            return _row(graded, Status.PASSED, passed(outcome))
        row = replace(self._failed(graded, check, outcome, runner), kind=outcome.failure.finding.kind)
        if runner.timeouts >= MOST_TIMEOUTS:
            self._stopped[check.function] = f"not run: {check.function} ran out of time {runner.timeouts} times before"
        return row

    def _failed(self, graded: CheckSettings, check: Check, outcome: Outcome, runner: IsolatedRunner) -> Row:
        assert outcome.failure is not None
        if outcome.failure.finding.kind == "refused":
            self._refused = f"not run: {runner.refused}"
            return _row(graded, Status.FAILED, plain(f"search.py could not be loaded: {runner.refused}"))
        if outcome.failure.finding.kind in ("not written", "missing"):
            self._stopped[check.function] = self._why_not(check.function, outcome.failure.finding)
            return _row(graded, Status.NOT_RUN, plain(self._stopped[check.function]))
        try:
            return self._told(graded, check, outcome, runner)
        except Exception:  # the verdict stands: what a submission sends back must not turn it into a fault of the kit
            text = f"{outcome.failure.finding.sentence}.\nThe autograder could not say more. Please tell the staff."
            return _row(graded, Status.FAILED, plain(text))

    def _told(self, graded: CheckSettings, check: Check, outcome: Outcome, runner: IsolatedRunner) -> Row:
        """Return the row of a failed check, with all that can be said of it."""
        assert outcome.failure is not None
        same = self._causes.setdefault((check.function, cause(outcome)), check.id) if cause(outcome) else check.id
        if same != check.id:
            return _row(graded, Status.FAILED, plain(brief(outcome, same)), plain(reason(outcome)))
        outcome = made_small(check, outcome, runner, runner.quick)
        named = self._named(check, outcome)
        extra = Extra(named.sentence if named else "", named.hint if named else "", runner.printed)
        return _row(graded, Status.FAILED, plain(report(check, outcome, extra)), plain(reason(outcome)), named.id if named else "")

    def _why_not(self, function: str, finding: Finding) -> str:
        """Say why a function cannot be run at all; where it is missing, what there is instead."""
        if finding.kind != "missing":
            return finding.sentence
        try:
            return self._channel.hints().get(function, "") or finding.sentence
        except Exception:  # a hint is not worth a verdict
            return finding.sentence

    def _named(self, check: Check, outcome: Outcome) -> Diagnosis | None:
        """Return what the function looks like, once: in its first row that fails."""
        assert outcome.failure is not None
        if check.function in self._diagnosed or outcome.failure.finding.kind in NO_ANSWER:
            return None
        self._diagnosed.add(check.function)
        return diagnose(check.function, IsolatedRunner(self._channel), endless=outcome.failure.finding.kind == ENDLESS)
