"""A process pool behind concurrent.futures' interface in which the end of one worker costs nobody else's work.

The standard library's pool is broken for good, with all that it was given, once a worker is killed. Here each worker has a
thread that hands it one task at a time: if it dies, a new one is started and that task alone is done again, once.
"""
from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from autograder.regrade.worker import Worker

_TRIES = 2
_Item = tuple["Future[Any]", Callable[..., Any], tuple[Any, ...], dict[str, Any]]


class WorkerDied(Exception):
    """The worker process died, or said nothing for too long, each time it tried this task."""


class Pool(Executor):
    """`workers` processes that each do one task at a time.

    Args:
        workers: how many.
        prepare: what each does first, in its own process.
        silence_s: a worker that takes longer for one task is taken for dead.
    """

    def __init__(self, workers: int, prepare: Callable[[], None] | None = None, silence_s: float = 900.0) -> None:
        self._silence_s, self._prepare = silence_s, prepare
        self._items: queue.SimpleQueue[_Item | None] = queue.SimpleQueue()
        self._closed = False
        self._workers = [Worker(prepare) for _ in range(workers)]
        self._threads = [threading.Thread(target=self._serve, args=(worker,), daemon=True) for worker in self._workers]
        for thread in self._threads:
            thread.start()

    def pids(self) -> list[int]:
        """Return the process ids of the workers."""
        return [worker.pid for worker in self._workers]

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have a worker call `fn`; it and its arguments travel by pickle."""
        if self._closed:
            raise RuntimeError("the pool is shut down")
        future: Future[Any] = Future()
        self._items.put((future, fn, args, kwargs))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take nothing more; end the workers when what they do, and unless cancelled what waits, is done."""
        self._closed = True
        if cancel_futures:
            with contextlib.suppress(queue.Empty):
                while item := self._items.get_nowait():
                    item[0].cancel()
        for _ in self._threads:
            self._items.put(None)
        if wait:
            for thread in self._threads:
                thread.join()

    def kill(self) -> None:
        """End the workers at once, whatever they do."""
        self.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.end()
        for thread in self._threads:
            thread.join(5)

    def _serve(self, worker: Worker) -> None:
        while (item := self._items.get()) is not None:
            future, fn, args, kwargs = item
            if future.set_running_or_notify_cancel():
                self._do(worker, future, (fn, args, kwargs))
        worker.close()

    def _do(self, worker: Worker, future: Future[Any], call: tuple[Any, ...]) -> None:
        error: BaseException = WorkerDied("the pool was shut down")
        for _ in range(_TRIES):
            if self._closed and worker.ended:
                break
            try:
                good, value = worker.ask(call, self._silence_s)
            except (EOFError, OSError) as gone:
                error = WorkerDied(f"the worker process {worker.how_it_ended(gone)}")
                worker.restart()
                continue
            except Exception as unsendable:  # what cannot be pickled is the caller's
                future.set_exception(unsendable)
                return
            future.set_result(value) if good else future.set_exception(value)
            return
        future.set_exception(error)
