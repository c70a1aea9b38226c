"""The backend for systems without fork: a fresh interpreter per call, with a time limit. No security boundary."""
from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from autograder.isolation import stage
from autograder.isolation.contract import KitFault, Later, Reply, TaskFailed
from autograder.isolation.headstart import OPTIONS, executable
from autograder.isolation.inside.lines import LOADED, READY
from autograder.isolation.limits import KIT_CPU_S, Limits
from autograder.isolation.outcome import End, outcome
from autograder.isolation.text import harmless

_MIB = 1 << 20
_CHUNK = 1 << 16
_TICK_S = 0.02
_START = "import sys; sys.path[0] = sys.argv[1]; from _isolation.plain import main; main()"
_NEEDED_BY_WINDOWS = ("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR")


@dataclass
class _Drain(threading.Thread):
    """Reads a pipe to its end, keeps the first bytes and counts all."""

    pipe: IO[bytes]
    keep: int
    data: bytearray = field(default_factory=bytearray)
    total: int = 0

    def __post_init__(self) -> None:
        super().__init__(daemon=True)
        self.start()

    __hash__ = threading.Thread.__hash__

    def run(self) -> None:
        while chunk := os.read(self.pipe.fileno(), _CHUNK):
            self.total += len(chunk)
            self.data += chunk[: max(self.keep - len(self.data), 0)]


class PlainBackend:
    """Starts a process per call and kills it when its time is over."""

    def __init__(self, limits: Limits, packages: list[Path], perform: str) -> None:
        self._limits, self._perform = limits, perform
        self._run = stage.new_run(False, limits.disk_mb, packages)

    def start(self, request: bytes, files: Mapping[str, bytes], cpu_s: float, ahead: bool) -> Later:
        """Return a call that is made when its reply is waited for; `ahead` of nothing."""
        return Later(lambda: self.call(request, files, cpu_s))

    def call(self, request: bytes, files: Mapping[str, bytes], cpu_s: float) -> Reply:
        """Run one request with the submission's files in a fresh process; its CPU time is not known, wall time stands for it."""
        return self._do("perform", request, files, cpu_s)

    def _do(self, task: str, request: bytes, files: Mapping[str, bytes], cpu_s: float) -> Reply:
        folder = self._run.scratch(files, None)
        order = {"folder": str(folder), "task": task, "perform": self._perform, "recursion_limit": self._limits.recursion_limit,
                 "stack_mb": self._limits.stack_mb}
        try:
            with tempfile.TemporaryFile() as asked:
                asked.write(json.dumps(order).encode() + b"\n" + request)
                asked.seek(0)
                return self._watched(asked, folder, cpu_s)
        finally:
            self._run.clear_work()

    def _watched(self, asked: IO[bytes], folder: Path, cpu_s: float) -> Reply:
        process = self._started(asked, folder)
        assert process.stdout and process.stderr
        reply, output = _Drain(process.stdout, self._limits.reply_mb * _MIB + 1), _Drain(process.stderr, self._limits.printed_bytes)
        started = time.monotonic()
        flooded = late = False
        while process.poll() is None and not (flooded or late):
            time.sleep(_TICK_S)
            flooded = output.total > self._limits.output_mb * _MIB or reply.total > self._limits.reply_mb * _MIB
            late = time.monotonic() - started > self._limits.plain_wall_s(cpu_s)
        _kill(process)
        for drain in (reply, output):
            drain.join(1)
            drain.pipe.close()
        took_s = time.monotonic() - started
        printed = harmless(bytes(output.data), self._limits.printed_bytes, output.total)
        if flooded:
            return Reply("flooded", b"", printed, "your program printed or did more than can be recorded", took_s)
        if late:
            what = "your program did not finish" if LOADED in reply.data[: len(READY + LOADED)] else "search.py did not finish importing"
            return Reply("timeout", b"", printed, f"{what} within {took_s:.0f} s", took_s)
        if not reply.data:
            raise KitFault(f"a search process did not start: {printed.strip()[-500:]}")
        status, line, reason = outcome(bytes(reply.data), End.of_return_code(process.returncode), over_cpu=False)
        return Reply(status, line, printed, reason, took_s)

    def _started(self, asked: IO[bytes], folder: Path) -> subprocess.Popen[bytes]:
        environment = {"PYTHONHASHSEED": "0", "TMP": str(folder), "TEMP": str(folder), "TMPDIR": str(folder), "HOME": str(folder)}
        environment.update({name: os.environ[name] for name in _NEEDED_BY_WINDOWS if name in os.environ})
        command = [executable(), *OPTIONS, "-c", _START, str(self._run.kit)]
        try:
            return subprocess.Popen(command, stdin=asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder, env=environment,
                                    start_new_session=os.name == "posix")
        except OSError as error:
            raise KitFault(f"{command[0]} cannot be started: {error}") from error

    def talk(self, files: Mapping[str, bytes], cpu_s: float) -> None:
        """Return None: each call has a process of its own."""

    def ask(self, task: str, question: dict[str, Any], files: Mapping[str, bytes]) -> Any:
        """Have a fresh process do one of the kit's own tasks; see `Backend.ask`."""
        reply = self._do(task, json.dumps(question).encode(), files, KIT_CPU_S)
        if reply.status != "ok":
            raise TaskFailed.because(task, reply.reason)
        return json.loads(reply.line)

    def prepared(self, files: Mapping[str, bytes]) -> Mapping[str, bytes]:
        """Return the files as they are: another process takes longer than it could save."""
        return files

    def check(self, secrets: Sequence[Path]) -> str:
        """Return the line that says what this is not."""
        return f"not a security boundary: {sys.platform} has no isolation here, only a time limit"

    def leave(self) -> None:
        """Do nothing: whoever closes it will wait."""

    def close(self) -> None:
        """Remove all files."""
        self._run.remove()


def _kill(process: subprocess.Popen[bytes]) -> None:
    try:
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except OSError:
        pass  # it ended by itself
    process.wait()
