"""The watcher's clocks, which stand still here: what has replied has little time left, unless its reply was taken."""
from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.isolation import watch as module
from autograder.isolation.inside.lines import LOADED, READY
from autograder.isolation.limits import Limits
from autograder.isolation.watch import Stream, Watch


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(module, "time", clock)
    return clock


@pytest.fixture
def watched(clock: Clock, tmp_path: Path) -> Iterator[Watch]:
    watch = Watch(Stream(0, 100), Stream(1, 1000), 2.0, Limits(disk_mb=1), tmp_path)
    watch.start(os.getpid(), lambda: clock.now - 100)
    yield watch


def test_what_has_replied_is_stopped_if_it_does_not_end(watched: Watch, clock: Clock) -> None:
    """Half a second is enough; its reply counts."""
    watched.reply.data += READY + LOADED + b"+{}\n"
    assert watched.stop_reason() is None
    clock.now += 0.6
    stop = watched.stop_reason()
    assert stop is not None and stop.status == "ok"


def test_what_is_asked_again_is_not_stopped_for_its_last_reply(watched: Watch, clock: Clock) -> None:
    """The time begins anew with each reply that is taken, and its computing time is told once."""
    for _ in range(3):
        watched.reply.data += READY + LOADED + b"+{}\n"
        assert watched.stop_reason() is None
        watched.reply.data.clear()
        clock.now += 0.3
        assert watched.taken() == pytest.approx(0.3)


def test_what_fills_the_disk_after_its_reply_is_stopped_at_once(watched: Watch, clock: Clock, tmp_path: Path) -> None:
    """Nobody else should have to do without; its reply counts."""
    watched.reply.data += READY + LOADED + b"+{}\n"
    (tmp_path / "large").write_bytes(b"x" * (2 << 20))
    clock.now += 0.05
    stop = watched.stop_reason()
    assert stop is not None and stop.status == "ok"
