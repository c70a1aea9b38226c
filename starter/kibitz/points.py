"""What the assignment's settings say: which checks there are, their points, the games that are in, and the budget of events."""
from __future__ import annotations

import json
from pathlib import Path

_SETTINGS = json.loads(Path(__file__).with_name("assignment.json").read_text(encoding="utf-8"))

POINTS: dict[str, float] = {row["id"]: row["points"] for row in _SETTINGS["checks"]}
GAMES: frozenset[str] = frozenset(_SETTINGS["games"])
EVENTS_BASE: int = _SETTINGS["events"]["base"]
EVENTS_PER_NODE: int = _SETTINGS["events"]["per_node"]
