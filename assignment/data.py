"""Writes the settings as the data that the autograder and the students' folder read: never TOML, never this package."""
from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from assignment.settings import Assignment, SettingsError, load
from assignment.trees import as_data, public
from assignment.zips import put

_NAMES = {"cpu_seconds": "cpu_seconds", "total_cpu_seconds": "total_cpu_s", "total_seconds": "total_wall_s", "memory_mb": "memory_mb",
          "first_uid": "first_uid", "uids": "uids"}


def grading(settings: Assignment) -> dict[str, Any]:
    """Return what grading needs."""
    return {
        "title": settings.title,
        "seed": settings.seed,
        "checks": [{"id": check, "points": points, "visibility": settings.visibility[check]}
                   for check, points in settings.points.items()],
        "limits": {theirs: settings.limits[ours] for ours, theirs in _NAMES.items()},
        "extra_credit": settings.extra_credit,
        "leaderboard": settings.leaderboard,
        **({"extra_points": settings.extra_points} if settings.extra_credit else {}),
    }


def studying(settings: Assignment) -> dict[str, Any]:
    """Return what the students' checks and scoreboard need: which checks there are, what they are worth, and this term's trees."""
    return {
        "title": settings.title,
        "functions": list(settings.functions),
        "games": list(settings.games),
        "events": {"base": settings.limits["events_base"], "per_node": settings.limits["events_per_node"]},
        "checks": [{"id": check, "points": points} for check, points in settings.points.items()],
        "trees": [as_data(tree) for tree in public(settings.seed)],
    }


def as_bytes(data: dict[str, Any]) -> bytes:
    """Return data as it is stored."""
    return (json.dumps(data, indent=1) + "\n").encode()


def main(argv: list[str]) -> int:
    """Write both: python -m assignment.data TOML AUTOGRADER_JSON STARTER_JSON."""
    try:
        settings = load(Path(argv[0]))
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    put(Path(argv[1]), as_bytes(grading(settings)))
    put(Path(argv[2]), as_bytes(studying(settings)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
