"""Calls of the isolated process, one at a time; the next checks' run while the last one's answers are being judged."""
from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType

from autograder.isolation import Isolation, Reply
from autograder.requests import request
from kibitz.cases.case import Case

AHEAD = 2  #: so many batches are asked for before it is known that they are wanted
SWITCH_S = 0.0001  #: the thread that talks to the search processes must not wait for the judge to pause


class Channel:
    """Runs batches in the isolation, in the order in which they are asked for.

    Args:
        isolation: where they run.
        cpu_s: CPU seconds for one batch.
        order: the batches that will be asked for, in this order, others among them, and the request of each (empty where it
            is not known yet). While all comes back well, the next ones are run ahead of time; after a time-out, say, they may
            never be asked for.
    """

    def __init__(self, isolation: Isolation, cpu_s: float, order: Sequence[tuple[Sequence[Case], bytes]] = ()) -> None:
        self._isolation, self._cpu_s, self._order = isolation, cpu_s, order
        self._places = {id(cases): place for place, (cases, _) in enumerate(order)}
        self._ahead: dict[int, Future[Reply | None]] = {}
        self._well = True
        self._thread = ThreadPoolExecutor(1, "isolation")

    def reply(self, cases: Sequence[Case], keep_going: bool) -> Reply:
        """Run a batch in a fresh process and return what came back."""
        place = self._places.get(id(cases))
        if place is None:
            return self._thread.submit(self._run, request(cases, keep_going)).result()
        for later in range(place, min(place + AHEAD + 1, len(self._order))):
            if later not in self._ahead:
                self._ahead[later] = self._thread.submit(self._run_ahead, self._request(later))
        coming = self._ahead[place]
        for case in cases:
            if coming.done():
                break
            _ = case.arena  # made now, while the search runs
        reply = coming.result()
        return reply or self._thread.submit(self._run, self._request(place)).result()

    def hints(self) -> dict[str, str]:
        """Return what search.py visibly lacks, by function; asked in turn, since the isolation does one thing at a time."""
        return self._thread.submit(self._isolation.hints).result()

    def _request(self, place: int) -> bytes:
        cases, prepared = self._order[place]
        return prepared or request(cases)

    def _run_ahead(self, asked: bytes) -> Reply | None:
        """Run a batch that may not be wanted; not at all where something before it did not come back well."""
        return self._run(asked) if self._well else None

    def _run(self, asked: bytes) -> Reply:
        reply = self._isolation.call(asked, cpu_seconds=self._cpu_s)
        self._well = reply.status == "ok"
        return reply

    def __enter__(self) -> Channel:
        self._switch_s = sys.getswitchinterval()
        sys.setswitchinterval(min(SWITCH_S, self._switch_s))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._thread.shutdown(wait=error is None, cancel_futures=True)
        sys.setswitchinterval(self._switch_s)
