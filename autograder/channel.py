"""Calls of the isolated process, one at a time; the next check's runs while the last one's answers are being judged."""
from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import pairwise
from types import TracebackType

from autograder.isolation import Isolation, Reply
from kibitz.cases.case import Case
from kibitz.judge.check import batch


class Channel:
    """Runs batches in the isolation, in the order in which they are asked for.

    Args:
        isolation: where they run.
        cpu_s: CPU seconds for one batch.
        order: the batches that will be asked for, in this order, others among them. When one of these has come back well,
            the one after it is started ahead of time; after a time-out, say, it may never be asked for.
    """

    def __init__(self, isolation: Isolation, cpu_s: float, order: Sequence[Sequence[Case]] = ()) -> None:
        self._isolation, self._cpu_s = isolation, cpu_s
        self._after = {id(one): other for one, other in pairwise(order)}
        self._ahead: dict[int, Future[Reply]] = {}
        self._thread = ThreadPoolExecutor(1, "isolation")

    def reply(self, cases: Sequence[Case], keep_going: bool) -> Reply:
        """Run a batch in a fresh process and return what came back."""
        asked = self._ahead.pop(id(cases), None) or self._ask(_request(cases, keep_going))
        following = self._after.get(id(cases))
        next_request = _request(following, False) if following else b""
        reply = asked.result()
        if following and reply.status == "ok" and id(following) not in self._ahead:
            self._ahead[id(following)] = self._ask(next_request)
        return reply

    def hints(self) -> dict[str, str]:
        """Return what search.py visibly lacks, by function; asked in turn, since the isolation does one thing at a time."""
        return self._thread.submit(self._isolation.hints).result()

    def _ask(self, request: bytes) -> Future[Reply]:
        return self._thread.submit(self._isolation.call, request, cpu_seconds=self._cpu_s)

    def __enter__(self) -> Channel:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._thread.shutdown(wait=error is None, cancel_futures=True)


def _request(cases: Sequence[Case], keep_going: bool) -> bytes:
    return json.dumps(batch(cases, keep_going), allow_nan=False, separators=(",", ":")).encode()
