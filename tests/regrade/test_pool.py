"""The pool keeps concurrent.futures' promises, and the end of a worker costs no task of the others."""
from __future__ import annotations

import os
import signal
import time
from concurrent.futures import Future
from pathlib import Path

import pytest

from autograder.regrade.pool import Pool, WorkerDied


def touch_and_die_once(path: str) -> str:
    """Kill this process the first time, answer the second."""
    if not Path(path).exists():
        Path(path).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def die() -> None:
    """End this process."""
    os._exit(7)


def raise_key_error() -> None:
    """Raise as a task may."""
    raise KeyError("mine")


@pytest.fixture(scope="module")
def pool() -> object:
    with Pool(2) as made:
        yield made


def test_results_and_errors_come_back(pool: Pool) -> None:
    """A call's value, and the exception that it raised, are the future's."""
    assert pool.submit(divmod, 7, 2).result(30) == (3, 1)
    with pytest.raises(KeyError, match="mine"):
        pool.submit(raise_key_error).result(30)
    assert list(pool.map(abs, [-1, 2, -3])) == [1, 2, 3]


def test_what_cannot_travel_is_the_caller_s_error(pool: Pool) -> None:
    """An argument that cannot be pickled fails its own future, and the worker goes on."""
    with pytest.raises(Exception, match=r"pickle|lambda"):
        pool.submit(lambda: 1).result(30)
    assert pool.submit(abs, -4).result(30) == 4


def test_a_task_whose_worker_is_killed_is_done_again_alone(pool: Pool, tmp_path: Path) -> None:
    """A new worker takes the place of a killed one, and every future gets its result."""
    futures: list[Future[object]] = [pool.submit(touch_and_die_once, str(tmp_path / "mark"))]
    futures += [pool.submit(abs, -number) for number in range(10)]
    assert [future.result(30) for future in futures] == ["done", *range(10)]


def test_a_task_that_kills_every_worker_ends_as_an_error(pool: Pool) -> None:
    """The second death is the task's last, and says how the worker ended."""
    with pytest.raises(WorkerDied, match="exit status 7"):
        pool.submit(die).result(60)
    assert pool.submit(abs, -4).result(30) == 4


def test_a_silent_worker_is_replaced() -> None:
    """A task that takes longer than any may is given up, and the pool works on."""
    with Pool(1, silence_s=0.3) as pool:
        pool.submit(abs, -1)
        with pytest.raises(WorkerDied, match="said nothing"):
            pool.submit(time.sleep, 60).result(60)


def test_kill_ends_the_workers_at_once() -> None:
    """After Ctrl-C nothing works on, waits, or is left behind."""
    pool = Pool(1)
    running, waiting = pool.submit(time.sleep, 60), pool.submit(abs, -1)
    pids = pool.pids()
    while not running.running():
        time.sleep(0.01)
    started = time.monotonic()
    pool.kill()
    assert time.monotonic() - started < 6
    assert waiting.cancelled()
    with pytest.raises(WorkerDied):
        running.result(10)
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)
    with pytest.raises(RuntimeError):
        pool.submit(abs, 1)
