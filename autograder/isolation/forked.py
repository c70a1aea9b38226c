"""The Linux backend: one warmed-up parent, one fork of it per call, watched from here."""
from __future__ import annotations

import contextlib
import fcntl
import json
import os
import select
from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

from autograder.isolation import interpreter, processes, stage, sweep, users
from autograder.isolation.boundary import probed, shortcomings
from autograder.isolation.contract import KitFault, Later, Reply, TaskFailed
from autograder.isolation.headstart import Started, executable
from autograder.isolation.inside.lines import MENTIONS
from autograder.isolation.limits import Limits
from autograder.isolation.memory import in_memory
from autograder.isolation.outcome import End, outcome
from autograder.isolation.parent import ParentGone, WarmParent
from autograder.isolation.text import harmless
from autograder.isolation.watch import Stop, Stream, Watch

_MIB = 1 << 20
_TICK_MS = 50
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

    def __init__(self, limits: Limits, packages: Sequence[Path], perform: str, *, root: bool, landlock: bool = True,
                 seccomp: bool = True, abandoned: Callable[[], bool] = lambda: False, early: Started | None = None) -> None:
        self._abandoned, self._early = abandoned, early
        self._limits, self._perform_by = limits, perform
        self._paths = list(dict.fromkeys(str(stage.importable_from(package)) for package in packages))
        self._wanted = {"landlock": landlock, "seccomp": seccomp}
        self.uid: int | None = None
        self._lock: int | None = None
        self._home: Path | None = None
        self._closed = False
        if root:
            self._home = interpreter.home_for_workers(stage.library_folder)
            self.uid, self._lock = users.claim(stage.machine_folder(), limits)
        self._start()

    def _start(self) -> None:
        """Start the warmed-up parent, and meanwhile end and remove what an earlier run may have left under its searches' user."""
        self._files: Mapping[str, bytes] = {}
        self._next: tuple[Mapping[str, bytes] | None, Path] = None, Path()  # the files that lie ready in a folder, and the folder
        self.folder = stage.new_run(self.uid is not None, self._limits.disk_mb)
        settings = {"uid": self.uid, "limits": asdict(self._limits), "run": str(self.folder.path), "folder": str(self.folder.call), **self._wanted}
        started, self._early = self._early or self._started(), None
        self.parent = WarmParent(started, settings, () if self._lock is None else (self._lock,))
        if self.uid is not None:
            try:
                self._clear_user()
            except BaseException:
                self.parent.close()
                self.folder.remove()
                raise

    def _started(self) -> Started:
        try:
            return Started(self._paths, self._perform_by, None if self._home is None else str(self._home))
        except OSError as error:
            self.folder.remove()
            raise KitFault(f"{executable()} cannot be started: {error}") from error

    def _restart(self) -> None:
        self.parent.close()
        self.folder.remove()
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

    def start(self, request: bytes, files: Mapping[str, bytes], cpu_s: float, ahead: bool) -> Later:
        """Return a call that is made when its reply is waited for; `ahead` of nothing."""
        return Later(lambda: self.call(request, files, cpu_s))

    def call(self, request: bytes, files: Mapping[str, bytes], cpu_s: float) -> Reply:
        """Run one request with the submission's files in a fresh process."""
        with in_memory(request) as asked:
            return self.run(asked, files, cpu_s)

    def run(self, asked: int, files: Mapping[str, bytes], cpu_s: float, meanwhile: Callable[[], None] = lambda: None) -> Reply:
        """Run the request in the file that is open as `asked`; `meanwhile` is done while it runs, and must not take long."""
        self._meanwhile = meanwhile
        over = self._perform("perform", asked, files, cpu_s)
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
            self.folder.scratch({**files, **made}, self.uid)  # a name may be too long for its cache's, or the disk too full
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
            raise KitFault(f"searches cannot import from the standard library of {executable()}: it is closed to them")
        facts = self.parent.facts()
        return shortcomings(self.uid is not None, facts["seccomp"], facts["landlock"], found["readable"], found["writable"])

    def ask(self, task: str, question: dict[str, Any], files: Mapping[str, bytes]) -> Any:
        """Have a search process do one of the kit's own tasks; see `Backend.ask`."""
        self._meanwhile = lambda: None
        with in_memory(json.dumps(question).encode()) as asked:
            over = self._perform(task, asked, files, _KIT_CPU_S)
        status, line, reason = outcome(bytes(over.watch.reply.data), over.end or End(), over_cpu=False) if over.stop is None else (
            over.stop.status, b"", over.stop.reason)
        if status != "ok":
            raise TaskFailed(f"the task {task} failed in a search process: {reason}")
        return json.loads(line)

    def _perform(self, task: str, asked: int, files: Mapping[str, bytes], cpu_s: float) -> _Over:
        sources = [content for name, content in files.items() if name.endswith(".py")]
        order = {"task": task, "cpu_s": cpu_s, "mentioned": [word for word in MENTIONS if any(word.encode() in text for text in sources)]}
        for _ in range(_TRIES):
            if self._closed:
                raise KitFault("the isolation was closed")
            self.facts()
            self._hand_over(files)
            try:
                over = self._once(order, asked, cpu_s)
            finally:
                self._clean()
            if over.end is None and not self._closed:
                self._restart()
            if not over.from_outside:
                break
        return over

    def _hand_over(self, files: Mapping[str, bytes]) -> None:
        """Put the submission's files where the search expects them."""
        (held, folder), self._next = self._next, (None, self.folder.closed)
        if held is files:
            os.rename(folder, self.folder.call)
        else:
            self.folder.scratch(files, self.uid)
        self._files = files

    def _get_ahead(self) -> None:
        """Do, while a search runs, what can be done before the next one and after the last one."""
        with contextlib.suppress(OSError):  # it saves time, and no more
            self.folder.clear_closed()
            if self.uid is None and not self.parent.facts()["landlock"]:
                return  # what runs could get at it
            folder = self.folder.closed / "next"
            sweep.remove(folder)
            self._next = self._files, self.folder.scratch(self._files, self.uid, folder)

    def _once(self, order: dict[str, Any], asked: int, cpu_s: float) -> _Over:
        output, output_end = _pipe()
        reply, reply_end = _pipe()
        watch = Watch(Stream(output, self._limits.printed_bytes), Stream(reply, self._limits.reply_mb * _MIB + 1), cpu_s,
                      self._limits, self.folder.work)
        try:
            try:
                os.lseek(asked, 0, os.SEEK_SET)
                self.parent.tell({"run": order}, (asked, reply_end, output_end))
            finally:
                os.close(output_end)
                os.close(reply_end)
            self._meanwhile()
            self._get_ahead()
            pid = self.parent.hear()["pid"]
            watch.start(pid, self._cpu_reader(pid))
            stop = self._follow(watch)
            return _Over(watch, stop, End.of_wait(self.parent.hear()["over"]))
        except ParentGone:
            return _Over(watch, None, None)
        finally:
            watch.drain()
            os.close(output)
            os.close(reply)

    def _cpu_reader(self, pid: int) -> Callable[[], float]:
        if self.parent.facts()["seccomp"]:
            return lambda: processes.cpu_s(pid)  # there can be no other process
        return lambda: processes.session_cpu_s(pid, self.uid)

    def _follow(self, watch: Watch) -> Stop | None:
        """Drain and watch until the warmed-up parent says that the process is over; return why it was stopped, if it was."""
        stop: Stop | None = None
        control, output = self.parent.control.fileno(), watch.output.descriptor
        waiting = select.poll()
        waiting.register(control, select.POLLIN)
        waiting.register(output, select.POLLIN)
        while True:
            ready = dict(waiting.poll(_TICK_MS))
            if output in ready:
                watch.output.drain()
                if not watch.output.open:
                    waiting.unregister(output)
            if control in ready:
                return stop
            watch.reply.drain()  # nobody is woken for it: it has room for any usual reply
            if self._abandoned():
                self.close()
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
            self.folder.clear_work()

    def _clear_user(self) -> None:
        assert self.uid is not None
        try:
            processes.kill_user(self.uid)
        except TimeoutError as error:
            raise KitFault(str(error)) from error
        sweep.sweep_user(self.uid)

    def leave(self) -> None:
        """Do nothing: whoever closes it will wait."""

    def close(self) -> None:
        """End the warmed-up parent and every search process, and remove all that they left; also from another thread."""
        if self._closed:  # the user may be another grader's by now
            return
        self._closed = True
        self.parent.close()
        if self.uid is not None:
            self._clear_user()
        self.folder.remove()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _pipe() -> tuple[int, int]:
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    with contextlib.suppress(OSError):  # a user has only so many; what does not fit is read bit by bit
        fcntl.fcntl(reading, fcntl.F_SETPIPE_SZ, _MIB)
    return reading, writing
