"""Keeps the graded cases as data: drawn once for a seed, and drawn again only on request."""
from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assignment.settings import Assignment

_DRAWING = ("strategies", "sources", "standing", "known", "shrink")


class DrawingFailed(Exception):
    """The program that draws the graded cases ended with an error."""


@dataclass(frozen=True)
class Kept:
    """What became of the graded cases.

    Attributes:
        why: why they were drawn anew, or "" where they were kept.
        changed, total: how many cases are new, of how many.
        stale: whether the kit that drew them was another one than today's.
    """

    why: str
    changed: int
    total: int
    stale: bool


def update(path: Path, settings: Assignment, root: Path, redraw: bool = False) -> Kept:
    """Draw the graded cases if need be.

    Raises:
        DrawingFailed: see there.
    """
    before = _read(path)
    why = _why(before, settings, redraw)
    if why:
        _draw(path, settings.seed, root)
    after = _read(path)
    old, new = _texts(before), _texts(after)
    return Kept(why, len(new - old), len(new), after.get("drawn_by") != drawn_by(root))


def _why(data: dict[str, Any], settings: Assignment, redraw: bool) -> str:
    if not data:
        return "there were none"
    if redraw:
        return "as you asked"
    if data.get("seed") != settings.seed:
        return f"the seed was {data.get('seed')}"
    if data.get("games") != sorted(settings.games):
        return "the games changed"
    missing = [check for check in settings.points if not data.get("checks", {}).get(check)]
    return f"there were none for {missing[0]}" if missing else ""


def drawn_by(root: Path) -> str:
    """Return a digest of the code that draws."""
    texts = [(root / "starter" / "kibitz" / f"{name}.py").read_bytes().replace(b"\r\n", b"\n") for name in _DRAWING]
    return hashlib.sha256(b"\0".join(texts)).hexdigest()[:12]


def _draw(path: Path, seed: int, root: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root / "starter"), str(root)]), "PYTHONHASHSEED": "0"}
    done = subprocess.run([sys.executable, "-B", "-m", "assignment.freeze", str(seed), str(path)], cwd=root, env=environment,
                          capture_output=True, text=True)
    if done.returncode:
        raise DrawingFailed(f"the graded cases could not be drawn:\n{done.stderr[-2000:]}")


def _read(path: Path) -> dict[str, Any]:
    try:
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return data
    except (OSError, ValueError):
        return {}


def _texts(data: dict[str, Any]) -> set[str]:
    return {f"{check} {json.dumps(case, sort_keys=True)}" for check, cases in data.get("checks", {}).items() for case in cases}
