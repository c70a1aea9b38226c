"""The driver: it runs calls in the order in which they were asked for, tells faults from failures, and leaves nothing."""
from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from autograder.isolation.contract import KitFault, Reply
from autograder.isolation.headstart import Started, begin
from autograder.isolation.isolation import Isolation

from .conftest import LIMITS, PACKAGES, PERFORM, descendants, wait_for

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux only")
SECONDS = 2.0
FILES = {"search.py": b"import os\ndef go(x=0):\n    if x < 0: os._exit(3)\n    return x\n"}
Drive = Callable[..., "Driver"]

if sys.platform.startswith("linux"):
    from autograder.isolation.driver import Driver
    from autograder.isolation.forked import ForkedBackend


@pytest.fixture
def drive() -> Iterator[Drive]:
    """Start drivers; those that are not closed by the test are closed after it."""
    made: list[Driver] = []

    def start(secrets: tuple[Path, ...] = (), **options: bool) -> Driver:
        def make(abandoned: Callable[[], bool]) -> ForkedBackend:
            return ForkedBackend(LIMITS, PACKAGES, PERFORM, root=os.geteuid() == 0, abandoned=abandoned, **options)

        made.append(Driver(make, secrets))
        return made[-1]

    yield start
    for driver in made:
        driver.close()


def asked(value: int) -> bytes:
    return json.dumps({"args": [value]}).encode()


def called(driver: Driver, request: bytes, files: dict[str, bytes] = FILES) -> Reply | None:
    return driver.start(request, files, SECONDS, ahead=False).reply()


def value_of(reply: Reply | None) -> str:
    assert reply is not None and reply.status == "ok", reply
    return str(json.loads(reply.line)["value"])


def test_each_call_gets_its_own_reply_whichever_is_waited_for_first(drive: Drive) -> None:
    """They are asked for together, and run one after the other."""
    driver = drive()
    coming = [driver.start(asked(number), FILES, SECONDS, ahead=True) for number in range(5)]
    assert [value_of(coming[number].reply()) for number in (3, 0, 4, 1, 2)] == ["3", "0", "4", "1", "2"]


def test_what_was_asked_ahead_is_left_out_after_a_failure(drive: Drive) -> None:
    """Nobody knows then whether it is wanted; a call that is wanted runs."""
    driver = drive()
    failing, ahead, wanted = (driver.start(asked(number), FILES, SECONDS, ahead) for number, ahead in ((-1, True), (1, True), (2, False)))
    reply = failing.reply()
    assert reply is not None and reply.status == "died"
    assert ahead.reply() is None
    assert value_of(wanted.reply()) == "2"
    assert value_of(driver.start(asked(3), FILES, SECONDS, ahead=True).reply()) == "3"


def test_a_reply_is_ready_once_it_has_come(drive: Drive) -> None:
    """To look for it does not wait."""
    driver = drive()
    coming = driver.start(asked(1), FILES, SECONDS, ahead=False)
    assert wait_for(coming.ready)
    assert value_of(coming.reply()) == value_of(coming.reply()) == "1"


def test_each_submission_runs_with_its_own_files(drive: Drive) -> None:
    """Also one of a megabyte, and one in folders."""
    driver = drive()
    large = {"search.py": b"from deep.er import helper\ndef go(x): return helper.Y\n", "deep/er/helper.py": b"Y = 8\n#" + b"x" * (1 << 20)}
    for _ in range(2):
        assert value_of(called(driver, asked(1))) == "1"
        assert value_of(called(driver, asked(1), large)) == "8"


def test_a_long_request_and_a_long_reply_arrive_whole(drive: Drive) -> None:
    """Longer than a packet and a pipe hold."""
    files = {"search.py": b"def go(text): return text\n"}
    text = "x" * 400_000
    assert value_of(called(drive(), json.dumps({"args": [text]}).encode(), files)) == repr(text)


def test_a_backend_that_cannot_be_made_is_a_fault_of_the_kit() -> None:
    """Whatever is asked, that is the answer."""
    def make(_: Callable[[], bool]) -> ForkedBackend:
        raise KitFault("no users left")

    driver = Driver(make)
    try:
        for ask in (lambda: driver.check([]), lambda: called(driver, asked(1))):
            with pytest.raises(KitFault, match="no users left"):
                ask()
    finally:
        driver.close()


@pytest.mark.parametrize("kind", [KitFault, OSError, KeyError])
def test_nothing_is_run_where_the_check_fails(drive: Drive, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: type[Exception]) -> None:
    """However it fails; a call that was asked for before the check's answer came gets that fault, too, and whoever asks again."""
    def fails(*_: object) -> str:
        raise kind("a submission can read the cases")

    monkeypatch.setattr(ForkedBackend, "check", fails)
    driver = drive((tmp_path,))
    isolation = Isolation(FILES, LIMITS, driver, (tmp_path,))
    coming = isolation.start(asked(1), cpu_seconds=SECONDS, ahead=True)
    for _ in range(2):
        with pytest.raises(KitFault, match="can read the cases"):
            _ = isolation.notice
    with pytest.raises(KitFault, match="can read the cases"):
        coming.reply()


def test_a_driver_that_is_killed_is_a_fault_of_the_kit_and_leaves_nothing(drive: Drive) -> None:
    """It says so, and does not wait for ever; the processes below it end."""
    driver = drive()
    driver.check([])
    below = descendants(driver.pid)
    assert below
    coming = driver.start(asked(1), {"search.py": b"def go(x):\n while True: pass\n"}, 60, ahead=False)
    os.kill(driver.pid, signal.SIGKILL)
    with pytest.raises(KitFault, match="ended"):
        coming.reply()
    with pytest.raises(KitFault, match="ended"):
        called(driver, asked(1))
    assert wait_for(lambda: not any(alive(pid) for pid in below))


def test_closing_waits_for_the_end_of_every_process(drive: Drive) -> None:
    """Also in the middle of a call; once more is harmless."""
    driver = drive()
    driver.check([])
    below = [driver.pid, *descendants(driver.pid)]
    driver.start(asked(1), {"search.py": b"def go(x):\n while True: pass\n"}, 60, ahead=False)
    driver.close()
    assert not any(alive(pid) for pid in below)
    driver.close()


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_the_end_of_a_grader_ends_its_driver(how: signal.Signals) -> None:
    """However it ends: no process stays."""
    code = """
import os, sys
sys.path[:0] = [{root!r}, {starter!r}]
from autograder.isolation import headstart
early = headstart.begin()
from autograder.isolation.backend import driven
backend = driven(early=early)
backend.check([])
print(backend.pid, flush=True)
backend.start(b'{{"function": "minimax", "cases": [{{"game": {{"tree": 3}}, "depth": 1, "budget": 9}}]}}',
              {{"search.py": b"def minimax(game, depth):\\n while True: pass"}}, 60, False).reply()
"""
    root = Path(__file__).resolve().parents[2]
    grader = subprocess.Popen([sys.executable, "-c", code.format(root=str(root), starter=str(root / "starter"))], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    assert grader.stdout
    driver = int(grader.stdout.readline())
    below = [driver, *descendants(grader.pid)]
    grader.send_signal(how)
    grader.wait(10)
    grader.stdout.close()
    assert wait_for(lambda: not any(alive(pid) for pid in below))


def test_nothing_is_imported_from_the_folder_in_which_the_grader_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be a submission's: the process that is started early is on its guard."""
    for name in ("socket", "os", "json", "games", "gc"):
        (tmp_path / f"{name}.py").write_text("open('imported', 'w')")
    monkeypatch.chdir(tmp_path)
    started = begin() or Started()
    started.control.close()
    os.waitpid(started.pid, 0)
    assert b"Error" not in os.pread(started.last_words, 1000, 0)
    os.close(started.last_words)
    assert not (tmp_path / "imported").exists()


def alive(pid: int) -> bool:
    """Tell whether a process runs: one that nobody has reaped yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
