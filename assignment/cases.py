"""Keeps the graded cases as data: drawn once for a seed, and drawn again only on request."""
from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assignment.settings import Assignment
from assignment.zips import put

_NONE_FOR = "there were none for "
_DRAWING = ("cases/strategies", "cases/sources", "cases/standing", "cases/known", "judge/shrink")


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


def update(path: Path, settings: Assignment, root: Path, redraw: bool = False, tell: Callable[[str], None] = lambda words: None) -> Kept:
    """Draw the graded cases if need be.

    Args:
        path: where they are stored.
        settings: the assignment's.
        root: the project's folder, whose code draws.
        redraw: draw them whatever is stored.
        tell: is told how far drawing has come.

    Raises:
        DrawingFailed: see there.
    """
    before = _read(path)
    why = _why(before, settings, redraw)
    if why:
        old_text = path.read_text(encoding="utf-8") if before else ""
        _draw(path, settings.seed, root, tell)
        if why.startswith(_NONE_FOR):
            _keep_what_was_there(path, old_text)
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
    return f"{_NONE_FOR}{missing[0]}" if missing else ""


def _keep_what_was_there(path: Path, old: str) -> None:
    """Give every check that had cases its old ones back: only those of new checks are new. A check is a line of the file."""
    kept = {line.partition(":")[0]: line.rstrip(",") for line in old.splitlines()[1:-1]}
    head, *lines, tail = path.read_text(encoding="utf-8").splitlines()
    merged = [kept.get(line.partition(":")[0], line.rstrip(",")) for line in lines]
    put(path, "\n".join([head, ",\n".join(merged), tail, ""]).encode())


def drawn_by(root: Path) -> str:
    """Return a digest of the code that draws."""
    texts = [(root / "starter" / "kibitz" / f"{name}.py").read_bytes().replace(b"\r\n", b"\n") for name in _DRAWING]
    return hashlib.sha256(b"\0".join(texts)).hexdigest()[:12]


def _draw(path: Path, seed: int, root: Path, tell: Callable[[str], None]) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root / "starter"), str(root)]), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-B", "-m", "assignment.freeze", str(seed), str(path)]
    with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
        with subprocess.Popen(command, cwd=root, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True) as drawing:
            for line in drawing.stdout or ():
                tell(line.strip())
        if drawing.returncode:
            errors.seek(0)
            raise DrawingFailed(f"the graded cases could not be drawn:\n{errors.read()[-2000:]}")


def _read(path: Path) -> dict[str, Any]:
    try:
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return data
    except (OSError, ValueError):
        return {}


def _texts(data: dict[str, Any]) -> set[str]:
    return {f"{check} {json.dumps(case, sort_keys=True)}" for check, cases in data.get("checks", {}).items() for case in cases}
