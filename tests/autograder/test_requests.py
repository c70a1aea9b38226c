"""The stored requests, and who runs what when."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from autograder import requests
from autograder.channel import Channel
from autograder.isolation.contract import Later, Reply
from autograder.settings import load_cases

CASES = load_cases()


class Isolated:
    """An isolation that notes what it is asked, and answers as told; as one does that runs calls ahead, it skips what may be left out."""

    def __init__(self, *statuses: Any) -> None:
        self.statuses, self.asked, self.well = list(statuses), [], True

    def start(self, request: bytes, *, cpu_seconds: float, ahead: bool) -> Later:
        assert ahead
        return Later(lambda: self.call(request, cpu_seconds=cpu_seconds) if self.well else None)  # type: ignore[arg-type,return-value]

    def call(self, request: bytes, *, cpu_seconds: float) -> Reply:
        self.asked.append(request)
        reply = Reply(self.statuses.pop(0) if self.statuses else "ok", request)
        self.well = reply.status == "ok"
        return reply


def test_the_stored_requests_are_those_of_the_stored_cases() -> None:
    """Whoever changes a case, the budget or the form of a request stores them anew: python -m autograder.requests."""
    assert requests.stored() == {check: requests.request(cases) for check, cases in CASES.items()}


def test_requests_of_other_cases_are_not_sent(tmp_path: Path) -> None:
    """Where the cases changed since, the stored requests count for nothing."""
    (tmp_path / "cases.json").write_bytes(requests.CASES.read_bytes() + b"\n")
    assert requests.stored(tmp_path / "cases.json") == {}


def test_broken_or_missing_stored_requests_are_none(tmp_path: Path) -> None:
    """A file that is cut short, empty or not there is as good as none."""
    for content in (b"", b"\xff\xfe\n", requests.STORED.read_bytes()[:5000]):
        (tmp_path / "requests.jsonl").write_bytes(content)
        assert requests.stored(path=tmp_path / "requests.jsonl") == {}
    assert requests.stored(path=tmp_path / "nowhere") == {}


def _channel(isolated: Isolated) -> tuple[Channel, list[Any]]:
    batches = list(CASES.values())[:5]
    channel = Channel(isolated, 1.0, [str(place).encode() for place in range(5)])  # type: ignore[arg-type]
    channel.expect(batches)
    return channel, batches


def test_each_batch_gets_its_own_reply_in_any_order() -> None:
    """What runs ahead is handed to whoever asks for it, also where some are left out."""
    channel, batches = _channel(Isolated())
    assert [channel.reply(batches[place], False).line for place in (0, 3, 4)] == [b"0", b"3", b"4"]


def test_no_batch_runs_twice() -> None:
    """A batch that ran ahead is not run again when it is asked for."""
    isolated = Isolated()
    channel, batches = _channel(isolated)
    for cases in batches:
        channel.reply(cases, False)
    assert isolated.asked == [b"0", b"1", b"2", b"3", b"4"]


def test_nothing_runs_ahead_of_a_time_out() -> None:
    """After a time-out the next batches may never be wanted: they run when they are asked for."""
    isolated = Isolated("timeout")
    channel, batches = _channel(isolated)
    assert channel.reply(batches[0], False).status == "timeout"
    assert isolated.asked == [b"0"]
    isolated = Isolated("timeout")
    channel, batches = _channel(isolated)
    assert [channel.reply(cases, False).status for cases in batches] == ["timeout", "ok", "ok", "ok", "ok"]
    assert sorted(isolated.asked) == [b"0", b"1", b"2", b"3", b"4"]


def test_a_batch_that_is_not_in_the_order_is_asked_in_full() -> None:
    """Smaller cases, made while judging, have no stored request."""
    isolated = Isolated()
    channel, batches = _channel(isolated)
    reply = channel.reply(batches[0][:1], True)
    assert json.loads(reply.line)["keep_going"] is True
