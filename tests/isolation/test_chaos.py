"""What a bad day brings: kills at random moments, half a core, a worst case, a full run's memory."""
from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

from tests.full import FULL

HERE = Path(__file__).resolve().parent
GRADE_ALL = [sys.executable, "-B", str(HERE / "grade_all.py")]
SOLUTION = HERE / "hostile" / "000_control_correct"
WORST = """
    import signal
    for number in range(1, 65):
        try: signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError): pass
    def forever(*args, **more):
        while True:
            try:
                while True: pass
            except BaseException: pass
    minimax = alphabeta = expectimax = best_move = forever
"""
MEMORY_MB = 400

pytestmark = [pytest.mark.soak, pytest.mark.alone, pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux only")]


def graded(*paths: Path, before=()) -> list[dict]:
    """Grade in a process of its own, started through the command `before`."""
    done = subprocess.run([*before, *GRADE_ALL, *map(str, paths)], stdout=subprocess.PIPE, text=True, check=True, timeout=600, cwd="/")
    return [json.loads(line) for line in done.stdout.splitlines()]


def total(result: dict) -> float:
    """Return the points in all."""
    return sum(score for score, _ in result["points"].values())


def below(pid: int) -> list[int]:
    """Return the processes below `pid`."""
    try:
        children = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []
    return [found for child in children for found in (child, *below(child))]


def resident_mb(pid: int) -> float:
    """Return the memory that `pid` alone has, shared pages counted in part."""
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0.0


KILLS = 200 if FULL else 40


def test_kills_at_random_moments_never_change_a_score():
    """Of search processes and of the warmed-up parent, until there were as many as KILLS says."""
    chance, kills = random.Random(0), 0
    while kills < KILLS:
        with subprocess.Popen([*GRADE_ALL, str(SOLUTION), str(SOLUTION)], stdout=subprocess.PIPE, text=True, cwd="/") as grader:
            reader = threading.Thread(target=lambda told=(out := []), pipe=grader.stdout: told.extend(pipe))
            reader.start()
            while grader.poll() is None:
                time.sleep(chance.uniform(0.05, 0.5) * max(1, os.getloadavg()[0] / (os.cpu_count() or 1)))
                for pid in chance.sample(found := below(grader.pid), min(1, len(found))):
                    try:
                        os.kill(pid, signal.SIGKILL)
                        kills += 1
                    except ProcessLookupError:
                        pass
            reader.join()
        results = [json.loads(line) for line in out]
        assert [total(result) for result in results] == [100, 100], [result["shown"][-500:] for result in results]


def test_the_worst_case_ends_soon(tmp_path):
    """Every function loops for ever, ignores signals and swallows exceptions: 20 s on a quiet machine."""
    path = tmp_path / "worst.py"
    path.write_text(textwrap.dedent(WORST))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    (result,) = graded(path)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert total(result) == 0
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert cpu_s < 20
    assert os.getloadavg()[0] > 1.5 or result["took_s"] < 20


def test_half_a_core_changes_no_verdict():
    """A busy loop on the same core."""
    names = ["000_control_correct", "124_infinite_loop", "126_segfault", "127_sleeper", "145_flaky", "219_returns_bool",
             "223_input_in_function"][:: 1 if FULL else 3]
    paths = [HERE / "hostile" / name for name in names]
    core = min(os.sched_getaffinity(0))
    pinned = [sys.executable, "-c", f"import os, sys; os.sched_setaffinity(0, {{{core}}}); os.execv(sys.argv[1], sys.argv[1:])"]
    with subprocess.Popen([*pinned, sys.executable, "-c", "while True: pass"]) as busy:
        try:
            shared = graded(*paths, before=pinned)
        finally:
            busy.kill()
    alone = graded(*paths)
    assert [(result["name"], result["points"], result["shown"]) for result in shared] == [
        (result["name"], result["points"], result["shown"]) for result in alone]


BOMBS = ["while True: hoard.append(bytearray(1 << 20))", "while True: print('x' * (1 << 20))", "return [0] * 30_000_000"]


@pytest.mark.parametrize("body", BOMBS)
def test_bombs_stay_below_the_container(tmp_path, body):
    """Peak memory of the grader and all below it."""
    path = tmp_path / "bomb.py"
    path.write_text(f"hoard = []\ndef bomb(*args, **more):\n    {body}\nminimax = alphabeta = expectimax = best_move = bomb\n")
    peak = 0.0
    with subprocess.Popen([*GRADE_ALL, str(path)], stdout=subprocess.PIPE, text=True, cwd="/") as grader:
        while grader.poll() is None:
            peak = max(peak, sum(resident_mb(pid) for pid in (grader.pid, *below(grader.pid))))
            time.sleep(0.01)
        result = json.loads(grader.stdout.read())
    assert total(result) == 0 and not result["faults"]
    assert peak < MEMORY_MB


PYTHONS = sorted(map(str, [*Path.home().glob(".pyenv/versions/3.1*/bin/python3"), *Path("/usr/bin").glob("python3.1?")]))
if not FULL:
    PYTHONS = PYTHONS[:1] + [python for python in PYTHONS[1:] if "3.13" in python]


@pytest.mark.parametrize("python", PYTHONS)
def test_every_python_that_is_there(python):
    """3.10 and later: the same verdicts, and a deep honest recursion works."""
    if subprocess.run([python, "-c", "import sys; sys.exit(sys.version_info < (3, 10))"], check=False).returncode:
        pytest.skip("older than 3.10")
    names = ("000_control_correct", "125_infinite_recursion", "126_segfault", "261_deep_recursion_legit")
    paths = [HERE / "hostile" / name for name in names]
    command = [python, "-B", str(HERE / "grade_all.py"), *map(str, paths)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd="/")
    good, endless, crash, deep = map(json.loads, done.stdout.splitlines())
    assert total(good) == total(deep) == 100
    assert endless["points"]["expectimax"][0] == 0 and endless["points"]["minimax"][0] == 30
    assert crash["points"]["alphabeta"] == [35, 35] and crash["points"]["minimax"][0] == 0
