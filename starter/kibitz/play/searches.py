"""The searches that are running: each in a process group of its own, so that any of them can be stopped at once.

There are two lanes, "move" and "growth"; a new search takes the place of the one in its lane, so at most two run.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

LANES = ("move", "growth")
KEPT = 50  #: finished searches whose outcome can still be asked for
NEVER_ASKED_S = 5.0  #: a search whose page left before it asked once is stopped sooner
ABANDONED_S = 90.0  #: a search nobody asked about for so long is stopped; a hidden browser tab asks once a minute
LINE_BYTES = 1 << 20
ROOT = str(Path(__file__).resolve().parents[2])  # the folder with games and kibitz
BOOT = "import sys; sys.path.insert(0, sys.argv[1]); from kibitz.play.child import main; main()"


class Search:
    """One search in its child process.

    Attributes:
        state: "running", "done", "stopped" (by us) or "died" (it ended without an answer).
        latest: the last message of the child, as kibitz.play.child documents.
        why: why it was stopped, in words.
        stale: whether search.py was saved again while it ran.
        finished: set when it no longer runs.
    """

    def __init__(self, number: str, request: dict[str, Any]) -> None:
        self.number = number
        self.request = request
        self.state = "running"
        self.latest: dict[str, Any] = {}
        self.why = ""
        self.stale = False
        self.finished = threading.Event()
        self.asked = self.began = time.monotonic()
        self.ended = 0.0
        self._file = Path(request["search_file"])
        self._saved = _saved_at(self._file)
        self._process = subprocess.Popen(
            [sys.executable, "-c", BOOT, ROOT],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self._file.parent,
            start_new_session=True,
        )
        assert self._process.stdin
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        self._process.stdin.flush()
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def seconds(self) -> float:
        """How long it has run, or ran."""
        return (self.ended or time.monotonic()) - self.began

    @property
    def pid(self) -> int:
        """The child's process, which leads its group."""
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """How the child ended, once it did."""
        return self._process.poll()

    def stop(self, why: str) -> None:
        """Kill the child and all it started, and wait until it is gone."""
        if not self.finished.is_set():
            self.why = self.why or why
            kill_group(self._process)
        self.finished.wait(5)

    def _listen(self) -> None:
        """Take the child's messages until it ends; what is none is passed over: a search may have found the pipe."""
        stdout, stdin = self._process.stdout, self._process.stdin
        assert stdout and stdin
        while line := stdout.readline(LINE_BYTES):
            try:
                message = json.loads(line)
            except ValueError:
                continue
            if isinstance(message, dict) and message.get("kind") in ("progress", "done"):
                self.latest = message
                if message["kind"] == "done":
                    break
        kill_group(self._process)  # also what the search itself started
        self._process.wait()
        self.stale = _saved_at(self._file) != self._saved
        self.ended = time.monotonic()
        self.state = "done" if self.latest.get("kind") == "done" else "stopped" if self.why else "died"
        for pipe in (stdout, stdin):
            with suppress(OSError):  # the other end is gone
                pipe.close()
        self.finished.set()


class Searches:
    """The two lanes, and the outcomes of the searches before."""

    def __init__(self) -> None:
        self._known: dict[str, Search] = {}
        self._lanes: dict[str, Search] = {}
        self._helpers: list[subprocess.Popen[bytes]] = []
        self._lock = threading.Lock()
        self._closed = False
        self._count = 0
        threading.Thread(target=self._reap, daemon=True).start()

    def start(self, lane: str, request: dict[str, Any]) -> Search:
        """Start a search in a lane, in the place of the one that runs there.

        Raises:
            RuntimeError: everything was stopped for good.
        """
        with self._lock:
            if self._closed:
                raise RuntimeError("the server is ending")
            if running := self._lanes.get(lane):
                running.stop("Another search took its place.")
            self._count += 1
            search = Search(str(self._count), request)
            self._lanes[lane] = self._known[search.number] = search
            for number in list(self._known)[:-KEPT]:
                del self._known[number]
            return search

    def find(self, number: str) -> Search | None:
        """Return a search by its number, and note that somebody still asks for it."""
        search = self._known.get(number)
        if search:
            search.asked = time.monotonic()
        return search

    def close(self) -> None:
        """Stop everything, for good."""
        with self._lock:
            self._closed = True
            for search in self._lanes.values():
                search.stop("The server ended.")
            for process in self._helpers:
                kill_group(process)

    @contextmanager
    def helper(self, process: subprocess.Popen[bytes]) -> Iterator[None]:
        """Count another child, which leads a group, among what is stopped at the end; it is killed on the way out."""
        self._helpers.append(process)
        try:
            yield
        finally:
            kill_group(process)
            self._helpers.remove(process)

    def _reap(self, pause: Callable[[float], None] = time.sleep) -> None:
        while not self._closed:
            pause(1.0)
            for search in list(self._lanes.values()):
                patience_s = ABANDONED_S if search.asked > search.began else NEVER_ASKED_S
                if time.monotonic() - search.asked > patience_s:
                    search.stop("Nobody asked for it any more.")


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that leads a group, and the group."""
    try:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except (ProcessLookupError, PermissionError):
        pass  # gone already


def _saved_at(path: Path) -> tuple[int, int]:
    try:
        known = path.stat()
    except OSError:
        return 0, 0
    return known.st_mtime_ns, known.st_size
