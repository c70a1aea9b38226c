"""The same work on a Dask cluster: a real scheduler and two worker processes on loopback, one of which is killed half-way."""
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

from tests.regrade import fakes
from tests.regrade.classes import ROOT, write_class
from tests.regrade.exports import results_of

pytestmark = [pytest.mark.soak, pytest.mark.alone]
pytest.importorskip("distributed", reason="dask.distributed is not installed: pip install -r requirements/cluster.txt")
MAIN = "import sys; from autograder.regrade.cli import main; from {module} import {work}; sys.exit(main(sys.argv[1:], work={work}))"


class Cluster:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'starter'}{os.pathsep}{ROOT}", fakes.LOG: str(folder / "log")}
        self.folder, self._file = folder, folder / "scheduler.json"
        self._scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file",
                                      str(self._file))
        self._until(self._file.exists)
        self.address = json.loads(self._file.read_text())["address"]
        self.workers = [self._start("worker", self.address, "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", "--no-dashboard",
                                    "--name", f"w{number}", "--local-directory", str(folder)) for number in range(2)]

    def _start(self, *command: str) -> subprocess.Popen[bytes]:
        with open(self.folder / "cluster.log", "ab") as log:
            return subprocess.Popen([sys.executable, "-m", "dask", *command], env=self.environment, cwd=self.folder, stdout=log, stderr=log)

    @staticmethod
    def _until(there: object) -> None:
        deadline = time.monotonic() + 60
        while not there():  # type: ignore[operator]
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def regrade(self, source: Path, out: Path, module: str, work: str) -> subprocess.Popen[str]:
        """Start a regrade on this cluster with the grading function `work`."""
        command = [sys.executable, "-c", MAIN.format(module=module, work=work), str(source), "--out", str(out), "--scheduler", self.address]
        return subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def close(self) -> None:
        """End every process."""
        for process in (*self.workers, self._scheduler):
            process.kill()  # a worker whose scheduler goes first would wait for it to come back
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path)
    yield made
    made.close()


def half_way(out: Path, count: int, running: subprocess.Popen[str]) -> None:
    while len(list(out.glob("*/verdict.json"))) < count:
        assert running.poll() is None, running.communicate()
        time.sleep(0.02)


def test_a_killed_worker_loses_nothing_and_nothing_is_graded_twice(cluster: Cluster, tmp_path: Path) -> None:
    """What the dead worker had begun is done again by the other; nothing else is, and every submission has its one row."""
    (tmp_path / "class").mkdir()
    for place in range(40):
        (tmp_path / "class" / f"s{place:02}.py").write_text(f"POINTS = {place}\nSLEEP = 0.1\n")
    running = cluster.regrade(tmp_path / "class", tmp_path / "out", "tests.regrade.fakes", "work")
    half_way(tmp_path / "out", 12, running)
    os.kill(cluster.workers[0].pid, signal.SIGKILL)
    said, errors = running.communicate(timeout=300)
    assert running.returncode == 0, errors
    assert said.startswith("40 submissions: 40 graded") and "Dask cluster" in said
    log = (tmp_path / "log").read_text().split()
    assert len(set(log)) == 40 and len(log) <= 42, "twice only what was under way on the dead worker"
    rows = (tmp_path / "out" / "grades.csv").read_text().splitlines()[1:]
    assert len(rows) == 40 == len({row.partition(",")[0] for row in rows})


def test_the_real_grader_gives_the_same_on_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    """Isolation runs on the workers, and the results are those of the local pool."""
    write_class(tmp_path / "class", 7, leave_out=("endless",))
    running = cluster.regrade(tmp_path / "class", tmp_path / "dask", "autograder.regrade.work", "grade_task")
    _, errors = running.communicate(timeout=600)
    assert running.returncode == 0, errors
    command = [sys.executable, "-m", "autograder.regrade", str(tmp_path / "class"), "--out", str(tmp_path / "local")]
    local = subprocess.run(command, cwd=ROOT, env=cluster.environment, capture_output=True, text=True, timeout=600)
    assert local.returncode == 0, local.stderr
    for place in range(7):
        assert results_of(tmp_path / "dask", f"student_{place:03}") == results_of(tmp_path / "local", f"student_{place:03}")
    assert (tmp_path / "dask" / "grades.csv").read_bytes() == (tmp_path / "local" / "grades.csv").read_bytes()


def test_a_scheduler_that_is_not_there_is_said(tmp_path: Path) -> None:
    """A wrong address gives one sentence, soon."""
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "a.py").write_text("POINTS = 1\n")
    command = [sys.executable, "-m", "autograder.regrade", str(tmp_path / "class"), "--out", str(tmp_path / "out"), "--scheduler",
               "tcp://127.0.0.1:9"]
    run = subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": f"{ROOT / 'starter'}{os.pathsep}{ROOT}"}, capture_output=True,
                         text=True, timeout=120)
    assert run.returncode == 2 and "no Dask scheduler answers" in run.stderr and "Traceback" not in run.stderr
