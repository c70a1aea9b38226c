"""The Linux backend: one warmed-up parent, one fork of it per call, watched from here."""
from __future__ import annotations

import contextlib
import json
import os
from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

from autograder.isolation import interpreter, processes, stage, sweep, users
from autograder.isolation.boundary import probed, shortcomings
from autograder.isolation.contract import KitFault, Later, Reply, TaskFailed
from autograder.isolation.headstart import Started, executable
from autograder.isolation.inside.lines import MENTIONS
from autograder.isolation.limits import KIT_CPU_S, Limits
from autograder.isolation.outcome import End, outcome
from autograder.isolation.packets import in_memory
from autograder.isolation.parent import ParentGone, WarmParent
from autograder.isolation.searching import SearchProcess
from autograder.isolation.talk import Talk
from autograder.isolation.text import harmless

_TRIES = 3  # for a process that is killed from outside
_NOT_YET_IMPORTED = "colorsys"  # of the standard library; nobody has it in memory already


class Prepared(dict[str, bytes]):
    """A submission's files with their compiled code, for one folder; and the files alone."""

    def __init__(self, files: Mapping[str, bytes], folder: Path, plain: Mapping[str, bytes]) -> None:
        super().__init__(files)
        self.folder, self.plain = folder, plain


class ForkedBackend:
    """Owns the run's folder, the worker's user and the warmed-up parent."""

    def __init__(self, limits: Limits, packages: Sequence[Path], perform: str, *, root: bool, landlock: bool = True,
                 seccomp: bool = True, abandoned: Callable[[], bool] = lambda: False, early: Started | None = None) -> None:
        self._abandoned, self._early = abandoned, early
        self.limits, self._perform_by = limits, perform
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
        self.folder = stage.new_run(self.uid is not None, self.limits.disk_mb)
        settings = {"uid": self.uid, "limits": asdict(self.limits), "run": str(self.folder.path), "folder": str(self.folder.call),
                    **self._wanted}
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
        """Run the request in the file that is open as `asked`; `meanwhile`, which is short and raises nothing, is done while it runs."""
        search = self._perform("perform", asked, files, cpu_s, meanwhile)
        watch, stop = search.watch, search.stop
        printed = harmless(bytes(watch.output.data), self.limits.printed_bytes, watch.output.total)
        if stop is not None and stop.status != "ok":
            return Reply(stop.status, b"", printed, stop.reason, watch.cpu_s)
        if search.ended is None:
            if self.uid is not None:
                raise KitFault(f"the warmed-up parent was ended {_TRIES} times in one call: {self.parent.last_words()}")
            return Reply("died", b"", printed, "the grader's own process was ended while your program ran", watch.cpu_s)
        status, line, reason = outcome(bytes(watch.reply.data), search.ended, over_cpu=watch.cpu_s > cpu_s)
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
            self.clean()
        return Prepared({**files, **made}, self.folder.call, files)

    def check(self, secrets: Sequence[Path]) -> str:
        """Try, as a search process, to get at the secrets; see `Backend.check`."""
        try:
            found = self.ask("probe", {"paths": probed(secrets), "modules": [_NOT_YET_IMPORTED]}, {})
        except TaskFailed as failure:
            raise KitFault(str(failure)) from failure
        if found["missing"]:
            raise KitFault(f"searches cannot import from the standard library of {executable()}: it is closed to them")
        facts = self.parent.facts()
        return shortcomings(self.uid is not None, facts["seccomp"], facts["landlock"], found["readable"], found["writable"])

    def ask(self, task: str, question: dict[str, Any], files: Mapping[str, bytes]) -> Any:
        """Have a search process do one of the kit's own tasks; see `Backend.ask`."""
        with in_memory(json.dumps(question).encode()) as asked:
            search = self._perform(task, asked, files, KIT_CPU_S)
        status, line, reason = (search.stop.status, b"", search.stop.reason) if search.stop else outcome(
            bytes(search.watch.reply.data), search.ended or End(), over_cpu=False)
        if status != "ok":
            raise TaskFailed.because(task, reason)
        return json.loads(line)

    def talk(self, files: Mapping[str, bytes], cpu_s: float) -> Talk:
        """Start a search process that is asked again and again; nothing else runs until that is closed."""
        return Talk(self, files, cpu_s)

    def _perform(self, task: str, asked: int, files: Mapping[str, bytes], cpu_s: float,
                 meanwhile: Callable[[], None] = lambda: None) -> SearchProcess:
        for _ in range(_TRIES):
            search = self._once(task, asked, files, cpu_s, meanwhile)
            if not search.from_outside:
                break
        return search

    def _once(self, task: str, asked: int, files: Mapping[str, bytes], cpu_s: float, meanwhile: Callable[[], None]) -> SearchProcess:
        os.lseek(asked, 0, os.SEEK_SET)
        search = self.launch(task, asked, files, cpu_s)
        try:
            meanwhile()
            self._get_ahead()
            search.start_the_clock(self.uid)
            search.follow()
            search.end()
        except ParentGone:
            pass
        finally:
            self.finished(search)
        return search

    def finished(self, search: SearchProcess) -> None:
        """Leave nothing of a search; where nobody knows how it ended, or whether, start anew."""
        search.close()
        if search.ended is not None:
            self.clean(search.watch.has_looked)
        elif not self._closed:
            self._restart()

    def launch(self, task: str, asked: int, files: Mapping[str, bytes], cpu_s: float) -> SearchProcess:
        """Have a search process started, with the submission's files where it expects them."""
        if self._closed:
            raise KitFault("the isolation was closed")
        self.facts()
        sources = [content for name, content in files.items() if name.endswith(".py")]
        mentioned = [word for word in MENTIONS if any(word.encode() in text for text in sources)]
        if isinstance(files, Prepared) and files.folder != self.folder.call:
            files = files.plain  # the code tells where its source lay
        try:
            self._hand_over(files)
        except OSError:  # the last search may have left too much, or something in the way
            self.clean()
            self.folder.clear_closed()
            self._hand_over(files)
        search = SearchProcess(self.parent, self.limits, self.folder.work, cpu_s, self._gone)
        search.order({"task": task, "cpu_s": cpu_s, "mentioned": mentioned}, asked)
        return search

    def _gone(self) -> bool:
        if self._abandoned():
            self.close()
        return self._closed

    def _hand_over(self, files: Mapping[str, bytes]) -> None:
        (held, folder), self._next = self._next, (None, self.folder.closed)
        if held is files:
            os.rename(folder, self.folder.call)
        else:
            self.folder.scratch(files, self.uid)
        self._files = files

    def _get_ahead(self) -> None:
        """Do, while a search runs, what can be done before the next one and after the last one: little, for nobody watches meanwhile."""
        with contextlib.suppress(OSError):  # it saves time, and no more
            self.folder.clear_closed()
            if self.uid is None and not self.parent.facts()["landlock"]:
                return  # what runs could get at it
            folder = self.folder.closed / "next"
            sweep.remove(folder)
            self._next = self._files, self.folder.scratch(self._files, self.uid, folder)

    def kill(self) -> None:
        """Have the search process that runs ended.

        Raises:
            ParentGone: there is nobody to do it.
        """
        self.parent.tell({"kill": True})

    def clean(self, much: bool = True) -> None:
        """Leave nothing of the last search: no process, no file; see `RunFolder.clear_work`."""
        if self._closed:
            return
        facts = self.parent.facts()
        if self.uid is not None and not (facts["seccomp"] and facts["landlock"]):
            self._clear_user()
        with contextlib.suppress(FileNotFoundError):  # a warmed-up parent that ends takes the run's folder with it
            self.folder.clear_work(much)

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
