"""What the assignment's settings say: which checks there are, their points, the games that are in, and the budget of events."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_SETTINGS = json.loads(Path(__file__).with_name("assignment.json").read_text(encoding="utf-8"))

POINTS: dict[str, float] = {row["id"]: row["points"] for row in _SETTINGS["checks"]}
GAMES: frozenset[str] = frozenset(_SETTINGS.get("games", ()))
_EVENTS = _SETTINGS.get("events", {"base": 200, "per_node": 15})
EVENTS_BASE: int = _EVENTS["base"]
EVENTS_PER_NODE: int = _EVENTS["per_node"]
#: the known trees drawn for this term, as kibitz.cases.known reads them
TREES: list[dict[str, Any]] = _SETTINGS.get("trees", [])
