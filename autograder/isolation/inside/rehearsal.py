"""A search.py is loaded, and a small game walked through, before there is one: what Python learns, and copies, there, no search has to.

It holds no search: it visits every position and returns 0.
"""
from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

_TREE = ["MAX", [["MIN", [3, 12, 8], 0], ["MIN", [2, 4, 6], 0], ["MIN", [14, 5, 2], 0]], 0]
_CASE = {"game": {"tree": _TREE}, "depth": 2, "budget": 1000}
_TIMES = 10  # Python looks at its code again after eight runs


def _walk(game: Any, depth: int) -> int:
    if game.is_terminal():
        game.utility()
    elif depth == 0:
        game.evaluate()
    elif game.turn != "CHANCE":
        for move in game.legal_moves():
            game.play(move)
            _walk(game, depth - 1)
            game.undo()
    return 0


def rehearse(perform: Any, times: int = _TIMES) -> None:
    """Let `perform` run the walk, as it will run searches; one that wants other requests is left alone."""
    module = ModuleType("search")
    module.minimax = _walk  # type: ignore[attr-defined]
    request = json.dumps({"function": "minimax", "cases": [_CASE, {**_CASE, "depth": 1}] * times})
    try:
        json.dumps(perform(module, json.loads(request)))
    except Exception:
        return


def rehearse_loading(load: Callable[[str], object], folder: str = os.path.join(os.path.dirname(__file__), "rehearsed")) -> None:
    """Load a search.py that holds nothing, as a submission's is loaded, and forget it."""
    sys.path.append(folder)
    load(folder)
    sys.path.remove(folder)
    del sys.modules["search"]
    sys.path_importer_cache.pop(folder, None)
