"""Time, memory, output and disk are nets: whatever runs into one is stopped, and says so."""
from __future__ import annotations

import time

import pytest

from autograder.isolation import Isolation, Limits


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("def go():\n while True: pass", "your program did not finish within 0.3 s of computing time"),
        ("while True: pass", "search.py did not finish importing"),
        ("def go():\n while True:\n  try:\n   while True: pass\n  except BaseException: pass", "computing time"),
        ("import signal\ndef go():\n for n in range(1, 65):\n  try: signal.signal(n, signal.SIG_IGN)\n"
         "  except (OSError, ValueError): pass\n"
         " signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\n while True: pass", "computing time"),
        ("import time\ndef go(): time.sleep(60)", "nothing but wait"),
        ("import threading\nlock = threading.Lock()\ndef go():\n lock.acquire(); lock.acquire()", "nothing but wait"),
        ("import threading\ndef spin():\n while True: pass\nthreading.Thread(target=spin).start()\ndef go():\n while True: pass",
         "computing time"),
    ],
)
def test_what_does_not_end_is_stopped(run, code, words):
    """CPU time decides, and for those that sleep, that they do nothing else."""
    reply = run(code, cpu_s=0.3)
    assert reply.status == "timeout" and words in reply.reason, reply


def test_a_program_that_sleeps_a_little_is_not_stopped(run):
    """Only a long rest without any progress counts as waiting."""
    reply = run("import time\ndef go():\n for _ in range(8):\n  time.sleep(0.1); sum(range(10**6))\n return 1")
    assert reply.status == "ok", reply


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
