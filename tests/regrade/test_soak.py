"""The real grader on a class: the same results as one by one, whatever happens to a worker on the way."""
from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.regrade.pool import Pool
from autograder.regrade.work import prepare
from tests.regrade.classes import ROOT, kinds, write_class
from tests.regrade.exports import results_of
from tests.regrade.fakes import worker_user

pytestmark = [pytest.mark.soak, pytest.mark.alone]
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{ROOT / 'starter'}{os.pathsep}{ROOT}"}
CLASS = 30
STARTED: list[subprocess.Popen[str]] = []


@pytest.fixture(autouse=True, scope="module")
def nothing_left() -> Iterator[None]:
    """End what a failed test left running."""
    yield
    for process in STARTED:
        if process.poll() is None:
            process.kill()
            process.communicate()


def start(source: Path, out: Path, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "autograder.regrade", str(source), "--out", str(out), "--workers", "2", *more]
    STARTED.append(subprocess.Popen(command, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
    return STARTED[-1]


def workers_of(pid: int) -> list[int]:
    """Return the pool's worker processes below `pid`."""
    children = [int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]
    return [child for child in children if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text()]


def wait_for(out: Path, count: int, running: subprocess.Popen[str]) -> None:
    """Wait until `count` submissions are graded."""
    while len(list(out.glob("*/verdict.json"))) < count:
        assert running.poll() is None, running.communicate()
        time.sleep(0.05)


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Regrade the class undisturbed; the folder holds `class` and `out`."""
    folder = tmp_path_factory.mktemp("quiet")
    write_class(folder / "class", CLASS, leave_out=("endless",))
    running = start(folder / "class", folder / "out")
    said, errors = running.communicate(timeout=900)
    assert running.returncode == 0, errors
    assert said.startswith(f"{CLASS} submissions")
    return folder


def test_results_are_those_of_a_single_grading(quiet: Path, tmp_path: Path) -> None:
    """File by file, all but the time is what `make grade` writes."""
    for place in range(len(kinds()) - 1):
        alone = tmp_path / str(place)
        alone.mkdir()
        (alone / "search.py").write_bytes((quiet / "class" / f"student_{place:03}.py").read_bytes())
        subprocess.run([sys.executable, "-m", "autograder", str(alone), "--results", str(tmp_path / "alone" / "results.json"), "--quiet"],
                       cwd=ROOT, env=ENVIRONMENT, check=True)
        assert results_of(quiet / "out", f"student_{place:03}") == results_of(tmp_path, "alone")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="finds the workers by /proc")
def test_a_killed_worker_loses_nothing(quiet: Path, tmp_path: Path) -> None:
    """One of two workers is killed half-way: the same grades, byte for byte, and nothing of it left behind."""
    running = start(quiet / "class", tmp_path / "out")
    wait_for(tmp_path / "out", CLASS // 3, running)
    victim = workers_of(running.pid)[0]
    os.kill(victim, signal.SIGKILL)
    said, errors = running.communicate(timeout=900)
    assert running.returncode == 0, errors
    assert (tmp_path / "out" / "grades.csv").read_bytes() == (quiet / "out" / "grades.csv").read_bytes()
    assert "kit faults 0" in said


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="finds the workers by /proc")
def test_ctrl_c_keeps_what_is_done_and_the_next_run_goes_on(quiet: Path, tmp_path: Path) -> None:
    """After an interrupt no process is left, and the second run grades the rest only."""
    running = start(quiet / "class", tmp_path / "out")
    wait_for(tmp_path / "out", CLASS // 3, running)
    workers = workers_of(running.pid)
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=60)
    assert running.returncode == 130 and "run again to go on" in errors
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)
    kept = len(list((tmp_path / "out").glob("*/verdict.json")))
    again = start(quiet / "class", tmp_path / "out")
    again.communicate(timeout=900)
    counted = json.loads((tmp_path / "out" / "summary.json").read_text())["run"]
    assert (again.returncode, counted["kept"], counted["graded"]) == (0, kept, CLASS - kept)
    assert (tmp_path / "out" / "grades.csv").read_bytes() == (quiet / "out" / "grades.csv").read_bytes()


def test_an_endless_search_holds_nobody_up(tmp_path: Path) -> None:
    """It is stopped, goes on the list for a human eye, and its neighbours get their points."""
    (tmp_path / "class").mkdir()
    for kind in ("endless", "right"):
        (tmp_path / "class" / f"{kind}.py").write_text(kinds()[kind], encoding="utf-8")
    running = start(tmp_path / "class", tmp_path / "out")
    _, errors = running.communicate(timeout=900)
    assert running.returncode == 0, errors
    assert results_of(tmp_path / "out", "right")["score"] == 100
    assert [look["why"] for look in json.loads((tmp_path / "out" / "summary.json").read_text())["human_eye"]] == ["ran out of time"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give searches users of their own")
def test_each_worker_s_searches_have_a_user_of_their_own() -> None:
    """Two of one user could kill each other."""
    with Pool(2, prepare) as pool:
        found = {future.result(60) for future in [pool.submit(worker_user) for _ in range(4)]}
    assert len({pid for pid, _ in found}) == 2 == len({uid for _, uid in found}) and None not in {uid for _, uid in found}
