"""Grade every folder or file that is named, and print a line of JSON for each: points by function, and all that is shown.

A program of its own, so that the tests can run it as another user.
"""
from __future__ import annotations

import json
import sys
import time
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "starter")]

from autograder.grade import grade  # noqa: E402
from autograder.settings import load_cases, load_settings  # noqa: E402
from autograder.submission import Submission, read_submission  # noqa: E402


def main() -> None:
    """Grade sys.argv[1:]."""
    settings, cases = load_settings(), load_cases()
    for path in map(Path, sys.argv[1:]):
        submission = Submission({"search.py": path.read_bytes()}) if path.suffix == ".py" else read_submission(path)
        started = time.monotonic()
        verdict = grade(submission, settings, cases)
        points: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        for row in verdict.rows:
            function = points[row.check.split(".")[0]]
            function[0] += row.score
            function[1] += row.points
        shown = "\n".join([*verdict.notes, *(row.text for row in verdict.rows)])
        faults = sum(row.status.name == "KIT_FAULT" for row in verdict.rows)
        print(json.dumps({"name": path.stem, "points": points, "shown": shown, "faults": faults, "took_s": time.monotonic() - started}),
              flush=True)


if __name__ == "__main__":
    main()
