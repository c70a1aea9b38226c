"""Has kibitz.trace draw a position, in a child process, and keeps the page for the browser."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from kibitz.play.positions import Position
from kibitz.play.searches import ROOT, Searches

BOOT = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); from kibitz.trace.cli import main; sys.exit(main(sys.argv[1:]))"
)
MOST_SECONDS = 60.0
KEPT = 10


class TraceMissing(Exception):
    """There is no trace of this position; the message is a sentence for the page."""


class Traces:
    """The trace pages written lately."""

    def __init__(self, search_file: Path, searches: Searches) -> None:
        self._file = search_file
        self._searches = searches
        self._pages: dict[str, str] = {}
        self._lock = threading.Lock()
        self._count = 0

    def write(self, position: Position, algorithm: str, depth: int) -> str:
        """Draw what the algorithm does at a position, and return the page's number.

        Raises:
            TraceMissing: kibitz.trace is not there, took too long, or wrote no page.
        """
        if not _is_there():
            raise TraceMissing("This copy of the kit cannot draw a trace: kibitz.trace is missing.")
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "trace.html"
            said = self._run(arguments(position, algorithm, depth, self._file, page))
            if not page.exists():
                raise TraceMissing(f"No trace could be drawn. {said}".strip())
            text = page.read_text(encoding="utf-8")
        with self._lock:
            self._count += 1
            self._pages[str(self._count)] = text
            for number in list(self._pages)[:-KEPT]:
                del self._pages[number]
            return str(self._count)

    def page(self, number: str) -> str | None:
        """Return a page by its number."""
        return self._pages.get(number)

    def _run(self, argv: list[str]) -> str:
        """Run the trace command; return the last line of what it said."""
        process = subprocess.Popen(
            [sys.executable, "-c", BOOT, ROOT, *argv],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=self._file.parent,
            start_new_session=True,
        )
        with self._searches.helper(process):
            try:
                output = process.communicate(timeout=MOST_SECONDS)[0]
            except subprocess.TimeoutExpired:
                raise TraceMissing(f"Drawing it took more than {MOST_SECONDS:.0f} s: try a smaller depth.") from None
        lines = output.decode("utf-8", "replace").strip().splitlines()
        return lines[-1][:300] if lines else ""


def arguments(position: Position, algorithm: str, depth: int, search_file: Path, page: Path) -> list[str]:
    """Return the arguments of kibitz.trace for a position."""
    asked = ["--case", repr(position.game), "--search", algorithm, "--depth", str(depth)]
    return [*asked, "--search-file", str(search_file), "--out", str(page)]


def _is_there() -> bool:
    try:
        return importlib.util.find_spec("kibitz.trace.cli") is not None
    except ModuleNotFoundError:
        return False
