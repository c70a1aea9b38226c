"""From a submission to results.json, as `make grade` and Gradescope run it."""
from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from kibitz.judge.checks import BY_ID
from tests.searches import SOLUTION, edited

ROOT = Path(__file__).resolve().parents[2]
TOP = {"score", "execution_time", "output", "output_format", "test_output_format", "test_name_format", "visibility", "stdout_visibility",
       "extra_data", "tests", "leaderboard"}
TEST = {"score", "max_score", "status", "name", "name_format", "number", "output", "output_format", "tags", "visibility", "extra_data"}


def grade(submission: Path, results: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "autograder", str(submission), "--results", str(results)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def graded(tmp_path: Path, text: str | bytes, name: str = "search.py") -> dict[str, Any]:
    folder = tmp_path / "a submission"
    folder.mkdir()
    (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    done = grade(folder, tmp_path / "results.json")
    assert done.returncode == 0, done.stderr
    data: dict[str, Any] = json.loads((tmp_path / "results.json").read_text())
    return data


def test_the_solution_gets_everything(tmp_path: Path) -> None:
    """100 of 100, a row for each check, the schema's fields and no others."""
    data = graded(tmp_path, SOLUTION)
    assert data["score"] == 100
    assert set(data) <= TOP
    assert [row["extra_data"]["check"] for row in data["tests"]] == list(BY_ID)
    assert all(set(row) <= TEST and row["output"] and row["status"] == "passed" for row in data["tests"])
    assert isinstance(data["execution_time"], float)


def test_the_stubs_get_nothing_and_are_told_why(tmp_path: Path) -> None:
    """0 points, and every row says that its function is not written yet."""
    data = graded(tmp_path, (ROOT / "starter" / "search.py").read_text())
    assert data["score"] == 0
    assert all("not written yet" in row["output"] for row in data["tests"])


@pytest.mark.parametrize(("name", "content", "said"), [
    ("search.py", b"def minimax(game, depth:\n    pass\n", "SyntaxError"),
    ("search.py", b"\x7fELF\x00\x00\x01", "search.py"),
    ("serach.py", SOLUTION.encode(), "rename serach.py to search.py"),
    ("search.py", b"raise SystemExit(0)", "search.py"),
    ("search.py", b"import kibitz\n" + SOLUTION.encode(), "kibitz"),
])
def test_what_cannot_be_graded_gets_a_zero_and_a_reason(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    """A verdict all the same: valid results, rows that sum to 100, one clear reason."""
    data = graded(tmp_path, content, name)
    assert data["score"] == 0
    assert sum(row["max_score"] for row in data["tests"]) == 100
    assert said in data["output"] + data["tests"][0]["output"]


def test_an_empty_folder_gets_a_zero_and_a_reason(tmp_path: Path) -> None:
    """Nothing submitted is a verdict too."""
    (tmp_path / "empty").mkdir()
    done = grade(tmp_path / "empty", tmp_path / "results.json")
    assert done.returncode == 0
    assert "empty" in json.loads((tmp_path / "results.json").read_text())["output"]


def test_a_submission_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    """Exit 2, a message, and nothing written."""
    done = grade(tmp_path / "nowhere", tmp_path / "results.json")
    assert done.returncode == 2
    assert "does not exist" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    """Exit 2 and a message that names the place."""
    (tmp_path / "file").write_text("")
    done = grade(ROOT / "solution", tmp_path / "file" / "results.json")
    assert done.returncode == 2
    assert "cannot write" in done.stderr


def test_a_full_disk_leaves_valid_results_and_an_error(tmp_path: Path) -> None:
    """Whether the disk is full at the start or at the end: what is there says that grading did not finish."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=28k", "tmpfs", str(disk)], check=False).returncode:
        pytest.skip("only root can make a small disk, and not everywhere")
    try:
        done = grade(ROOT / "solution", disk / "results.json")  # there is room for the first, not for the last beside it
        assert done.returncode == 2 and "cannot write" in done.stderr and "No space left" in done.stderr
        data = json.loads((disk / "results.json").read_text())
        assert data["score"] == 0 and "did not finish" in data["output"]
        (disk / "filler").write_bytes(b"x" * os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize)
        done = grade(ROOT / "solution", disk / "other.json")
        assert done.returncode == 2 and "cannot write" in done.stderr
        assert {path.name for path in disk.iterdir()} <= {"results.json", "filler"}
    finally:
        subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM to catch")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_stopped_grader_leaves_valid_results(tmp_path: Path, how: signal.Signals) -> None:
    """Ctrl-C or SIGTERM in the middle of a search: a valid file, an exit code of its own, no half-written file."""
    (tmp_path / "search.py").write_text("def minimax(game, depth):\n    while True: pass\n")
    command = [sys.executable, "-m", "autograder", str(tmp_path / "search.py"), "--results", str(tmp_path / "results.json")]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as grader:
        deadline = time.monotonic() + 60
        while not (tmp_path / "results.json").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        grader.send_signal(how)
        _, said = grader.communicate(timeout=60)
    assert grader.returncode == 130 and "Stopped" in said and "Traceback" not in said
    data = json.loads((tmp_path / "results.json").read_text())
    assert data["score"] == 0 and "did not finish" in data["output"]
    assert {path.name for path in tmp_path.iterdir()} == {"search.py", "results.json"}


def test_a_mistake_costs_its_own_function_only(tmp_path: Path) -> None:
    """A broken expectimax leaves every other row full."""
    data = graded(tmp_path, edited("probability * ", "", "expectimax"))
    lost = {row["extra_data"]["check"].split(".")[0] for row in data["tests"] if row["score"] < row["max_score"]}
    assert lost == {"expectimax"}


def test_a_missing_function_blocks_only_its_own_rows(tmp_path: Path) -> None:
    """The rows of a function that is not there stay listed, with the reason."""
    data = graded(tmp_path, SOLUTION.replace("def best_move(", "def bestmove("))
    rows = [row for row in data["tests"] if row["extra_data"]["check"].startswith("best_move")]
    assert len(rows) == 7
    assert all(row["score"] == 0 and "best_move" in row["output"] for row in rows)
    assert data["score"] == 90


def test_grading_twice_gives_the_same_results(tmp_path: Path) -> None:
    """Apart from the time taken."""
    text = edited("if beta <= alpha:", "if beta <= alpha + 1:", "alphabeta")
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    first, second = graded(tmp_path / "one", text), graded(tmp_path / "two", text)
    first.pop("execution_time")
    second.pop("execution_time")
    assert first == second


def test_names_of_files_are_plain_text_in_the_results(tmp_path: Path) -> None:
    """A name of a student's choice starts no row and holds no control character, whatever bytes it is made of."""
    folder = tmp_path / "s" / os.fsdecode(b"\xff\n\x1b[2J")
    folder.mkdir(parents=True)
    (folder / "search.py").write_text(SOLUTION, encoding="utf-8")
    (folder / "a\nNext: nothing.py").symlink_to("search.py")
    assert grade(tmp_path / "s", tmp_path / "results.json").returncode == 0
    data = json.loads((tmp_path / "results.json").read_text())
    assert data["output"].isascii() and "\x1b" not in data["output"]
    assert not any(row.startswith(("Next: nothing", "\\x1b")) for row in data["output"].splitlines())


@pytest.mark.parametrize("last", ["f = " + "lambda: " * 1200 + "0", "x = " + "-" * 100_000 + "1"])
def test_source_that_is_hard_to_compile_earns_nothing(tmp_path: Path, last: str) -> None:
    """What the kit does with the source beforehand is the student's risk: no row becomes a fault of the kit."""
    text = f"def minimax(game, depth, *more):\n    return 0\n\n\nalphabeta = expectimax = best_move = minimax\n{last}\n"
    data = graded(tmp_path, text)
    assert sum(test["score"] for test in data["tests"]) == 0


@pytest.mark.skipif(os.name != "posix", reason="of a shell's own")
@pytest.mark.parametrize("closed", ["<&-", "<&- >&-", "<&- >&- 2>&-"])
def test_grading_needs_no_open_standard_stream(tmp_path: Path, closed: str) -> None:
    """A harness may close them: no descriptor of ours is then taken for one."""
    command = f'"{sys.executable}" -m autograder solution --results "{tmp_path / "results.json"}" {closed}'
    assert subprocess.run(command, shell=True, cwd=ROOT, timeout=60, check=False).returncode == 0
    assert json.loads((tmp_path / "results.json").read_text())["score"] == 100


def _with_faults(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *faults: str) -> dict[str, Any]:
    """Grade in this process, where the first backends fail to start, or are lost once they are asked."""
    from autograder import cli
    from autograder.isolation.backend import Backend, warm_up
    from autograder.isolation.contract import KitFault, Later, Reply
    from autograder.settings import load_settings

    left = list(faults)

    def lost() -> Reply:
        raise KitFault("the process that runs the searches was ended")

    def driven(*_: object, **__: object) -> Backend:
        fault = left.pop(0) if left else ""
        if fault == "not started":
            raise KitFault(fault)
        backend = warm_up(load_settings().limits)
        if fault == "lost":
            monkeypatch.setattr(backend, "start", lambda *_: Later(lost))
        return backend

    monkeypatch.setattr(cli, "driven", driven)
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        assert cli.main([str(ROOT / "solution"), "--results", str(tmp_path / "results.json"), "--quiet"]) == 0
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    data: dict[str, Any] = json.loads((tmp_path / "results.json").read_text())
    return data


@pytest.mark.parametrize("fault", ["not started", "lost"])
def test_a_fault_of_the_kit_is_tried_once_more(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fault: str) -> None:
    """Somebody may have ended a process of ours; another try gives the verdict."""
    data = _with_faults(monkeypatch, tmp_path, fault)
    assert data["score"] == 100 and "itself failed" not in data["output"]


@pytest.mark.parametrize(("fault", "score"), [("not started", 0), ("lost", 100)])
def test_a_fault_of_the_kit_that_stays_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fault: str, score: int) -> None:
    """The results are valid, and ask for the staff: where nothing was graded there are no points, and a check that was lost costs none."""
    data = _with_faults(monkeypatch, tmp_path, fault, fault)
    assert data["score"] == score and "itself failed" in data["output"]
