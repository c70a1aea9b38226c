"""python -m autograder.ranking FOLDER: the leaderboard of a class that was graded, from FOLDER/<name>/results.json."""
from __future__ import annotations

import json
import sys
from pathlib import Path

from autograder.ranking.board import standings


def main(argv: list[str]) -> int:
    """Print the order; 2 where the folder is not given or holds no results."""
    found = {path.parent.name: json.loads(path.read_text(encoding="utf-8")) for path in sorted(Path(argv[0]).glob("*/results.json"))} \
        if len(argv) == 1 else {}
    if not found:
        print("python -m autograder.ranking FOLDER, where FOLDER/<name>/results.json are a class's results", file=sys.stderr)
        return 2
    for place in standings(found):
        print(f"{place.place:>4}  {place.visits:>12,}  {place.factor:>6.2f}  {place.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
