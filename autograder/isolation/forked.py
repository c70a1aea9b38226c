"""The Linux backend: one warmed-up parent, one fork of it per call, watched from here."""
from __future__ import annotations

import contextlib
import json
import os
import selectors
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

from autograder.isolation import interpreter, processes, stage, sweep, users
from autograder.isolation.boundary import probed, shortcomings
from autograder.isolation.contract import KitFault, Reply, TaskFailed
from autograder.isolation.limits import Limits
from autograder.isolation.outcome import End, outcome
from autograder.isolation.parent import ParentGone, WarmParent
from autograder.isolation.text import harmless
from autograder.isolation.watch import Stop, Stream, Watch

_MIB = 1 << 20
_TICK_S = 0.05
_TRIES = 3  # for a process that is killed from outside
_NOT_YET_IMPORTED = "colorsys"  # of the standard library; nobody has it in memory already
_KIT_CPU_S = 5.0  # for the kit's own tasks in a search process


@dataclass(frozen=True)
class _Over:
    """A process that is over: what the watcher saw, why it was stopped if it was, and how it ended (None: nobody knows)."""

    watch: Watch
    stop: Stop | None
    end: End | None

    @property
    def from_outside(self) -> bool:
        """Tell whether neither the watcher nor the program itself ended it, so that another try is fair."""
        if self.stop is not None or self.watch.cpu_s > self.watch.cpu_limit_s:
            return False
        return self.end is None or self.end.killed


class ForkedBackend:
    """Owns the run's folder, the worker's user and the warmed-up parent."""

    def __init__(self, limits: Limits, packages: list[Path], perform: str, *, root: bool, landlock: bool = True,
                 seccomp: bool = True) -> None:
        self._limits, self._packages = limits, packages
        self._wanted = {"perform": perform, "landlock": landlock, "seccomp": seccomp}
        self.uid: int | None = None
        self._lock: int | None = None
        self._home: Path | None = None
        self._closed = False
        if root:
            self._home = interpreter.home_for_workers(stage.library_folder())
            self.uid, self._lock = users.claim(stage.machine_folder(), limits)
        self._start()

    def _start(self) -> None:
        """Start the warmed-up parent, and meanwhile end and remove what an earlier run may have left under its searches' user."""
        self.run = stage.new_run(self.uid is not None, self._packages, self._limits.disk_mb)
        environment = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONHASHSEED": "0", "MALLOC_ARENA_MAX": "1"}
        if self._home is not None:
            environment["PYTHONHOME"] = str(self._home)
        settings = {"uid": self.uid, "limits": asdict(self._limits), "run": str(self.run.path), "work": str(self.run.work), **self._wanted}
        self.parent = WarmParent(settings, str(self.run.kit), environment, () if self._lock is None else (self._lock,))
        if self.uid is not None:
            try:
                self._clear_user()
            except BaseException:
                self.parent.close()
                self.run.remove()
                raise

    def _restart(self) -> None:
        self.parent.close()
        self.run.remove()
        self._start()

    def facts(self) -> dict[str, Any]:
        """Return which Python runs the searches, the version of Landlock that confines them (0: none), and whether seccomp does."""
        for _ in range(_TRIES):
            try:
                return self.parent.facts()
            except KitFault:
                if not self.parent.was_killed or self._closed:
                    raise
                self._restart()
        return self.parent.facts()

    def call(self, request: bytes, files: Mapping[str, bytes], cpu_s: float) -> Reply:
        """Run one request with the submission's files in a fresh process."""
        over = self._perform("perform", request, files, cpu_s)
        watch, stop = over.watch, over.stop
        printed = harmless(bytes(watch.output.data), self._limits.printed_bytes, watch.output.total)
        if stop is not None and stop.status != "ok":
            return Reply(stop.status, b"", printed, stop.reason, watch.cpu_s)
        if over.end is None:
            if self.uid is not None:
                raise KitFault(f"the warmed-up parent was ended {_TRIES} times in one call: {self.parent.last_words()}")
            return Reply("died", b"", printed, "the grader's own process was ended while your program ran", watch.cpu_s)
        status, line, reason = outcome(bytes(watch.reply.data), over.end, over_cpu=watch.cpu_s > cpu_s)
        return Reply(status, line, printed, reason, watch.cpu_s)

    def prepared(self, files: Mapping[str, bytes]) -> Mapping[str, bytes]:
        """Return the files and their compiled code; see `Backend.prepared`.

        Where anything is odd, the files as they are: each search compiles then, and says what is wrong.
        """
        try:
            found = self.ask("compile", {}, files)
            made = {cache_from_source(name): b64decode(found[name], validate=True) for name in files if name in found}
            self.run.scratch({**files, **made}, self.uid)  # a name may be too long for its cache's, or the disk too full
        except (TaskFailed, KitFault, OSError, ValueError, TypeError):
            return files  # a fault of the kit's own will show in the calls
        finally:
            self._clean()
        return {**files, **made}

    def check(self, secrets: Sequence[Path]) -> str:
        """Try, as a search process, to get at the secrets; see `Backend.check`."""
        try:
            found = self.ask("probe", {"paths": [str(path) for path in probed(secrets)], "modules": [_NOT_YET_IMPORTED]}, {})
        except TaskFailed as failure:
            raise KitFault(str(failure)) from failure
        if found["missing"]:
            raise KitFault(f"searches cannot import from the standard library of {interpreter.executable()}: it is closed to them")
        facts = self.parent.facts()
        return shortcomings(self.uid is not None, facts["seccomp"], facts["landlock"], found["readable"], found["writable"])

    def ask(self, task: str, question: dict[str, Any], files: Mapping[str, bytes]) -> Any:
        """Have a search process do one of the kit's own tasks; see `Backend.ask`."""
        over = self._perform(task, json.dumps(question).encode(), files, _KIT_CPU_S)
        status, line, reason = outcome(bytes(over.watch.reply.data), over.end or End(), over_cpu=False) if over.stop is None else (
            over.stop.status, b"", over.stop.reason)
        if status != "ok":
            raise TaskFailed(f"the task {task} failed in a search process: {reason}")
        return json.loads(line)

    def _perform(self, task: str, request: bytes, files: Mapping[str, bytes], cpu_s: float) -> _Over:
        for _ in range(_TRIES):
            if self._closed:
                raise KitFault("the isolation was closed")
            self.facts()
            folder = self.run.scratch(files, self.uid)
            try:
                over = self._once({"task": task, "folder": str(folder), "cpu_s": cpu_s}, request, cpu_s)
            finally:
                self._clean()
            if over.end is None and not self._closed:
                self._restart()
            if not over.from_outside:
                break
        return over

    def _once(self, order: dict[str, Any], request: bytes, cpu_s: float) -> _Over:
        with contextlib.ExitStack() as closing:
            (output, output_end), (reply, reply_end) = _pipe(closing), _pipe(closing)
            asked = closing.enter_context(_in_memory(request))
            watch = Watch(Stream(output, self._limits.printed_bytes), Stream(reply, self._limits.reply_mb * _MIB + 1), cpu_s,
                          self._limits, self.run.work)
            try:
                with _closed_after(output_end, reply_end):
                    self.parent.tell({"run": order}, (asked, reply_end, output_end))
                pid = self.parent.hear()["pid"]
                watch.start(pid, self._cpu_reader(pid))
                stop = self._follow(watch)
                return _Over(watch, stop, End.of_wait(self.parent.hear()["over"]))
            except ParentGone:
                return _Over(watch, None, None)
            finally:
                watch.drain()

    def _cpu_reader(self, pid: int) -> Callable[[], float]:
        if self.parent.facts()["seccomp"]:
            return lambda: processes.cpu_s(pid)  # there can be no other process
        return lambda: processes.session_cpu_s(pid, self.uid)

    def _follow(self, watch: Watch) -> Stop | None:
        """Drain and watch until the warmed-up parent says that the process is over; return why it was stopped, if it was."""
        stop: Stop | None = None
        with selectors.DefaultSelector() as selector:
            selector.register(self.parent.control, selectors.EVENT_READ)
            for stream in (watch.output, watch.reply):
                selector.register(stream.descriptor, selectors.EVENT_READ, stream)
            while True:
                ready = [key for key, _ in selector.select(_TICK_S)]
                for key in ready:
                    if key.data is not None:
                        key.data.drain()
                        if not key.data.open:
                            selector.unregister(key.fd)
                if any(key.data is None for key in ready):
                    return stop
                if self._closed:
                    raise ParentGone
                if stop is None and (stop := watch.stop_reason()):
                    self.parent.tell({"kill": True})

    def _clean(self) -> None:
        """Leave nothing of the last call: no process, no file."""
        if self._closed:
            return
        facts = self.parent.facts()
        if self.uid is not None and not (facts["seccomp"] and facts["landlock"]):
            self._clear_user()
        with contextlib.suppress(FileNotFoundError):  # a warmed-up parent that ends takes the run's folder with it
            self.run.clear_work()

    def _clear_user(self) -> None:
        assert self.uid is not None
        try:
            processes.kill_user(self.uid)
        except TimeoutError as error:
            raise KitFault(str(error)) from error
        sweep.sweep_user(self.uid)

    def close(self) -> None:
        """End the warmed-up parent and every search process, and remove all that they left; also from another thread."""
        if self._closed:  # the user may be another grader's by now
            return
        self._closed = True
        self.parent.close()
        if self.uid is not None:
            self._clear_user()
        self.run.remove()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _pipe(closing: contextlib.ExitStack) -> tuple[int, int]:
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    closing.callback(os.close, reading)
    return reading, writing


@contextlib.contextmanager
def _in_memory(data: bytes) -> Iterator[int]:
    """Yield the descriptor of a nameless file in memory that holds `data`, to be read from its start."""
    with open(os.memfd_create("request"), "wb", buffering=0) as file:
        while data:
            data = data[file.write(data):]
        file.seek(0)
        yield file.fileno()


@contextlib.contextmanager
def _closed_after(*descriptors: int) -> Iterator[None]:
    try:
        yield
    finally:
        for descriptor in descriptors:
            os.close(descriptor)
