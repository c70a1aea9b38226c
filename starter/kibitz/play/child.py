"""The process in which one search runs: a request as a line of JSON comes in, lines of JSON go out, then it ends.

The request: {"search_file", "game", "text", "task": "move", "value" or "load", "algorithm", "depth", "limit"}.
While it searches: {"kind": "progress", "positions", "at_limit", "fraction", "seconds"}.
At the end: the same with "kind": "done" and what kibitz.play.sentences documents. It ends at once when its input is
closed, so that it cannot outlive the server.
"""

from __future__ import annotations

import io
import json
import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any

from kibitz.play.counted import Counts
from kibitz.play.loading import Broken, load
from kibitz.play.task import perform

PRINTED_LIMIT = 4000
MEMORY_BYTES = 4 << 30


class Printed:
    """What the search prints: kept to a limit, so that the page can show it and a flood does no harm."""

    encoding = "utf-8"

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        if len(self.text) < PRINTED_LIMIT:
            self.text = (self.text + str(text))[:PRINTED_LIMIT]
        return len(text)

    def flush(self) -> None:
        """Nothing is held back."""

    def isatty(self) -> bool:
        return False


def main() -> None:
    """Serve one request from standard input."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    request = json.loads(_first_line())
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    printed = _keep_prints()
    _limit_memory()

    def send(kind: str, counts: Counts | None, **more: Any) -> None:
        known = _numbers(counts) if counts else {}
        answers.write(json.dumps({"kind": kind, **known, **more}) + "\n")
        answers.flush()

    try:
        module = load(Path(request["search_file"]))
        counts = Counts(request["depth"], request["limit"], lambda counts: send("progress", counts))
        outcome = perform(module, request, counts)
        send("done", counts, **outcome, printed=printed.text)
    except Broken as error:
        send("done", None, status="broken", message=str(error), printed=printed.text)
    os._exit(0)  # at once: threads and exit handlers of the student's could keep it alive


def _numbers(counts: Counts) -> dict[str, Any]:
    return {
        "positions": counts.positions,
        "at_limit": counts.at_limit,
        "fraction": counts.fraction,
        "seconds": counts.seconds,
    }


def _first_line() -> bytes:
    line = b""
    while not line.endswith(b"\n"):  # read without a buffer: the thread below goes on reading
        part = os.read(0, 1 << 16)
        if not part:
            os._exit(1)
        line += part
    return line


def _end_with_the_server() -> None:
    while os.read(0, 1 << 10):
        pass
    if hasattr(os, "killpg"):
        os.killpg(os.getpgid(0), signal.SIGKILL)
    os._exit(1)


def _keep_prints() -> Printed:
    """Turn the real output away, and keep what Python code prints."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    sys.stdin = io.StringIO()  # input() would wait for ever
    printed = Printed()
    sys.stdout = sys.stderr = printed
    return printed


def _limit_memory() -> None:
    """A search that runs wild gets a MemoryError before the laptop does; where the system has no such limit, none."""
    try:
        import resource

        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES if hard < 0 else min(MEMORY_BYTES, hard), hard))
    except (ImportError, OSError, ValueError):
        pass
