"""The ranked set: positions of real games, frozen per seed, each with what the smallest proof of its value visits."""
from __future__ import annotations

import json
from pathlib import Path

from kibitz.extra.case import RankedCase

RANKED = Path(__file__).resolve().parent.parent / "data" / "ranked.json"


def load(path: Path = RANKED) -> list[RankedCase]:
    """Read the ranked set.

    Raises:
        OSError, ValueError, KeyError, TypeError: it was not drawn, or is not a ranked set.
    """
    return [RankedCase(**case) for case in json.loads(path.read_text(encoding="utf-8"))["cases"]]
