"""Time, memory, output and disk are nets: whatever runs into one is stopped, and says so."""
from __future__ import annotations

import time

import pytest

from autograder.isolation.isolation import Isolation
from autograder.isolation.limits import Limits


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("def go():\n while True: pass", "your program did not finish within 0.3 s of computing time"),
        ("while True: pass", "search.py did not finish importing"),
        ("def go():\n while True:\n  try:\n   while True: pass\n  except BaseException: pass", "computing time"),
        ("import signal\ndef go():\n for n in range(1, 65):\n  try: signal.signal(n, signal.SIG_IGN)\n"
         "  except (OSError, ValueError): pass\n"
         " signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\n while True: pass", "computing time"),
        ("import time\ndef go(): time.sleep(60)", "doing nothing but wait"),
        ("import threading\nlock = threading.Lock()\ndef go():\n lock.acquire(); lock.acquire()", "doing nothing but wait"),
        ("import threading\ndef spin():\n while True: pass\nthreading.Thread(target=spin).start()\ndef go():\n while True: pass",
         "computing time"),
    ],
)
def test_what_does_not_end_is_stopped(run, code, words):
    """CPU time decides, and for those that sleep, that they do nothing else."""
    reply = run(code, cpu_s=0.3)
    assert reply.status == "timeout" and words in reply.reason, reply


def test_a_program_that_sleeps_a_little_is_not_stopped(run):
    """Rests add up, so that many short ones are no way around the limit."""
    code = "import time\ndef go(n):\n for _ in range(n):\n  time.sleep(0.05); sum(range(10**4))\n return 1"
    assert run(code, request={"args": [5]}).status == "ok"
    assert run(code, request={"args": [100]}).status == "timeout"


def test_a_program_that_stops_itself_is_found(run):
    """A stopped process sleeps."""
    reply = run("import os, signal\ndef go(): os.kill(os.getpid(), signal.SIGSTOP)")
    assert reply.status == "timeout", reply


@pytest.mark.parametrize("code", ["def go(): return len([0] * 10**9)", "def go():\n x = []\n while True: x.append(bytearray(10**6))"])
def test_a_memory_bomb_ends_in_a_memory_error(run, code):
    """The address space is limited."""
    reply = run(code)
    assert reply.status == "memory", reply


def test_a_disk_bomb_is_stopped(run):
    """Single files by the system, many of them by the watcher."""
    assert run("def go(): open('x', 'wb').write(bytes(10**8))").status == "died"
    reply = run("def go():\n for i in range(10**6): open(str(i), 'wb').write(bytes(10**6))")
    assert (reply.status, "disk" in reply.reason) == ("flooded", True)
    for bomb in ("open(str(i), 'w').close()", "os.mkdir('d'), os.chdir('d')", "os.mkdir(str(i))"):
        reply = run(f"import os\ndef go():\n for i in range(10**6): {bomb}")
        assert (reply.status, "files and folders" in reply.reason) == ("flooded", True)


def test_the_budget_of_a_whole_run_ends_it(linux_backend):
    """What comes after is listed with the reason."""
    isolation = Isolation({"search.py": b"def go():\n while True: pass"}, Limits(total_cpu_s=0.2), linux_backend)
    assert isolation.spent == ""
    assert isolation.call(b"{}", cpu_seconds=0.3).status == "timeout"
    assert isolation.spent.startswith("not run: ")
    started = time.monotonic()
    assert isolation.call(b"{}", cpu_seconds=0.3).reason == isolation.spent
    assert time.monotonic() - started < 0.1
