"""The ways to run search processes, as the judge's side sees them, and the choice between them."""
from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from autograder.isolation.contract import Reply
from autograder.isolation.headstart import KIT, PERFORM, Started
from autograder.isolation.limits import Limits

PACKAGES = (Path(KIT, "games"), Path(KIT, "kibitz", "watch"))  # what a parent that was started early has imported

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

    def say(self, request: bytes) -> Reply:
        """Return the reply to a request, for which search.py was loaded afresh; any status but "ok" means that it can be asked no more."""

    def close(self) -> None:
        """End it."""


class Backend(Protocol):
    """A way to run search processes."""

    def start(self, request: bytes, files: Mapping[str, bytes], cpu_s: float, ahead: bool) -> Coming:
        """Ask for a call, which runs after those that were asked for before it, at the latest when its reply is waited for.

        Args:
            ahead: whether it may be left out where the call before it did not come back well and soon.
        """

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
