"""Says what a build changed, from what was there before it."""
from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any


def read(path: Path) -> dict[str, Any]:
    """Return a JSON file's content, or {} where there is none."""
    try:
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return data
    except (OSError, ValueError):
        return {}


def of_settings(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Return a line for each setting that changed.

    >>> of_settings({"seed": 7, "checks": [{"id": "a.b", "points": 2}]}, {"seed": 8, "checks": [{"id": "a.b", "points": 3}]})
    ['seed: 7 -> 8', 'a.b: 2 points -> 3 points']
    >>> of_settings({"checks": [{"id": "a.b", "points": 2}]}, {"checks": [{"id": "a.b", "points": 2, "visibility": "hidden"}]})
    ['rows: 1 visible -> 1 hidden']
    """
    if not old:
        return []
    before, after = dict(_flat(old)), dict(_flat(new))
    keys = list(dict.fromkeys([*after, *before]))
    return [f"{key}: {before.get(key, 'not there')} -> {after.get(key, 'gone')}" for key in keys if before.get(key) != after.get(key)]


def _flat(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in data.items():
        if key == "checks":
            yield from ((row["id"], f"{row['points']:g} points") for row in value)
            kinds = Counter(row.get("visibility", "visible") for row in value)
            yield "rows", ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
        elif isinstance(value, Mapping):
            yield from ((f"{key}.{name}", text) for name, text in _flat(value))
        else:
            yield key, value if isinstance(value, str) else json.dumps(value)


def of_trees(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """Return how many of the known trees drawn for the term are others than before."""
    before = [json.dumps(tree) for tree in old.get("trees", [])]
    after = [json.dumps(tree) for tree in new.get("trees", [])]
    return f"{sum(tree not in before for tree in after)} of {len(after)} known trees of the term"
