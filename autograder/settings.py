"""The settings and the cases that the autograder ships with, as assignment/ wrote them."""
from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.isolation.limits import Limits

if TYPE_CHECKING:
    from kibitz.cases.case import Case

DATA = Path(__file__).resolve().parent / "data"
SECRETS = (DATA.parent,)  #: what searches must not be able to read


@dataclass(frozen=True)
class CheckSettings:
    """One check as it is graded: its id, its points, and who sees its row."""

    id: str
    points: float
    visibility: str


@dataclass(frozen=True)
class Settings:
    """What one grading run goes by.

    Attributes:
        title: the assignment's.
        seed: the number from which its cases were drawn.
        checks: in the order in which they are graded and shown.
        cpu_s: CPU seconds for one check's searches.
        limits: of the whole run.
        extra_credit, leaderboard: whether there are these.
        extra_points: what a ranked search earns on top of the others.
    """

    title: str
    seed: int
    checks: tuple[CheckSettings, ...]
    cpu_s: float
    limits: Limits
    extra_credit: bool = False
    leaderboard: bool = False
    extra_points: float = 0.0


def load_settings(path: Path = DATA / "settings.json") -> Settings:
    """Read the settings. It imports little: grading starts its search processes with these limits before it does anything else."""
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    checks = tuple(CheckSettings(row["id"], row["points"], row["visibility"]) for row in data["checks"])
    limits = dict(data["limits"])
    return Settings(data["title"], data["seed"], checks, limits.pop("cpu_seconds"), Limits(**limits),
                    data.get("extra_credit", False), data.get("leaderboard", False), data.get("extra_points", 0.0))


def load_cases(path: Path = DATA / "cases.json") -> dict[str, list[Case]]:
    """Read the graded cases, by check id."""
    from kibitz.cases.case import Case

    data = json.loads(path.read_text(encoding="utf-8"))
    return {check: [Case.from_json(case) for case in cases] for check, cases in data["checks"].items()}
