"""The Linux backend: one warmed-up parent, one fork of it per call, watched from here."""
from __future__ import annotations

import contextlib
import json
import os
import selectors
import socket
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from autograder.isolation import interpreter, processes, stage, sweep, users
from autograder.isolation.contract import KitFault, Reply
from autograder.isolation.limits import Limits
from autograder.isolation.outcome import outcome
from autograder.isolation.text import harmless
from autograder.isolation.watch import Stop, Stream, Watch

_MIB = 1 << 20
_PACKET = 1 << 16
_TICK_S = 0.05
_START_S = 30.0
_START = "import sys; sys.path[0] = sys.argv[1]; from _isolation.zygote import main; main(int(sys.argv[2]))"


class ForkedBackend:
    """Owns the run's folder, the worker's user and the warmed-up parent."""

    def __init__(self, limits: Limits, packages: list[Path], perform: str, *, root: bool, landlock: bool = True,
                 seccomp: bool = True) -> None:
        self.limits, self.perform, self.landlock, self.seccomp = limits, perform, landlock, seccomp
        self.uid: int | None = None
        self._lock: int | None = None
        if root:
            self.uid, self._lock = users.claim(stage.machine_folder(), limits)
        self.home = interpreter.home_for_workers(stage.library_folder()) if root else None
        self._packages = packages
        self.run: stage.RunFolder | None = None
        self.facts: dict[str, Any] | None = None
        if self.uid is not None:
            self._clear_user()
        self._start()

    # -- the warmed-up parent

    def _start(self) -> None:
        """Start the warmed-up parent; it imports while the grader goes on."""
        self.facts = None
        self.run = stage.new_run(self.uid is not None, self._packages)
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        passed = [theirs.fileno()] + ([] if self._lock is None else [self._lock])
        self._errors = tempfile.TemporaryFile()
        command = [interpreter.executable(), "-s", "-S", "-B", "-X", "utf8", "-c", _START, str(self.run.kit), str(theirs.fileno())]
        try:
            self._parent = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self._errors,
                                            env=self._environment(), cwd="/", pass_fds=passed, start_new_session=True)
        except OSError as error:
            raise KitFault(f"{command[0]} cannot be started: {error}") from error
        theirs.close()
        settings: dict[str, Any] = {"uid": self.uid, "limits": asdict(self.limits), "run": str(self.run.path), "work": str(self.run.work),
                    "perform": self.perform, "readable": [], "landlock": self.landlock, "seccomp": self.seccomp}
        self._tell(settings)

    def _environment(self) -> dict[str, str]:
        """Return all that searches see of the environment. The hash seed is why the interpreter is not started with -I."""
        environment = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONHASHSEED": "0", "MALLOC_ARENA_MAX": "1"}
        return environment if self.home is None else {**environment, "PYTHONHOME": str(self.home)}

    def ready(self) -> dict[str, Any]:
        """Wait until the warmed-up parent serves; return what it says of itself: python, landlock, seccomp.

        Raises:
            KitFault: it ended instead.
        """
        if self.facts is None:
            told = self._hear(_START_S)
            if told is None or "ready" not in told:
                raise KitFault(f"the warmed-up parent did not start: {self._last_words()}")
            self.facts = told["ready"]
        return self.facts

    def _tell(self, message: dict[str, Any], descriptors: tuple[int, ...] = ()) -> None:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # _hear says so
            socket.send_fds(self.control, [json.dumps(message).encode()], descriptors)

    def _hear(self, timeout_s: float) -> dict[str, Any] | None:
        """Return the next message, or None when the warmed-up parent is gone or silent."""
        self.control.settimeout(timeout_s)
        try:
            data = self.control.recv(_PACKET)
        except OSError:
            return None
        finally:
            self.control.setblocking(True)
        message: dict[str, Any] | None = json.loads(data) if data else None
        return message

    def _last_words(self) -> str:
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing"

    # -- calls

    def call(self, request: bytes, files: Mapping[str, bytes], cpu_s: float) -> Reply:
        """Run one request with the submission's files in a fresh process."""
        self.ready()
        assert self.run is not None
        folder = self.run.scratch(files, self.uid)
        try:
            return self._reply({"folder": str(folder), "cpu_s": cpu_s}, request, cpu_s)
        finally:
            self._clean()

    def probe(self, paths: list[Path], modules: list[str]) -> dict[str, list[str]]:
        """Try as a search process to read and write `paths` and to import `modules`; see `inside.probe`."""
        self.ready()
        assert self.run is not None
        order = {"folder": str(self.run.scratch({}, self.uid)), "cpu_s": 5, "probe": {"paths": list(map(str, paths)), "modules": modules}}
        try:
            written, _, _, _ = self._run(order, b"", 5)
        finally:
            self._clean()
        try:
            found: dict[str, list[str]] = json.loads(written.partition(b"+")[2])
        except ValueError as error:
            raise KitFault(f"the probe failed: {written.decode(errors='replace')}") from error
        return found

    def _reply(self, order: dict[str, Any], request: bytes, cpu_s: float) -> Reply:
        written, watch, status, stop = self._run(order, request, cpu_s)
        printed = harmless(bytes(watch.output.data), self.limits.printed_bytes, watch.output.total)
        if stop is not None and stop.status != "ok":
            return Reply(stop.status, b"", printed, stop.reason, watch.cpu_s)
        if status is None:
            return Reply("died", b"", printed, "the grader's own process was ended while your program ran", watch.cpu_s)
        verdict, line, reason = outcome(written, status, over_cpu=watch.cpu_s > cpu_s)
        return Reply(verdict, line, printed, reason, watch.cpu_s)

    def _run(self, order: dict[str, Any], request: bytes, cpu_s: float) -> tuple[bytes, Watch, int | None, Stop | None]:
        with contextlib.ExitStack() as closing:
            output, reply = _pipe(closing), _pipe(closing)
            asked = closing.enter_context(tempfile.TemporaryFile())
            asked.write(request)
            asked.seek(0)
            self._tell({"run": order}, (asked.fileno(), reply[1], output[1]))
            os.close(reply[1])
            os.close(output[1])
            started = self._hear(_START_S) or {}
            if "pid" not in started:
                raise KitFault(f"no search process could be started: {self._last_words()}")
            pid = started["pid"]
            watch = Watch(pid, Stream(output[0], self.limits.printed_bytes), Stream(reply[0], self.limits.reply_mb * _MIB + 1),
                          cpu_s, self.limits.wall_s(cpu_s), self.limits, self._cpu_reader(pid))
            status, stop = self._follow(watch)
            return bytes(watch.reply.data), watch, status, stop

    def _cpu_reader(self, pid: int) -> Callable[[], float]:
        if self.facts and self.facts["seccomp"]:
            return lambda: processes.cpu_s(pid)  # no other process can be there
        return lambda: processes.session_cpu_s(pid, self.uid)

    def _follow(self, watch: Watch) -> tuple[int | None, Stop | None]:
        """Drain and watch until the process is over; return its wait status and why it was stopped, if it was."""
        stop: Stop | None = None
        with selectors.DefaultSelector() as selector:
            selector.register(self.control, selectors.EVENT_READ)
            for stream in (watch.output, watch.reply):
                selector.register(stream.descriptor, selectors.EVENT_READ, stream)
            while True:
                over = False
                for key, _ in selector.select(_TICK_S):
                    if key.data is None:
                        over = True
                        continue
                    key.data.drain()
                    if not key.data.open:
                        selector.unregister(key.fd)
                if over:
                    break
                if stop is None and (stop := watch.stop_reason()):
                    self._tell({"kill": True})
        told = self._hear(_START_S)
        for stream in (watch.output, watch.reply):
            while stream.open and stream.drain():
                pass
        return (told["over"] if told else None), stop

    def notice(self) -> str:
        """Return a line for the reader where this is no security boundary, or nothing."""
        return "" if self.uid is not None else "not a security boundary: the grader does not run as root"

    # -- cleaning

    def _clean(self) -> None:
        """Leave nothing of the last call: no process, no file."""
        assert self.run is not None
        if self._parent.poll() is not None:
            self._start()  # and with it a new folder
            return
        if self.uid is not None and not (self.facts and self.facts["seccomp"]):
            self._clear_user()
        self.run.clear_work()

    def _clear_user(self) -> None:
        assert self.uid is not None
        try:
            processes.kill_user(self.uid)
        except TimeoutError as error:
            raise KitFault(str(error)) from error
        sweep.sweep_user(self.uid)

    def close(self) -> None:
        """End the warmed-up parent and every search process, and remove all that they left."""
        self.control.close()
        try:
            self._parent.wait(_START_S)
        except subprocess.TimeoutExpired:
            self._parent.kill()
            self._parent.wait()
        self._errors.close()
        if self.uid is not None:
            self._clear_user()
        if self.run is not None:
            self.run.remove()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _pipe(closing: contextlib.ExitStack) -> tuple[int, int]:
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    closing.callback(os.close, reading)
    return reading, writing
