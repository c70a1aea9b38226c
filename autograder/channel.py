"""Calls of the isolated process, one at a time; the next checks' run while the last one's answers are being judged."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from autograder.isolation.backend import Backend, Coming, warm_up
from autograder.isolation.contract import KitFault, Reply
from autograder.isolation.isolation import Isolation
from autograder.requests import request
from autograder.settings import SECRETS, Settings

if TYPE_CHECKING:
    from kibitz.cases.case import Case

AHEAD = 8  #: so many batches are asked for before it is known that they are wanted


class Channel:
    """Runs batches in the isolation, in the order in which they are asked for.

    Attributes:
        isolation: where they run.
    """

    def __init__(self, isolation: Isolation, cpu_s: float, order: Sequence[bytes] = ()) -> None:
        """Ask for the first batches.

        Args:
            isolation: where they run.
            cpu_s: CPU seconds for one batch.
            order: the requests of the batches that will be wanted, in this order, others among them (empty where one is not known
                yet: what comes before it runs ahead). See `expect`. While all comes back well, the next ones are run ahead of
                time; after a time-out, say, they may never be asked for.
        """
        self.isolation = isolation
        self._cpu_s, self._order = cpu_s, list(order)
        self._places: dict[int, int] = {}
        self._coming: dict[int, Coming] = {}
        self._ask_ahead(0)

    def expect(self, batches: Sequence[Sequence[Case]]) -> None:
        """Say which batches the requests of the order are for."""
        self._places = {id(cases): place for place, cases in enumerate(batches)}
        self._order = [prepared or request(cases) for prepared, cases in zip(self._order, batches)]

    def reply(self, cases: Sequence[Case], keep_going: bool) -> Reply:
        """Run a batch in a fresh process and return what came back."""
        place = self._places.get(id(cases))
        if place is None:
            return self.isolation.call(request(cases, keep_going), cpu_seconds=self._cpu_s)
        self._ask_ahead(place)
        coming = self._coming[place]
        for case in cases:
            if coming.ready():
                break
            _ = case.arena  # made now, while the search runs
        return coming.reply() or self.isolation.call(self._order[place], cpu_seconds=self._cpu_s)

    @contextmanager
    def talk(self) -> Iterator[Callable[[Sequence[Case], bool], Reply]]:
        """Yield what runs batches as `reply` does, but in one process where that can be, with search.py loaded afresh for each."""
        with self.isolation.talk(cpu_seconds=self._cpu_s) as call:
            yield lambda cases, keep_going: call(request(cases, keep_going))

    def hints(self) -> dict[str, str]:
        """Return what search.py visibly lacks, by function."""
        return self.isolation.hints()

    def _ask_ahead(self, place: int) -> None:
        for later in range(place, min(place + AHEAD + 1, len(self._order))):
            if not self._order[later]:
                return
            if later not in self._coming:
                self._coming[later] = self.isolation.start(self._order[later], cpu_seconds=self._cpu_s, ahead=True)


def begin(files: Mapping[str, bytes], settings: Settings, *, backend: Backend | KitFault | None = None,
          requests: Mapping[str, bytes] | None = None) -> Channel | KitFault:
    """Open the isolation for a submission and ask for the first checks' searches; where that cannot be, return why.

    Args:
        files: the submission's.
        settings: the checks, and the limits of the run.
        backend: an isolation backend that was warmed up earlier, which is lent; or why there is none.
        requests: those that are ready to be sent, by check id (see autograder.requests).
    """
    if isinstance(backend, KitFault):
        return backend
    try:
        isolation = Isolation(files, settings.limits, backend or warm_up(settings.limits), SECRETS, lent=backend is not None)
        return Channel(isolation, settings.cpu_s, [(requests or {}).get(check.id, b"") for check in settings.checks])
    except KitFault as fault:
        return fault
