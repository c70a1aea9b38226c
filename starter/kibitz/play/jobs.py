"""Fills a growth table, cell by cell, each in a child process of its own; the page asks how far it is."""

from __future__ import annotations

import threading
import time
from typing import Any

from kibitz.play.growth import MOST_POSITIONS, MOST_SECONDS, Cell, Table
from kibitz.play.labels import style_of
from kibitz.play.positions import Position
from kibitz.play.searches import ABANDONED_S, Search, Searches
from kibitz.play.sentences import as_data, failure, number_of

MOST_DEPTH = 30
KEPT = 10


class Job:
    """One growth table in the making.

    Args:
        position: where all searches start.
        searches: where they run.
        search_file: the student's file.

    Attributes:
        state: "running" or "done".
        note: why it ended, in words.
    """

    def __init__(self, number: str, position: Position, searches: Searches, search_file: str) -> None:
        algorithms = style_of(position.name).algorithms
        self.number = number
        self.position = position
        self.table = Table(tuple(name for name in ("minimax", "alphabeta", "expectimax") if name in algorithms))
        self.state = "done"
        self.note = ""
        self.asked = time.monotonic()
        self._searches = searches
        self._file = search_file
        self._running: Search | None = None
        self._stopped = False

    def fill(self) -> None:
        """Start filling the table from depth 1, until every search has met a limit."""
        self._begin(self._all_depths)

    def run_one(self, algorithm: str, depth: int) -> None:
        """Start one cell, without limits."""
        self._begin(lambda: self._cell(algorithm, depth, limited=False))

    def stop(self) -> None:
        """End it, and the search that runs for it."""
        self._stopped = True
        if self._running:
            self._running.stop("You stopped it.")

    def _begin(self, work: Any) -> None:
        if self.state == "running":
            return
        self.state, self.note, self._stopped = "running", "", False
        threading.Thread(target=self._guarded, args=(work,), daemon=True).start()

    def _guarded(self, work: Any) -> None:
        try:
            work()
        except RuntimeError as error:  # the server is ending
            self.note = str(error)
        self.state = "done"

    def _all_depths(self) -> None:
        going = list(self.table.algorithms)
        for depth in range(1, MOST_DEPTH + 1):
            for algorithm in list(going):
                if self._stopped:
                    return
                if self._cell(algorithm, depth) != "done" or self._is_exhausted(algorithm, depth):
                    going.remove(algorithm)
            if not going:
                return

    def _is_exhausted(self, algorithm: str, depth: int) -> bool:
        """Tell whether a greater depth would look at the same positions: nothing lies below the one before."""
        cell = self.table.done(algorithm, depth)
        if not cell or cell.at_limit:
            return False
        self.note = (
            f"No line that {algorithm} looks at is longer than {depth - 1} plies: a greater depth changes nothing."
        )
        return True

    def _cell(self, algorithm: str, depth: int, limited: bool = True) -> str:
        """Run one cell and return its state."""
        request = {
            "search_file": self._file,
            "game": self.position.name,
            "text": str(self.position.game),
            "task": "value",
            "algorithm": algorithm,
            "depth": depth,
            "limit": MOST_POSITIONS if limited else None,
            "position": as_data(self.position),
        }
        search = self._running = self._searches.start("growth", request)
        while not search.finished.wait(0.1):
            self.table.put(Cell(algorithm, depth, "running", search.latest.get("positions", 0)))
            search.asked = self.asked
            if self._stopped:  # since this search was started
                search.stop("You stopped it.")
            if limited and search.seconds > MOST_SECONDS:
                search.stop(f"stopped at {MOST_SECONDS:.0f} s")
            if time.monotonic() - self.asked > ABANDONED_S:
                self.stop()
        cell = _cell_of(search, algorithm, depth)
        self.table.put(cell)
        if search.why.startswith("Another"):
            self._stopped, self.note = True, search.why
        return cell.state


def _cell_of(search: Search, algorithm: str, depth: int) -> Cell:
    latest = search.latest
    numbers = latest.get("positions", 0), latest.get("at_limit", 0), latest.get("seconds", 0.0)
    if search.state != "done":
        died = f"the process ended without an answer (exit code {search.exit_code})"
        return Cell(algorithm, depth, search.state.replace("died", "failed"), *numbers, message=search.why or died)
    if latest.get("status") == "limit":
        return Cell(algorithm, depth, "stopped", *numbers, message=f"stopped at {MOST_POSITIONS:,} positions")
    if wrong := failure(latest):
        return Cell(algorithm, depth, "failed", *numbers, message=wrong)
    return Cell(algorithm, depth, "done", *numbers, value=number_of(latest.get("value")))


class Jobs:
    """The growth tables of late."""

    def __init__(self, searches: Searches, search_file: str) -> None:
        self._searches = searches
        self._file = search_file
        self._known: dict[str, Job] = {}
        self._count = 0
        self._lock = threading.Lock()

    def start(self, position: Position) -> Job:
        """Begin a table for a position."""
        with self._lock:
            self._count += 1
            job = Job(str(self._count), position, self._searches, self._file)
            for old in self._known.values():
                old.stop()
            self._known[job.number] = job
            for number in list(self._known)[:-KEPT]:
                del self._known[number]
        job.fill()
        return job

    def find(self, number: str) -> Job | None:
        """Return a table by its number, and note that somebody still asks for it."""
        job = self._known.get(number)
        if job:
            job.asked = time.monotonic()
        return job
