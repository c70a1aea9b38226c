"""What a search process cannot do on Linux: each attempt is made inside, and the attempt's own error is what comes back."""
from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

ROOT = os.geteuid() == 0
TRY = """
def go(*args):
    try:
        return "did it", attempt(*args)
    except BaseException as error:
        return type(error).__name__, getattr(error, "errno", None)
"""
REFUSED = {
    "a socket": "import socket\ndef attempt(): socket.socket()",
    "a socket pair": "import socket\ndef attempt(): socket.socketpair()",
    "a fork": "import os\ndef attempt(): os.fork()",
    "another program": "import os\ndef attempt(): os.execv('/bin/true', ['true'])",
    "a subprocess": "import subprocess\ndef attempt(): subprocess.run(['true'])",
    "a process of multiprocessing": "import multiprocessing\ndef attempt(): multiprocessing.Process(target=print).start()",
    "a signal to its parent": "import os\ndef attempt(): os.kill(os.getppid(), 9)",
    "a signal to everybody": "import os\ndef attempt(): os.kill(-1, 9)",
    "a signal to its group": "import os\ndef attempt(): os.killpg(0, 9)",
    "a pidfd": "import os\ndef attempt(): os.pidfd_open(os.getppid())",
    "a memory file": "import os\ndef attempt(): os.memfd_create('x')",
    "priority of others": "import os\ndef attempt(): os.setpriority(os.PRIO_USER, 0, 19)",
    "a file of /tmp": "def attempt(): open('/tmp/kibitz-was-here', 'w')",
    "shared memory": "def attempt(): open('/dev/shm/kibitz-was-here', 'w')",
    "the users": "def attempt(): open('/etc/passwd').read()",
    "a listing": "import os\ndef attempt(): os.listdir('/')",
    "its own environment": "def attempt(): open('/proc/self/environ').read()",
    "its parent's memory": "import os\ndef attempt(): open(f'/proc/{os.getppid()}/mem', 'rb').read(1)",
    "the kit": "import games\ndef attempt(): open(games.__file__, 'a')",
    "the folder of the kit": "import games, os\ndef attempt(): os.unlink(games.__file__)",
    "a file's mode": "import os\ndef attempt(): os.chmod('search.py', 0)",
    "the mode of the folder above": "import os\ndef attempt(): os.chmod('..', 0)",
    "a mode by descriptor": "import os\ndef attempt(): os.fchmod(os.open('search.py', os.O_RDONLY), 0)",
    "an owner": "import os\ndef attempt(): os.chown('search.py', os.getuid(), os.getgid())",
    "a time": "import os\ndef attempt(): os.utime('/var/tmp')",
    "an attribute": "import os\ndef attempt(): os.setxattr('search.py', 'user.x', b'y')",
    "the owner of a signal": "import fcntl, os\ndef attempt(): fcntl.fcntl(os.pipe()[0], fcntl.F_SETOWN, os.getppid())",
    "the kind of a signal": "import fcntl, os\ndef attempt(): fcntl.fcntl(os.pipe()[0], 10, 9)",
    "the owner of a signal, by ioctl": "import fcntl, os\ndef attempt(): fcntl.ioctl(os.pipe()[0], 0x8901, bytes(4))",
    "root": "import os\ndef attempt(): os.setuid(0)" if ROOT else "import os\ndef attempt(): os.setgroups([])",
    "kibitz": "import importlib\ndef attempt(): importlib.import_module('kib' + 'itz')",
    "the isolation": "import importlib\ndef attempt(): importlib.import_module('_isolation.child')",
}


@pytest.mark.parametrize("what", REFUSED)
def test_is_refused(run, linux_backend, what):
    """PermissionError, an ImportError for the kit, or BlockingIOError."""
    if not linux_backend.facts()["landlock"] and "/" in REFUSED[what]:
        pytest.skip("no Landlock in this kernel")
    reply = run(REFUSED[what] + TRY)
    assert reply.status == "ok", reply
    error = eval(json.loads(reply.line)["value"])[0]
    assert error in ("PermissionError", "ImportError", "BlockingIOError"), error


def test_it_can_do_what_a_search_needs(run):
    """Threads, temporary files, randomness, late imports and signals to itself."""
    reply = run("""
        def go():
            import ctypes, bz2, decimal, os, signal, tempfile, threading, zoneinfo
            done = []
            thread = threading.Thread(target=done.append, args=(1,)); thread.start(); thread.join()
            with tempfile.TemporaryFile() as file: file.write(b"x")
            os.urandom(4); os.cpu_count(); os.kill(os.getpid(), 0); signal.raise_signal(signal.SIGCHLD)
            with open("notes.txt", "w") as file: file.write("x")
            return done
    """)
    assert json.loads(reply.line)["value"] == "[1]", reply


def test_only_its_own_descriptors_are_open(run):
    """Standard input, output, errors, and the reply."""
    reply = run("""
        import os
        def go():
            found = []
            for fd in range(1000):
                try: os.fstat(fd); found.append(fd)
                except OSError: pass
            return found
    """)
    assert json.loads(reply.line)["value"] == "[0, 1, 2, 3]"


def test_nothing_of_the_request_or_the_kit_is_left_in_sight(run):
    """No module of the kit, and no path of the grader."""
    reply = run("""
        import sys
        def go():
            return [name for name in sys.modules if "isolation" in name or "autograder" in name or "kibitz" in name], sys.argv
    """)
    assert json.loads(reply.line)["value"] == "([], ['search.py'])"


@pytest.mark.skipif(not ROOT, reason="root only")
def test_it_runs_as_a_user_of_its_own(run, linux_backend):
    """Real, effective and saved, with no group and no capability."""
    reply = run("import os\ndef go(): return {*os.getresuid(), *os.getresgid()}, os.getgroups()")
    assert json.loads(reply.line)["value"] == f"({{{linux_backend.uid}}}, [])"


@pytest.mark.skipif(not ROOT, reason="root only")
def test_without_seccomp_its_processes_and_files_are_gone_before_the_next_call(with_backend):
    """A daemon in a session of its own, with the files it left in shared folders."""
    from autograder.isolation.processes import of_user

    run, backend = with_backend(seccomp=False, landlock=False)
    reply = run("""
        import os, time
        def go():
            os.makedirs("/tmp/kibitz-test-left/a/b"); open("/var/tmp/kibitz-test-left", "w").close()
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    time.sleep(60)
                os._exit(0)
            return 1
    """)
    assert reply.status == "ok"
    assert of_user(backend.uid) == []
    assert not Path("/tmp/kibitz-test-left").exists() and not Path("/var/tmp/kibitz-test-left").exists()


def test_without_seccomp_a_daemon_of_an_ordinary_user_is_gone_too(with_backend):
    """The warmed-up parent is the subreaper of all its descendants."""
    run, _ = with_backend(seccomp=False, landlock=False)
    reply = run("""
        import os, time
        def go():
            if os.fork() == 0:
                os.setsid()
                if (pid := os.fork()) == 0:
                    time.sleep(60)
                open("pid", "w").write(str(pid))
                os._exit(0)
            while not os.path.exists("pid") or not open("pid").read(): time.sleep(0.01)
            return int(open("pid").read())
    """)
    with pytest.raises(ProcessLookupError):
        os.kill(int(json.loads(reply.line)["value"]), 0)


def test_a_bounded_fork_bomb_ends(with_backend):
    """Without seccomp: the limit of processes as root, the watcher's clock for all."""
    run, _ = with_backend(seccomp=False)
    reply = run("import os\ndef go():\n for _ in range(5):\n  try: os.fork()\n  except OSError: pass\n while True: pass", cpu_s=0.3)
    assert reply.status == "timeout"
    assert run("def go(): return 1").status == "ok"
