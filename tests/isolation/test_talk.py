"""A talk: several requests to one process decide nothing that a call for each would decide in another way."""
from __future__ import annotations

import json
import os
from typing import Any

import pytest

from autograder.isolation.isolation import Isolation

from .conftest import LIMITS, PACKAGES, PERFORM, descendants

FILES = {"search.py": b"""
import os, random
import helper
met = []
chance = random.random()
def go(x, how=""):
    met.append(x)
    helper.met.append(x)
    if how == "exit" and len(os.listdir("/proc/self/fd")) > 5:
        os._exit(3)
    if how == "say":
        os.write(3, b"+{}\\n")
    if how == "loop" and not os.path.exists("seen"):
        open("seen", "w").close()
        while True: pass
    if how == "print":
        print("hello", x)
    return x, met, helper.met, chance, random.random()
""", "helper.py": b"met = []\n"}


def request(*args: object) -> bytes:
    return json.dumps({"args": args}).encode()


def value(reply: Any) -> str:
    assert reply.status == "ok", reply
    return str(json.loads(reply.line)["value"])


def test_every_request_gets_what_a_call_of_its_own_would_get(any_backend: Any) -> None:
    """Nothing of the submission's own is kept in between, and chance is the same each time."""
    isolation = Isolation(FILES, LIMITS, any_backend)
    alone = [value(isolation.call(request(number), cpu_seconds=2)) for number in range(3)]
    with isolation.talk(cpu_seconds=2) as call:
        assert [value(call(request(number))) for number in (0, 1, 2, 1, 0)] == [alone[number] for number in (0, 1, 2, 1, 0)]


def test_after_a_talk_calls_go_on(any_backend: Any) -> None:
    """Also after one in which nothing was asked."""
    isolation = Isolation(FILES, LIMITS, any_backend)
    for asked in (0, 1, 2):
        with isolation.talk(cpu_seconds=2) as call:
            for number in range(asked):
                call(request(number))
        assert isolation.call(request(1), cpu_seconds=2).status == "ok"


@pytest.mark.parametrize("how", ["exit", "say"])
def test_what_is_odd_in_a_talk_is_asked_again_in_a_call(linux_backend: Any, how: str) -> None:
    """A program that ends its process, or writes where only replies belong, is judged by what it does in a process of its own."""
    isolation = Isolation(FILES, LIMITS, linux_backend)
    alone = isolation.call(request(1, how), cpu_seconds=2)
    with isolation.talk(cpu_seconds=2) as call:
        assert call(request(0)).status == "ok"
        again = call(request(1, how))
        assert (again.status, again.line, again.reason) == (alone.status, alone.line, alone.reason)
        assert call(request(2)).status == "ok"
    assert isolation.call(request(1), cpu_seconds=2).status == "ok"


def test_a_search_that_does_not_end_in_a_talk_gets_its_time_once_more(linux_backend: Any) -> None:
    """In a process of its own, with nothing of the first one's files."""
    isolation = Isolation(FILES, LIMITS, linux_backend)
    with isolation.talk(cpu_seconds=0.3) as call:
        assert call(request(0)).status == "ok"
        assert call(request(1, "loop")).status == "timeout"


def test_what_is_printed_in_a_talk_is_what_a_call_prints(linux_backend: Any) -> None:
    """Each time its own, whether the line is ended or not."""
    files = {"search.py": b"def go(x):\n    print(x, end=';' if x else '\\n')\n    return x\n"}
    isolation = Isolation(files, LIMITS, linux_backend)
    alone = [isolation.call(request(number), cpu_seconds=2).printed for number in (0, 1, 0, 2, 3)]
    with isolation.talk(cpu_seconds=2) as call:
        assert [call(request(number)).printed for number in (0, 1, 0, 2, 3)] == alone


@pytest.mark.parametrize("options", [{}, {"root": False}, {"root": False, "landlock": False}, {"root": False, "seccomp": False},
                                     {"root": False, "seccomp": False, "landlock": False}])
def test_a_talk_answers_by_itself_with_every_measure_and_with_none(options: dict[str, bool]) -> None:
    """Whatever descriptors and waiting processes there are: no request has to be made again."""
    from autograder.isolation.forked import ForkedBackend

    backend = ForkedBackend(LIMITS, PACKAGES, PERFORM, **{"root": os.geteuid() == 0, **options})
    talk = backend.talk(FILES, 2)
    try:
        assert [talk.say(request(number)).status for number in range(4)] == ["ok"] * 4
    finally:
        talk.close()
        backend.close()


def test_a_talk_counts_in_the_budget_of_the_run(linux_backend: Any) -> None:
    """Its computing time is used up like that of calls."""
    isolation = Isolation({"search.py": b"def go(x):\n    for i in range(3000000): pass\n"}, LIMITS, linux_backend)
    with isolation.talk(cpu_seconds=5) as call:
        call(request(0))
    assert isolation.cpu_s > 0


def test_what_a_program_makes_in_its_folder_is_not_there_for_the_next_request(linux_backend: Any) -> None:
    """A namespace package, a changed path and a file: all is as in a call of its own."""
    files = {"search.py": b"""
import os, sys
import pack.inner
sys.path.append("x"); sys.setrecursionlimit(sys.getrecursionlimit() + 1)
pack.met = getattr(pack, "met", 0) + 1
def go(x):
    if x: open("made", "w").close()
    return pack.met, sys.path.count("x"), sys.getrecursionlimit(), os.path.exists("made")
""", "pack/inner.py": b""}
    isolation = Isolation(files, LIMITS, linux_backend)
    alone = [value(isolation.call(request(number), cpu_seconds=2)) for number in (0, 0, 1, 0)]
    with isolation.talk(cpu_seconds=2) as call:
        assert [value(call(request(number))) for number in (0, 0, 1, 0)] == alone


def test_a_submission_that_cannot_be_loaded_is_refused_in_a_talk(linux_backend: Any) -> None:
    """With the reason that a call gives."""
    isolation = Isolation({"search.py": b"def go(:\n"}, LIMITS, linux_backend)
    with isolation.talk(cpu_seconds=2) as call:
        reply = call(request(1))
    assert (reply.status, reply.reason) == ("refused", isolation.call(request(1), cpu_seconds=2).reason)


def test_a_talk_survives_the_death_of_its_process(with_backend: Any) -> None:
    """Somebody else killed it: the request is made again."""
    import signal

    _, backend = with_backend()
    isolation = Isolation(FILES, LIMITS, backend)
    with isolation.talk(cpu_seconds=2) as call:
        assert call(request(0)).status == "ok"
        for pid in descendants(backend.parent.pid):
            os.kill(pid, signal.SIGKILL)
        assert call(request(1)).status == "ok"
        os.kill(backend.parent.pid, signal.SIGKILL)
        assert call(request(1)).status == "ok"
