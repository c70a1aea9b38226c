"""Kills from outside, users and locks, and the end of the grader: nothing is left and no verdict changes."""
from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from autograder.isolation.contract import KitFault
from autograder.isolation.isolation import Isolation
from autograder.isolation.limits import Limits
from autograder.isolation.processes import of_user

from .conftest import descendants, wait_for

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux only")
ROOT = os.geteuid() == 0
ROOT_ONLY = pytest.mark.skipif(not ROOT, reason="root only")
SLOW = "import time\ndef go():\n end = time.process_time() + 0.2\n while time.process_time() < end: pass\n return 7"


def later(delay_s: float, kill, pids) -> threading.Timer:
    """Kill what `pids` returns in a while."""
    timer = threading.Timer(delay_s, lambda: [kill(pid, signal.SIGKILL) for pid in pids()])
    timer.start()
    return timer


def test_a_kill_at_the_start_is_tried_again(with_backend):
    """Before the warmed-up parent serves."""
    run, backend = with_backend()
    os.kill(backend.parent.pid, signal.SIGKILL)
    assert run("def go(): return 1").status == "ok"


@pytest.mark.parametrize("which", ["search process", "warmed-up parent", "both"])
def test_a_kill_from_outside_changes_no_verdict(with_backend, which):
    """The call is made again."""
    run, backend = with_backend()
    backend.facts()
    parent = backend.parent.pid
    timer = later(0.1, os.kill, lambda: {"search process": descendants(parent), "warmed-up parent": [parent],
                                          "both": [*descendants(parent), parent]}[which])
    reply = run(SLOW, cpu_s=2)
    timer.join()
    assert (reply.status, json.loads(reply.line or b"{}").get("value")) == ("ok", "7"), reply
    assert run(SLOW).status == "ok"


def test_a_program_that_kills_itself_is_tried_again_and_then_blamed(with_backend):
    """Without seccomp or with: it costs itself only."""
    run, _ = with_backend()
    reply = run("import os\nopen('x', 'w')\ndef go(): os.kill(os.getpid(), 9)")
    assert reply.status == "memory"


def test_closing_in_the_middle_of_a_call_leaves_nothing(with_backend):
    """Also from another thread; the call ends in a kit fault, and closing twice is harmless."""
    _, backend = with_backend()
    isolation = Isolation({"search.py": b"def go():\n while True: pass"}, Limits(), backend)
    failed = []

    def call():
        try:
            isolation.call(b"{}", cpu_seconds=30)
        except KitFault as fault:
            failed.append(fault)

    backend.facts()
    thread = threading.Thread(target=call)
    thread.start()
    parent = backend.parent.pid
    assert wait_for(lambda: descendants(parent))
    below = descendants(parent)
    backend.close()
    backend.close()
    thread.join(5)
    assert failed and not thread.is_alive()
    assert not backend.folder.path.exists()
    for pid in (parent, *below):
        assert wait_for(lambda pid=pid: not Path(f"/proc/{pid}").exists())


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_the_end_of_the_grader_ends_all(tmp_path, how):
    """However it ends: no process and no folder stays."""
    code = """
import sys, os
sys.path[:0] = [{root!r}, {starter!r}]
from pathlib import Path
from autograder.isolation.backend import warm_up
from autograder.isolation.isolation import Isolation
from autograder.isolation.limits import Limits
backend = warm_up(Limits(), packages=[Path({starter!r}) / "games", Path({echo!r})], perform="echo:perform")
print(backend.parent.pid, backend.folder.path, flush=True)
backend.facts()
Isolation({{"search.py": b"def go():\\n while True: pass"}}, Limits(), backend).call(b"{{}}", cpu_seconds=60)
"""
    here = Path(__file__).resolve()
    code = code.format(root=str(here.parents[2]), starter=str(here.parents[2] / "starter"), echo=str(here.parent / "fake" / "echo"))
    grader = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert grader.stdout
    pid, folder = grader.stdout.readline().split()
    assert wait_for(lambda: descendants(int(pid)))
    below = [int(pid), *descendants(int(pid))]
    grader.send_signal(how)
    grader.wait(5)
    grader.stdout.close()
    assert wait_for(lambda: not any(Path(f"/proc/{p}/cmdline").exists() and Path(f"/proc/{p}/cmdline").read_bytes() for p in below))
    assert wait_for(lambda: not Path(folder).exists())


@ROOT_ONLY
def test_two_graders_never_share_a_user(with_backend):
    """Each holds a lock as long as anything of it lives."""
    (_, one), (_, two) = with_backend(), with_backend()
    assert one.uid != two.uid
    run, _ = with_backend()
    assert run("def go(): return 1").status == "ok"
    freed = one.uid
    one.close()
    (_, three) = with_backend()
    assert three.uid <= freed and three.uid != two.uid  # the lowest that is free; other tests free some, too


@ROOT_ONLY
def test_where_every_user_is_taken_the_kit_says_so(with_backend):
    """A kit fault, not a wait."""
    limits = Limits(first_uid=62_345, uids=1)
    with_backend(limits=limits)
    with pytest.raises(KitFault, match="taken"):
        with_backend(limits=limits)


@ROOT_ONLY
def test_what_an_earlier_grader_left_is_gone_at_the_start(with_backend):
    """Processes and files of the claimed user."""
    limits = Limits(first_uid=62_346, uids=1)
    left = subprocess.Popen(["sleep", "60"], user=62_346, group=62_346, extra_groups=[])
    with_backend(limits=limits)
    assert left.wait(5) == -signal.SIGKILL
    assert of_user(62_346) == []


@ROOT_ONLY
def test_the_probe_finds_what_a_search_could_read(with_backend, tmp_path):
    """A readable file in a sealed folder is fine; without Landlock an open one is not."""
    (tmp_path / "cases.json").write_text("{}")
    shared = Path(tempfile.gettempdir())
    for folder in (tmp_path, *(parent for parent in tmp_path.parents if shared in parent.parents)):
        folder.chmod(0o755)
    _, backend = with_backend(landlock=False)
    assert "can read" in backend.check([tmp_path])
    tmp_path.chmod(0o700)
    assert backend.check([tmp_path]) == ""
    _, landlocked = with_backend()
    tmp_path.chmod(0o755)
    if landlocked.facts()["landlock"]:
        assert landlocked.check([tmp_path]) == ""


def test_a_standard_library_that_is_closed_to_others_is_staged(tmp_path):
    """Going by mode bits; the copy is readable by all and made once."""
    from autograder.isolation import headstart, interpreter

    library = tmp_path / "closed" / "lib" / "python3.x"
    (library / "test").mkdir(parents=True)
    (library / "os.py").write_text("x = 1")
    (library / "test" / "big.py").write_text("")
    (library / "os.py").chmod(0o600)
    home = tmp_path / "home"
    interpreter._stage(library, home)
    assert (home / "lib" / "python3.x" / "os.py").stat().st_mode & 0o444 == 0o444
    assert not (home / "lib" / "python3.x" / "test").exists()
    assert not headstart.readable_by_all(str(tmp_path / "absent"))
    assert headstart.readable_by_all("/usr/lib")


def test_a_parent_that_cannot_start_is_the_kits_fault(with_backend):
    """With its last words."""
    with pytest.raises(KitFault, match="No module named 'games'"):
        from autograder.isolation.forked import ForkedBackend

        backend = ForkedBackend(Limits(), [], "nonsense:perform", root=False)
        try:
            backend.check([])
        finally:
            backend.close()


@pytest.mark.parametrize("killed", [1, 2])
def test_the_processes_that_wait_for_the_next_calls_may_be_killed(with_backend, killed):
    """They are forked ahead; without them the call is made by another one."""
    run, backend = with_backend()
    for _ in range(3):
        assert run("def go(): return 1").status == "ok"
        waiting = descendants(backend.parent.pid)
        assert len(waiting) == 2
        for pid in waiting[:killed]:
            os.kill(pid, signal.SIGKILL)
    assert run("def go(): return 1").status == "ok"


def test_a_restart_in_the_middle_of_a_submission_changes_nothing(with_backend):
    """The prepared code tells where its source lay: what is raised later still shows the student's own lines."""
    _, backend = with_backend()
    isolation = Isolation({"search.py": b"import sys\ndef go(): return sys._getframe().f_code.co_filename == __file__"}, Limits(), backend)
    for _ in range(3):
        assert json.loads(isolation.call(b"{}", cpu_seconds=2).line)["value"] == "True"
        os.kill(backend.parent.pid, signal.SIGKILL)


def test_a_folder_that_could_not_be_made_is_made_at_the_second_try(with_backend, monkeypatch):
    """The disk was full, or the last search left something in the way: that is cleared, and stays no fault of the kit."""
    from autograder.isolation.stage import RunFolder

    run, _ = with_backend()
    assert run("def go(): return 1").status == "ok"
    made, full = RunFolder.scratch, [1]

    def scratch(self, files, uid, folder=None):
        done = made(self, files, uid, folder)
        if folder is None and full:
            full.pop()
            raise OSError(28, "No space left on device")
        return done

    monkeypatch.setattr(RunFolder, "scratch", scratch)
    for number in range(3):
        assert json.loads(run(f"def go(): return {number}").line)["value"] == str(number)
    assert not full


def test_no_process_waits_once_the_backend_is_closed(with_backend):
    """Those that were forked ahead end with the others."""
    run, backend = with_backend()
    assert run("def go(): return 1").status == "ok"
    waiting = descendants(backend.parent.pid)
    backend.close()
    assert wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in waiting))


def test_a_search_cannot_reach_the_process_that_waits(with_backend):
    """It is not the search's to end: signals are refused, or it belongs to another user."""
    run, _ = with_backend()
    code = """
        import os, signal
        def go():
            reached = 0
            for pid in range(max(2, os.getppid() - 5), os.getpid() + 50):
                if pid != os.getpid():
                    try:
                        os.kill(pid, signal.SIGKILL)
                        reached += 1
                    except OSError:
                        pass
            return reached
    """
    assert json.loads(run(code).line)["value"] == "0"
    assert run("def go(): return 1").status == "ok"
