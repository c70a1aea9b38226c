"""Turns assignment.toml into the settings that the autograder ships with."""
from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def load(path: Path) -> dict[str, Any]:
    """Read the settings file."""
    data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    return data


def grading(settings: dict[str, Any]) -> dict[str, Any]:
    """Return the part of the settings that grading needs."""
    return {
        "title": settings["title"],
        "seed": settings["seed"],
        "checks": [{"id": check, "points": points, "visibility": "visible"} for check, points in settings["points"].items()],
        "limits": settings["limits"],
    }


def studying(settings: dict[str, Any]) -> dict[str, Any]:
    """Return the part of the settings that the students' scoreboard needs."""
    return {"title": settings["title"],
            "checks": [{"id": check, "points": points} for check, points in settings["points"].items()]}


def main(argv: list[str]) -> int:
    """Write the autograder's settings: python -m assignment.settings TOML AUTOGRADER_JSON STARTER_JSON."""
    settings = load(Path(argv[0]))
    Path(argv[1]).write_text(json.dumps(grading(settings), indent=1) + "\n", encoding="utf-8")
    Path(argv[2]).write_text(json.dumps(studying(settings), indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
