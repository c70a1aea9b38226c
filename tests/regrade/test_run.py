"""A run keeps what is done, does nothing twice, and is never stopped by one submission."""
from __future__ import annotations

import contextlib
import csv
import errno
import json
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from autograder.regrade import cli, record, run
from autograder.regrade.executors import Workers
from autograder.regrade.work import OtherGrader
from tests.regrade import fakes
from tests.regrade.exports import export, written


@pytest.fixture(autouse=True)
def in_threads(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Work in this process: starting workers takes longer than all of these tests."""
    @contextlib.contextmanager
    def threads(count: int, prepare: object = None) -> Iterator[Workers]:
        with ThreadPoolExecutor(1) as executor:
            yield Workers(executor, 2, "threads")
    monkeypatch.setattr(cli, "local", threads)
    monkeypatch.setenv(fakes.LOG, str(tmp_path / "log"))


def graded(tmp_path: Path) -> list[str]:
    """Return which submissions were graded so far, each as often as it was."""
    log = tmp_path / "log"
    return sorted(log.read_text().split()) if log.exists() else []


def regrade(tmp_path: Path, *more: str) -> int:
    return cli.main([str(tmp_path / "in"), "--out", str(tmp_path / "out"), *more], work=fakes.work)


def rows(tmp_path: Path) -> list[dict[str, str]]:
    with open(tmp_path / "out" / "grades.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_submission_gets_its_results_and_the_class_its_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All files that are promised are there, and say the same."""
    written(tmp_path / "in", [100, 40, 0])
    assert regrade(tmp_path) == 0
    out = tmp_path / "out"
    assert {path.name for path in out.iterdir()} == {"student_0", "student_1", "student_2", "grades.csv", "report.html", "report.md",
                                                     "summary.json"}
    scores = [json.loads((out / f"student_{n}" / "results.json").read_text())["score"] for n in range(3)]
    assert [float(row["total"]) for row in rows(tmp_path)] == scores
    assert json.loads((out / "summary.json").read_text())["scores"]["mean"] == pytest.approx(sum(scores) / 3)
    said = capsys.readouterr().out.splitlines()
    assert len(said) <= 15 and said[0].startswith("3 submissions: 3 graded")


def test_a_second_run_does_nothing_again_and_writes_the_same_bytes(tmp_path: Path) -> None:
    """Equal grader, equal submission, whole results: kept. FRESH=1 grades all again, to the same grades.csv."""
    written(tmp_path / "in", [100, 40, 0])
    regrade(tmp_path)
    first = (tmp_path / "out" / "grades.csv").read_bytes(), (tmp_path / "out" / "report.html").read_bytes()
    regrade(tmp_path)
    assert len(graded(tmp_path)) == 3
    regrade(tmp_path, "--fresh")
    assert len(graded(tmp_path)) == 6
    assert ((tmp_path / "out" / "grades.csv").read_bytes(), (tmp_path / "out" / "report.html").read_bytes()) == first


def test_only_what_changed_is_graded_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An edited submission, a results.json that was touched or removed, and another grader each count as new."""
    files = written(tmp_path / "in", [100, 40, 0])
    regrade(tmp_path)
    files[1].write_text("POINTS = 41\n")
    (tmp_path / "out" / "student_2" / "results.json").write_text("{}")
    regrade(tmp_path)
    assert graded(tmp_path) == ["student_0", "student_1", "student_1", "student_2", "student_2"]
    monkeypatch.setattr(cli, "of_grader", lambda: "another")
    regrade(tmp_path)
    assert len(graded(tmp_path)) == 8


def test_one_that_breaks_the_grader_stops_nobody(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The others are graded; the broken one has a valid results.json, is reported, and is tried again by the next run."""
    files = written(tmp_path / "in", [100, 40, 0])
    files[1].write_text("RAISE\n")
    assert regrade(tmp_path) == 1
    assert [row["status"] for row in rows(tmp_path)] == ["graded", "kit fault", "graded"]
    assert "a fault of the grader's" in capsys.readouterr().out
    assert "autograder itself failed" in json.loads((tmp_path / "out" / "student_1" / "results.json").read_text())["tests"][0]["output"]
    files[1].write_text("POINTS = 3\n")
    assert regrade(tmp_path) == 0
    assert graded(tmp_path) == ["student_0", "student_1", "student_1", "student_2"]


def test_what_cannot_be_graded_stays_in_the_list(tmp_path: Path) -> None:
    """An empty folder has a verdict of 0, a row and a reason, and is in no average."""
    written(tmp_path / "in", [100])
    (tmp_path / "in" / "empty").mkdir()
    assert regrade(tmp_path) == 0
    assert [(row["submission"], row["status"], row["total"]) for row in rows(tmp_path)] == [("empty", "not gradable", "0"),
                                                                                          ("student_0", "graded", "100")]
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert summary["scores"]["mean"] == 100 and summary["human_eye"][0]["name"] == "empty"


class Interrupted(Executor):
    """Does one task at once and meets Ctrl-C at the third."""

    def __init__(self) -> None:
        self.calls = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.calls += 1
        if self.calls == 3:
            raise KeyboardInterrupt
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def test_ctrl_c_keeps_what_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The next run grades the rest only."""
    @contextlib.contextmanager
    def interrupted(count: int, prepare: object = None) -> Iterator[Workers]:
        yield Workers(Interrupted(), 0, "one")
    written(tmp_path / "in", [100, 40, 0, 1, 2])
    threads = cli.local
    monkeypatch.setattr(run, "_AHEAD", 1)
    monkeypatch.setattr(cli, "local", interrupted)
    assert regrade(tmp_path) == 130
    assert "run again to go on" in capsys.readouterr().err
    kept = len(list((tmp_path / "out").glob("*/verdict.json")))
    assert kept >= 1
    monkeypatch.setattr(cli, "local", threads)
    assert regrade(tmp_path) == 0
    assert len(graded(tmp_path)) == 2 + 5 - kept


def test_a_full_disk_is_said_and_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The run stops with one sentence; what was written before is whole, and counts."""
    written(tmp_path / "in", [100, 40, 0, 1, 2])
    count, write = [0], record.write

    def full(path: Path, data: dict[str, Any]) -> None:
        count[0] += 1
        if count[0] > 4:
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        write(path, data)

    monkeypatch.setattr(record, "write", full)
    assert regrade(tmp_path) == 2
    said = capsys.readouterr().err
    assert "the disk is full" in said and "run again" in said and "Traceback" not in said
    monkeypatch.setattr(record, "write", write)
    before = len(graded(tmp_path))
    assert regrade(tmp_path) == 0
    assert len(graded(tmp_path)) == before + 3, "two were kept"


def test_an_output_that_cannot_be_written_is_said_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file in the way of OUT gives a sentence, not a traceback."""
    written(tmp_path / "in", [1])
    (tmp_path / "out").write_text("a file")
    assert regrade(tmp_path) == 2
    assert "give OUT=folder" in capsys.readouterr().err and graded(tmp_path) == []


def test_the_output_may_not_lie_among_the_submissions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Or the next run would grade it."""
    written(tmp_path / "in", [1])
    assert cli.main([str(tmp_path / "in"), "--out", str(tmp_path / "in" / "out")], work=fakes.work) == 2
    assert "OUT=" in capsys.readouterr().err


def test_another_version_of_the_grader_ends_the_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A cluster with an older copy of the kit grades nothing."""
    def older(task: object) -> Any:
        raise OtherGrader("another version")
    written(tmp_path / "in", [1])
    assert cli.main([str(tmp_path / "in"), "--out", str(tmp_path / "out")], work=older) == 2
    assert "another version" in capsys.readouterr().err


def test_no_scheduler_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without dask.distributed, the message says what to install."""
    import builtins
    real = builtins.__import__

    def without(name: str, *more: Any) -> Any:
        if name == "distributed":
            raise ImportError(name)
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", without)
    written(tmp_path / "in", [1])
    assert regrade(tmp_path, "--scheduler", "tcp://127.0.0.1:9") == 2
    assert "pip install -r requirements/cluster.txt" in capsys.readouterr().err


def test_old_scores_are_compared(tmp_path: Path) -> None:
    """The export's own scores give a difference for each, and the same twice none."""
    top = export(tmp_path / "made", written(tmp_path / "files", [100, 100]), {0: {"score": 90.0, "tests": []}, 1: {"score": 100.0}})
    assert cli.main([str(top), "--out", str(tmp_path / "out")], work=fakes.work) == 0
    assert [row["difference"] for row in rows(tmp_path)] == ["10", "0"]
    changes = json.loads((tmp_path / "out" / "summary.json").read_text())["changes"]
    assert [change["name"] for change in changes["changed"]] == ["submission_1000"] and changes["same"] == 1


def test_no_path_is_no_class(capsys: pytest.CaptureFixture[str]) -> None:
    """`make regrade` without SUBMISSIONS grades nothing, least of all the kit itself."""
    with pytest.raises(SystemExit) as ended:
        cli.main([""])
    assert ended.value.code == 2 and "SUBMISSIONS=" in capsys.readouterr().err
