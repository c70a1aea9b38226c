"""Digests: what graded, what was graded, and what came out. Equal digests mean that nothing has to be done again."""
from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from autograder.submission import Submission

_AUTOGRADER = Path(__file__).resolve().parents[1]
_KIT = _AUTOGRADER.parent / "starter"


@lru_cache(maxsize=1)
def of_grader() -> str:
    """Return the digest of all that decides a verdict: the autograder, its cases and settings, the games and kibitz.

    The regrade itself and the mistakes' sources decide none, so a change to a report's words does not grade a class anew.
    """
    found = hashlib.sha256()
    for top in (_AUTOGRADER, _KIT / "games", _KIT / "kibitz"):
        for path in sorted(top.rglob("*")):
            inside = path.relative_to(top)
            if path.suffix in (".py", ".json") and inside.parts[0] not in ("regrade", "mistakes") and path.is_file():
                _add(found, f"{top.name}/{inside.as_posix()}", path.read_bytes())
    return found.hexdigest()


def of_submission(submission: Submission) -> str:
    """Return the digest of what was submitted, the reader's remarks included: they stand in the results."""
    found = hashlib.sha256()
    for name, content in sorted(submission.files.items()):
        _add(found, name, content)
    _add(found, "remarks", json.dumps([submission.problem, submission.notes]).encode())
    return found.hexdigest()


def of_results(results: dict[str, Any]) -> str:
    """Return the digest of a results.json, without the time that it took."""
    timeless = {key: value for key, value in results.items() if key != "execution_time"}
    return hashlib.sha256(json.dumps(timeless, sort_keys=True).encode()).hexdigest()


def _add(found: Any, name: str, content: bytes) -> None:
    """Add with lengths, so that no two lists of files read alike."""
    found.update(f"{len(name.encode(errors='surrogateescape'))}:{len(content)}:".encode())
    found.update(name.encode(errors="surrogateescape") + content)
