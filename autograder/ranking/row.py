"""The row of extra credit in a verdict, and the leaderboard's columns that go with it."""
from __future__ import annotations

import traceback
from collections.abc import Sequence
from typing import Any

from autograder.channel import Channel
from autograder.isolation.isolation import Isolation
from autograder.ranking.board import entries
from autograder.ranking.positions import load
from autograder.runner import IsolatedRunner
from autograder.settings import Settings
from autograder.verdict import EXTRA, Row, Status
from kibitz.extra.case import RankedCase
from kibitz.extra.ranking import Ranking, rank
from kibitz.extra.report import headline, report
from kibitz.words.report import plain

TITLE = "extra credit: a search that visits few positions"
CPU_S = 20.0  #: for one search; the budget of events ends it long before
Ranked = tuple[Row, tuple[dict[str, Any], ...]]


def ranked_row(isolation: Isolation, settings: Settings, cases: Sequence[RankedCase] | None = None) -> Ranked:
    """Rank the submission; its row, which no required point hangs on, and its columns on the leaderboard.

    Args:
        cases: the ranked set (default: the one that was frozen for this term).
    """
    try:
        ranking = rank(load() if cases is None else cases, IsolatedRunner(Channel(isolation, CPU_S)))
    except (MemoryError, RecursionError):  # what came back was too much to judge, and that is not the kit's doing
        return _row(Status.FAILED, "What came back from your search was too large to be judged. Please tell the staff.", settings), ()
    except Exception:  # a fault of the kit's own, whatever it is, is not the student's
        text = "The autograder itself failed on the ranking. Please tell the staff:\n" + traceback.format_exc()[-1500:]
        return _row(Status.KIT_FAULT, text, settings), ()
    columns = tuple(entries(ranking)) if settings.leaderboard else ()
    return _row(_status(ranking), report(ranking), settings, headline(ranking)), columns


def blocked_row(settings: Settings, why: str) -> Row:
    """Return the row where nothing of the submission can be run."""
    return _row(Status.NOT_RUN, why, settings)


def _status(ranking: Ranking) -> Status:
    if ranking.problem is None:
        return Status.PASSED
    return Status.NOT_RUN if ranking.problem.kind == "not written" else Status.FAILED


def _row(status: Status, text: str, settings: Settings, summary: str = "") -> Row:
    text = plain(text)
    earned = settings.extra_points if status in (Status.PASSED, Status.KIT_FAULT) else 0.0
    return Row(EXTRA, TITLE, status, earned, 0.0, plain(summary) or text.split("\n")[0], text)
