"""Makes exports such as Gradescope's from given submissions: names, groups, old scores, and what real ones lack."""
from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

PEOPLE = ("Ada Lovelace", "Zoë Å. Ångström", "O'Neil, Pat", "=HYPERLINK(\"x\")", "李 小龍", "</script><b>Bold</b>", "\u202eRTL Mark",
          "Max Min")


def entry(number: int, old: dict[str, Any] | None = None, people: int = 1) -> dict[str, Any]:
    """Return one submission's metadata, with `people` submitters; now and then a field is missing."""
    submitters = []
    for member in range(people):
        person = {":name": f"{PEOPLE[(number + member) % len(PEOPLE)]} {number}", ":sid": f"{7000 + 10 * number + member}",
                  ":email": f"student{number}_{member}@example.edu"}
        if number % 5 == 3:
            del person[":sid"]
        if number % 7 == 4:
            del person[":email"]
        submitters.append(person)
    data: dict[str, Any] = {":submitters": submitters, ":created_at": "2024-09-21 10:00:00.000000 Z"}
    if old is not None:
        data |= {":score": old["score"], ":results": old}
    return data


def export(folder: Path, submissions: Sequence[Path], olds: dict[int, dict[str, Any]] | None = None) -> Path:
    """Lay `submissions` (files or folders) out as an export in `folder`; return its top.

    Args:
        olds: old results, by the place of the submission.
    """
    top = folder / "assignment_77_export"
    metadata = {}
    for place, path in enumerate(submissions):
        name = f"submission_{1000 + place}"
        target = top / name
        if path.is_dir():
            shutil.copytree(path, target, symlinks=True)
        else:
            target.mkdir(parents=True)
            shutil.copyfile(path, target / "search.py")
        metadata[name] = entry(place, (olds or {}).get(place), people=2 if place % 6 == 5 else 1)
    (top / "submission_metadata.yml").write_text(yaml.safe_dump(metadata, allow_unicode=True), encoding="utf-8")
    return top


def search(number: int) -> str:
    """Return a search.py that the fake grader gives `number` points."""
    return f"POINTS = {number}\n"


def written(folder: Path, scores: Sequence[int]) -> list[Path]:
    """Write a search.py for each score; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for place, score in enumerate(scores):
        path = folder / f"student_{place}.py"
        path.write_text(search(score), encoding="utf-8")
        files.append(path)
    return files


def results_of(out: Path, name: str) -> dict[str, Any]:
    """Read a results.json, without its time."""
    data: dict[str, Any] = json.loads((out / name / "results.json").read_text(encoding="utf-8"))
    return {key: value for key, value in data.items() if key != "execution_time"}
