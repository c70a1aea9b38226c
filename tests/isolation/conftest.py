"""What the tests of isolation share: backends that run a stand-in for `kibitz.watch.worker`, and a way to call them."""
from __future__ import annotations

import json
import os
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from autograder.isolation.backend import Backend, warm_up
from autograder.isolation.contract import Reply
from autograder.isolation.isolation import Isolation
from autograder.isolation.limits import Limits

collect_ignore = ["hostile"]  # one of them brings a conftest.py that makes pytest run nothing

HERE = Path(__file__).resolve().parent
PACKAGES = [HERE.parents[1] / "starter" / "games", HERE / "fake" / "echo"]
PERFORM = "echo:perform"
LIMITS = Limits(idle_s=0.6, output_mb=2, reply_mb=1, disk_mb=8, file_mb=4)
LINUX = sys.platform.startswith("linux")
Run = Callable[..., Reply]


def forked(**options: Any) -> Backend:
    """Return the Linux backend with the stand-in."""
    from autograder.isolation.forked import ForkedBackend

    return ForkedBackend(options.pop("limits", LIMITS), PACKAGES, PERFORM, root=os.geteuid() == 0, **options)


KINDS: dict[str, Callable[[], Backend]] = {"plain": lambda: warm_up(LIMITS, packages=PACKAGES, perform=PERFORM, platform="darwin")}
if LINUX:
    KINDS["forked"] = forked
    KINDS["bare"] = lambda: forked(seccomp=False, landlock=False)


def runner(backend: Backend) -> Run:
    """Return a function that runs a search.py once."""

    def run(code: str = "", *, request: dict[str, Any] | None = None, cpu_s: float = 1.0, files: dict[str, bytes] | None = None) -> Reply:
        submitted = {"search.py": textwrap.dedent(code).encode(), **(files or {})}
        return Isolation(submitted, LIMITS, backend).call(json.dumps(request or {}).encode(), cpu_seconds=cpu_s)

    return run


@pytest.fixture(scope="session", params=sorted(KINDS))
def any_backend(request: pytest.FixtureRequest) -> Iterator[Backend]:
    """Each backend that works on this machine."""
    backend = KINDS[request.param]()
    yield backend
    backend.close()


@pytest.fixture(scope="session")
def linux_backend() -> Iterator[Any]:
    """The Linux backend with all its measures."""
    if not LINUX:
        pytest.skip("Linux only")
    backend = forked()
    yield backend
    backend.close()


@pytest.fixture
def run_anywhere(any_backend: Backend) -> Run:
    """Run a search.py with each backend."""
    return runner(any_backend)


@pytest.fixture
def run(linux_backend: Backend) -> Run:
    """Run a search.py with the Linux backend."""
    return runner(linux_backend)


@pytest.fixture
def with_backend() -> Iterator[Callable[..., tuple[Run, Any]]]:
    """Make a Linux backend with options of one's own; gives a function to run a search.py, and the backend."""
    if not LINUX:
        pytest.skip("Linux only")
    made: list[Backend] = []

    def make(**options: Any) -> tuple[Run, Any]:
        made.append(forked(**options))
        return runner(made[-1]), made[-1]

    yield make
    for backend in made:
        backend.close()


def descendants(pid: int) -> list[int]:
    """Return the processes below `pid`."""
    found = []
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        found += [int(child), *descendants(int(child))]
    return found


def wait_for(condition: Callable[[], Any], patience_s: float = 5.0) -> bool:
    """Wait until `condition` holds; tell whether it does."""
    end = time.monotonic() + patience_s
    while time.monotonic() < end and not condition():
        time.sleep(0.02)
    return bool(condition())
