"""Where the work is done: a pool of this machine's processes, or a Dask cluster, behind one interface."""
from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

from autograder.regrade.pool import Pool

_RETRIES = 2
_CONNECT_S = 15
_AT_LEAST = 16  # threads to keep busy: workers may join later


class NoScheduler(Exception):
    """The Dask scheduler cannot be used; the message says why."""


@dataclass(frozen=True)
class Workers:
    """An executor, how many tasks it works on at once, and what it is in words."""

    executor: Executor
    count: int
    words: str


@contextlib.contextmanager
def local(count: int, prepare: Callable[[], None] | None = None) -> Iterator[Workers]:
    """Start `count` processes on this machine, which `prepare` first; left in haste (by an exception), they are killed."""
    pool = Pool(count, prepare)
    try:
        yield Workers(pool, count, f"{count} local worker{'s' if count > 1 else ''}")
    except BaseException:
        pool.kill()
        raise
    pool.shutdown()


@contextlib.contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """Connect to the Dask scheduler at `address`.

    Raises:
        NoScheduler: dask.distributed is missing, or nobody answers there.
    """
    try:
        import distributed
    except ImportError as error:
        raise NoScheduler("SCHEDULER needs the package distributed: pip install -r requirements/cluster.txt") from error
    connect: Any = distributed.Client  # it has no types
    try:
        client = connect(address, timeout=_CONNECT_S, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoScheduler(f"no Dask scheduler answers at {address}: {error}") from error
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            print(f"regrade: the scheduler at {address} has no workers yet; waiting for some", file=sys.stderr)
        executor = client.get_executor(retries=_RETRIES, pure=False)
        try:
            yield Workers(executor, max(threads, _AT_LEAST), f"the Dask cluster at {address}")
        except BaseException:
            executor.shutdown(wait=False)
            raise
