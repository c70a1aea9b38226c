"""How long a whole verdict takes, from the start of the process to the written file, in yardsticks."""
from __future__ import annotations

import compileall
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from autograder.settings import load_cases

ROUNDS = 5
ROOT = Path(__file__).resolve().parent.parent
ENDLESS = """
def _loop(game, depth, *more):
    while True:
        game.play(game.legal_moves()[0])
        game.undo()
minimax = alphabeta = expectimax = best_move = _loop
"""


def submissions(folder: Path) -> dict[str, Path]:
    """Write the submissions that are timed: the reference, one that fails much, and one that never ends."""
    solution = (ROOT / "solution" / "search.py").read_text(encoding="utf-8")
    texts = {"correct": solution, "failing (never undoes)": solution.replace("        game.undo()\n", ""), "endless play and undo": ENDLESS}
    paths = {}
    for index, (name, text) in enumerate(texts.items()):
        paths[name] = folder / str(index) / "search.py"
        paths[name].parent.mkdir()
        paths[name].write_text(text, encoding="utf-8")
    return paths


def seconds(*command: str) -> float:
    """Return the wall seconds that a fresh Python process takes."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-B", *command], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def main() -> None:
    """Print each verdict's time over the yardstick's, the median of interleaved rounds."""
    for folder_name in ("autograder", "starter", "solution", "bench"):
        compileall.compile_dir(ROOT / folder_name, quiet=1)  # as autograder/setup.sh does where grading will be
    searches = sum(len(cases) for cases in load_cases().values())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = submissions(folder)
        ratios: dict[str, list[float]] = {label: [] for label in paths}
        for _ in range(ROUNDS):
            for label, path in paths.items():
                yardstick = seconds("-m", "bench.yardstick")
                verdict = seconds("-m", "autograder", str(path), "--results", str(folder / "results.json"), "--quiet")
                ratios[label].append(verdict / yardstick)
            score = json.loads((folder / "results.json").read_text(encoding="utf-8"))["score"]
            assert score == 0, "the endless one comes last"
    print(f"A whole verdict in yardsticks (tic-tac-toe by the reference minimax), median of {ROUNDS} [least, most]; {searches:,} searches")
    for label, found in ratios.items():
        print(f"  {label:<24} {statistics.median(found):.2f}  [{min(found):.2f}, {max(found):.2f}]")
