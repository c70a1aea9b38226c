"""The requests of the graded cases, ready to be sent: at grading time, working them out would take as long as judging.

They are stored beside the cases, a line for each check, under a line that says what they were made from. Where that is not
what is there today, they are worked out anew: slower, and never wrong.
"""
from __future__ import annotations

import json
import sys
from binascii import crc32
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.files import write_bytes
from autograder.settings import DATA, load_cases
from kibitz.points import EVENTS_BASE, EVENTS_PER_NODE

if TYPE_CHECKING:
    from kibitz.cases.case import Case

CASES, STORED = DATA / "cases.json", DATA / "requests.jsonl"


def request(cases: Sequence[Case], keep_going: bool = False) -> bytes:
    """Return the request that runs these cases, as it is sent."""
    from kibitz.judge.check import batch  # it imports the judge, and stored requests must not wait for that

    return json.dumps(batch(cases, keep_going), allow_nan=False, separators=(",", ":")).encode()


def stored(cases: Path = CASES, path: Path = STORED) -> dict[str, bytes]:
    """Return the stored requests by check id; none where they were made from other cases or with another budget of events."""
    try:
        head, *lines = path.read_bytes().splitlines()
    except (OSError, ValueError):
        return {}
    made_from, *checks = head.decode(errors="replace").split(" ")
    return dict(zip(checks, lines)) if made_from == _stamp(cases) and len(checks) == len(lines) else {}


def as_bytes(cases: Mapping[str, Sequence[Case]], made_from: Path = CASES) -> bytes:
    """Return what is stored for these cases, which were read from the file `made_from`."""
    head = " ".join([_stamp(made_from), *cases])
    return b"".join(line + b"\n" for line in [head.encode(), *(request(chosen) for chosen in cases.values())])


def _stamp(cases: Path) -> str:
    made_from = f"{EVENTS_BASE} {EVENTS_PER_NODE} ".encode() + cases.read_bytes()
    return f"{len(made_from)}-{crc32(made_from):08x}"


def main() -> int:
    """Store the requests of the cases that are there: python -m autograder.requests."""
    write_bytes(STORED, as_bytes(load_cases()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
