"""The points of each check, as the assignment's settings give them."""
from __future__ import annotations

import json
from pathlib import Path

_SETTINGS = json.loads(Path(__file__).with_name("assignment.json").read_text(encoding="utf-8"))

POINTS: dict[str, float] = {row["id"]: row["points"] for row in _SETTINGS["checks"]}
