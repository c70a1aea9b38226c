"""Search files of every sort, and searches that are gone when a test ends."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kibitz.play.searches import Search, Searches

SOLUTION = Path(__file__).parents[2] / "solution" / "search.py"
WRITTEN = SOLUTION.read_text(encoding="utf-8")
STUB = (
    "def minimax(game, depth):\n    raise NotImplementedError\nalphabeta = expectimax = minimax\n"
    "def best_move(game, depth, search=minimax):\n    raise NotImplementedError\n"
)
FILES = {
    "stub": STUB,
    "raising": WRITTEN
    + "\ndef alphabeta(game, depth, alpha=-inf, beta=inf):\n    return 1 / 0\nminimax = expectimax = alphabeta\n",
    "endless": WRITTEN
    + "\ndef alphabeta(game, depth, alpha=-inf, beta=inf):\n    while True: pass\nminimax = expectimax = alphabeta\n",
    "illegal": WRITTEN + "\ndef best_move(game, depth, search=minimax):\n    return 99\n",
    "none": WRITTEN + "\ndef best_move(game, depth, search=minimax):\n    return None\n",
    "broken": WRITTEN + "\nif best_move = 3:\n    pass\n",
    "text": WRITTEN + "\ndef alphabeta(game, depth, alpha=-inf, beta=inf):\n    return 'high'\n",
    "leaving": WRITTEN + "\nimport os\ndef alphabeta(game, depth, alpha=-inf, beta=inf):\n    os._exit(7)\n",
    "exiting": WRITTEN + "\nimport sys\ndef alphabeta(game, depth, alpha=-inf, beta=inf):\n    sys.exit(3)\n",
    "cuts_too_early": WRITTEN.replace("if beta <= alpha:", "if beta <= alpha + 0.05:"),
    "worst": WRITTEN.replace("value > best if is_max else value < best", "value < best if is_max else value > best"),
    "not_restoring": WRITTEN.replace("        game.undo()\n    return max(values)", "    return max(values)"),
}


@pytest.fixture
def search_file(tmp_path: Path) -> Callable[[str], Path]:
    """Write one of FILES, the solution, or a text of your own, as search.py."""

    def write(text: str) -> Path:
        path = tmp_path / "search.py"
        path.write_text(WRITTEN if text == "solution" else FILES.get(text, text), encoding="utf-8")
        return path

    return write


@pytest.fixture
def searches() -> Iterator[Searches]:
    running = Searches()
    yield running
    running.close()


def request(path: Path, **changes: Any) -> dict[str, Any]:
    """Return a request for a move in tic-tac-toe, with changes."""
    position = {"game": changes.get("game", "tictactoe"), "moves": []}
    return {
        "search_file": str(path),
        "game": "tictactoe",
        "text": "... ... ...",
        "task": "move",
        "algorithm": "alphabeta",
        "depth": 3,
        "limit": None,
        "position": position,
        **changes,
    }


def finished(search: Search) -> Search:
    """Wait for a search, asking about it as the page does: one that nobody asks about is stopped."""
    end = time.monotonic() + 60
    while not search.finished.wait(0.05):
        search.asked = time.monotonic()
        assert search.asked < end, "the search did not end"
    return search
