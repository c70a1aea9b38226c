"""Classes of real submissions for the long tests: the reference, edits of it, and what students and vandals hand in."""
from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_LOOP = "def minimax(game, depth):\n    while True:\n        pass\n"
_EXIT = "import os\ndef minimax(game, depth):\n    os._exit(0)\n"


def kinds() -> dict[str, str]:
    """Return a search.py of each kind, by what it is."""
    solution = (ROOT / "solution" / "search.py").read_text(encoding="utf-8")
    return {
        "right": solution,
        "never undoes": solution.replace("        game.undo()\n", ""),
        "stubs": (ROOT / "starter" / "search.py").read_text(encoding="utf-8"),
        "does not parse": "def minimax(game, depth:\n",
        "ends its process": _EXIT,
        "endless": _LOOP,
        "prints": solution + "\nprint('hello from Ada')\n",
        "wrong": "def minimax(game, depth):\n    return 0\ndef best_move(game, depth, search=minimax):\n    return game.legal_moves()[0]\n",
    }


def write_class(folder: Path, count: int, leave_out: tuple[str, ...] = ()) -> list[Path]:
    """Write `count` submissions, kind after kind, no two alike; return their files."""
    folder.mkdir(parents=True)
    texts = [text for kind, text in kinds().items() if kind not in leave_out]
    paths = []
    for place in range(count):
        path = folder / f"student_{place:03}.py"
        path.write_text(f"{texts[place % len(texts)]}\n# {place}\n", encoding="utf-8")
        paths.append(path)
    return paths
