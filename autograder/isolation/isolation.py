"""The judge's view of isolation: one object per submission, one call per request."""
from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol

from autograder.isolation.contract import KitFault, Later, Reply, TaskFailed
from autograder.isolation.headstart import PERFORM, Started
from autograder.isolation.limits import Limits

_STARTER = Path(__file__).resolve().parents[2] / "starter"
PACKAGES = (_STARTER / "games", _STARTER / "kibitz" / "watch")

if TYPE_CHECKING:
    from autograder.isolation.forked import ForkedBackend


class Coming(Protocol):
    """A call that was asked for."""

    def ready(self) -> bool:
        """Tell whether its reply has come, so that nobody has to wait for it."""

    def reply(self) -> Reply | None:
        """Wait for the reply; None where the call was left out.

        Raises:
            KitFault: the kit or the machine failed.
        """


class Talking(Protocol):
    """A search process that is asked again and again."""

    def say(self, request: bytes) -> Reply | None:
        """Return the reply to a request, for which search.py was loaded afresh; None where it can be asked no more."""

    def close(self) -> None:
        """End it."""


class Backend(Protocol):
    """A way to run search processes."""

    def start(self, request: bytes, files: Mapping[str, bytes], cpu_s: float, ahead: bool) -> Coming:
        """Ask for a call, which runs after those that were asked for before it, at the latest when its reply is waited for.

        Args:
            ahead: whether it may be left out where the call before it did not come back well and soon.
        """

    def call(self, request: bytes, files: Mapping[str, bytes], cpu_s: float) -> Reply:
        """Run one request in a fresh process."""

    def talk(self, files: Mapping[str, bytes], cpu_s: float) -> Talking | None:
        """Start a process for several requests, before whose end no other call may be asked for; None where there is no such."""

    def ask(self, task: str, question: dict[str, Any], files: Mapping[str, bytes]) -> Any:
        """Have a search process do one of the kit's own tasks and return what it found: "hints", or on Linux "probe" or "compile".

        Raises:
            TaskFailed: it could not.
        """

    def prepared(self, files: Mapping[str, bytes]) -> Mapping[str, bytes]:
        """Return a submission's files as they are best given to `call`: with their compiled code, where that saves time."""

    def check(self, secrets: Sequence[Path]) -> str:
        """Return a line that says how far this is from a security boundary; empty where it is one.

        Raises:
            KitFault: a search could reach what it must not, or could not work.
        """

    def leave(self) -> None:
        """Let it know that no more will be asked, where it can then go on by itself to what `close` waits for."""

    def close(self) -> None:
        """End every process and remove every file."""


def warm_up(limits: Limits | None = None, *, packages: Sequence[Path] | None = None, perform: str = PERFORM,
            platform: str = sys.platform) -> Backend:
    """Start the backend for this platform; it warms up while the caller goes on with its own imports.

    Args:
        limits: the run's limits.
        packages: the package folders that searches import from (default: the kit's `games` and `kibitz.watch`).
        perform: what runs a request, as "module:function".
        platform: as `sys.platform`; tests switch it.

    Raises:
        KitFault: it cannot be started here.
    """
    found, limits = list(PACKAGES if packages is None else packages), limits or Limits()
    if platform.startswith("linux"):
        from autograder.isolation.forked import ForkedBackend
        return ForkedBackend(limits, found, perform, root=os.geteuid() == 0)
    from autograder.isolation.plain import PlainBackend
    return PlainBackend(limits, found, perform)


def driven(limits: Limits | None = None, *, secrets: Sequence[Path] = (), early: Started | None = None,
           platform: str = sys.platform) -> Backend:
    """Start the backend in a process of its own, where this platform has such; for a program with one thread.

    Args:
        limits: the run's limits.
        secrets: what it will be asked to check: then it does that at once.
        early: the process that will be the warmed-up parent, where it was started before.
        platform: as `sys.platform`; tests switch it.

    Raises:
        KitFault: it cannot be started here.
    """
    if not platform.startswith("linux"):
        return warm_up(limits, platform=platform)
    from autograder.isolation.driver import Driver

    def make(abandoned: Callable[[], bool]) -> ForkedBackend:
        from autograder.isolation.forked import ForkedBackend  # the grader itself has no use for it

        return ForkedBackend(limits or Limits(), PACKAGES, PERFORM, root=os.geteuid() == 0, abandoned=abandoned, early=early)

    return Driver(make, secrets, early)


class _Counted:
    """A call that is made within the budget of the whole run, and counts."""

    def __init__(self, isolation: Isolation, coming: Coming) -> None:
        self._isolation, self._coming = isolation, coming

    def ready(self) -> bool:
        return self._coming.ready()

    def reply(self) -> Reply | None:
        if not self._coming.ready() and (spent := self._isolation.spent):
            return Reply("timeout", reason=spent)
        try:
            reply = self._coming.reply()
        except (OSError, ValueError) as error:  # closed by another thread between two steps, or the machine failed
            raise KitFault(f"the search process was lost: {error}") from error
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
        self._prepared = self._prepared or self._backend.prepared(self._files)
        return _Counted(self, self._backend.start(request, self._prepared, cpu_seconds, ahead))

    @contextmanager
    def talk(self, *, cpu_seconds: float) -> Iterator[Callable[[bytes], Reply]]:
        """Yield what makes calls as `call` does, but in one process for as long as nothing is odd: so they take a third of the time."""
        talking: list[Talking | None] = []  # none before it is wanted

        def call(request: bytes) -> Reply:
            if not talking:
                talking.append(self._backend.talk(self._prepared or self._files, cpu_seconds))
            reply = talking[0].say(request) if talking[0] is not None and not self.spent else None
            return reply or self.call(request, cpu_seconds=cpu_seconds)

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


def open_isolation(files: Mapping[str, bytes], limits: Limits | None = None, *, secrets: Sequence[Path] = (),
                   backend: Backend | None = None) -> Isolation:
    """Make ready to call the search.py among `files`.

    Args:
        files: the submission, as `read_submission` gives it.
        limits: the run's limits.
        secrets: files and folders that a search must not be able to read or write.
        backend: one that `warm_up` started earlier, with the same limits.

    Raises:
        KitFault: searches cannot be run here, or could read the secrets where that must not be.
    """
    limits = limits or Limits()
    isolation = Isolation(files, limits, backend or warm_up(limits), secrets)
    try:
        _ = isolation.notice
        return isolation
    except BaseException:
        isolation.close()
        raise
