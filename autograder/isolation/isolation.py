"""The judge's view of isolation: one object per submission, one call per request."""
from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from types import TracebackType

from autograder.isolation.backend import Backend, Coming, Talking
from autograder.isolation.contract import KitFault, Later, Reply, TaskFailed
from autograder.isolation.limits import Limits


@contextmanager
def _machine_faults() -> Iterator[None]:
    """Take it as a fault of the kit where the backend was closed by another thread between two steps, or the machine failed."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise KitFault(f"the search process was lost: {error}") from error


class _Counted:
    """A call that is made within the budget of the whole run, and counts."""

    def __init__(self, isolation: Isolation, coming: Coming) -> None:
        self._isolation, self._coming = isolation, coming

    def ready(self) -> bool:
        return self._coming.ready()

    def reply(self) -> Reply | None:
        if not self._coming.ready() and (spent := self._isolation.spent):
            return Reply("timeout", reason=spent)
        with _machine_faults():
            reply = self._coming.reply()
        self._isolation.cpu_s += reply.cpu_s if reply else 0.0
        return reply


class Isolation:
    """Calls a submission's search, each time in a fresh process; keeps the budget of the whole run.

    Attributes:
        cpu_s: the CPU seconds of all calls so far.
    """

    def __init__(self, files: Mapping[str, bytes], limits: Limits, backend: Backend, secrets: Sequence[Path] = (), *,
                 lent: bool = False) -> None:
        """Make ready to call the search.py among `files`.

        Args:
            files: the submission, as `read_submission` gives it.
            limits: the run's limits.
            backend: where searches run.
            secrets: files and folders that a search must not be able to read or write.
            lent: whether the backend is somebody else's to close.
        """
        self._files, self._limits, self._backend, self._secrets, self._lent = dict(files), limits, backend, secrets, lent
        self._prepared: Mapping[str, bytes] = {}
        self._started: float | None = None
        self.cpu_s = 0.0

    @cached_property
    def notice(self) -> str:
        """A line that says how far this is from a security boundary; empty where it is one. To be looked at before a reply is trusted.

        Raises:
            KitFault: searches cannot be run here, or could read the secrets where that must not be.
        """
        return self._backend.check(self._secrets)

    def call(self, request: bytes, *, cpu_seconds: float) -> Reply:
        """Run `request`, a JSON object for `kibitz.watch.worker.perform`, in a fresh process.

        Args:
            request: it may hold nothing that the student must not see.
            cpu_seconds: CPU time for the call, the import of search.py included.

        Raises:
            KitFault: the kit or the machine failed; the submission is not to blame.
        """
        reply = self.start(request, cpu_seconds=cpu_seconds).reply()
        assert reply is not None
        return reply

    def start(self, request: bytes, *, cpu_seconds: float, ahead: bool = False) -> Coming:
        """Ask for a call; see `call`, and `Backend.start` for `ahead`."""
        self._started = self._started or time.monotonic()
        if spent := self.spent:
            return Later(lambda: Reply("timeout", reason=spent))
        with _machine_faults():
            self._prepared = self._prepared or self._backend.prepared(self._files)
            return _Counted(self, self._backend.start(request, self._prepared, cpu_seconds, ahead))

    @contextmanager
    def talk(self, *, cpu_seconds: float) -> Iterator[Callable[[bytes], Reply]]:
        """Yield what makes calls as `call` does, but in one process for as long as nothing is odd: so they take a third of the time."""
        talking: list[Talking | None] = []  # none before it is wanted

        def call(request: bytes) -> Reply:
            with _machine_faults():
                if not talking:
                    talking.append(self._backend.talk(self._prepared or self._files, cpu_seconds))
                reply = talking[0].say(request) if talking[0] is not None and not self.spent else None
            self.cpu_s += reply.cpu_s if reply else 0.0
            return reply if reply and reply.status == "ok" else self.call(request, cpu_seconds=cpu_seconds)

        try:
            yield call
        finally:
            for one in talking:
                if one is not None:
                    one.close()

    @property
    def spent(self) -> str:
        """Say that the budget of the whole run is used up and nothing more will be run; empty while there is some left."""
        if self.cpu_s > self._limits.total_cpu_s:
            return f"not run: the checks before it used up the {self._limits.total_cpu_s:g} s of computing time of a whole run"
        if self._started is not None and time.monotonic() - self._started > self._limits.total_wall_s:
            return f"not run: the checks before it took the {self._limits.total_wall_s:g} s of a whole run"
        return ""

    def hints(self) -> dict[str, str]:
        """Return a sentence for each required function that search.py visibly lacks, or declares in a wrong way.

        Its source is parsed in a search process. To be shown where the function could not be run; a search that works needs none.
        """
        try:
            found: dict[str, str] = self._backend.ask("hints", {}, self._files)
        except TaskFailed:  # its source breaks the parser
            return {}
        return found

    def close(self) -> None:
        """End every process and remove every file of the run, unless the backend was lent."""
        if self._lent:
            self._backend.leave()
        else:
            self._backend.close()

    def __enter__(self) -> Isolation:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
