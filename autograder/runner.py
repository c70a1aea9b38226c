"""Runs a check's cases through the isolation, and takes nothing that comes back on trust."""
from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from autograder.channel import Channel
from autograder.isolation.contract import Reply
from kibitz.cases.case import Case
from kibitz.judge.judging import Runner

ANSWERED = ("returned", "raised", "stopped", "not written", "missing")
MAX_TEXT = 400
MAX_CALLS = 20_000
_UNREADABLE = "what came back from your search.py could not be read: did it change the program that runs it?"


class IsolatedRunner:
    """A kibitz.judge.judging.Runner that runs each batch in an isolated process.

    Attributes:
        printed: what the program printed in the last call that printed anything.
        timeouts: how many calls ran out of time.
        refused: why search.py cannot be loaded at all, or "".
    """

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self.printed = ""
        self.timeouts = 0
        self.refused = ""

    def __call__(self, cases: Sequence[Case], keep_going: bool) -> list[dict[str, Any]]:
        return self._answers(self._channel.reply(cases, keep_going), len(cases))

    @contextmanager
    def quick(self) -> Iterator[Runner]:
        """Yield a runner for many small batches; see `kibitz.judge.judging.made_small`."""
        with self._channel.talk() as reply:
            yield lambda cases, keep_going: self._answers(reply(cases, keep_going), len(cases))

    def _answers(self, reply: Reply, asked: int) -> list[dict[str, Any]]:
        self.printed = reply.printed or self.printed
        self.timeouts += reply.status == "timeout"
        if reply.status == "refused":
            self.refused = reply.reason
        return answers_in(reply, asked)


def answers_in(reply: Reply, asked: int) -> list[dict[str, Any]]:
    """Return the answers in a reply, each of the form that kibitz.watch.worker documents; what is not becomes a failed answer."""
    if reply.status != "ok":
        return [{"status": reply.status, "message": reply.reason, "events": ""}]
    try:
        answers = json.loads(reply.line)["answers"]
        if not isinstance(answers, list) or not 0 < len(answers) <= asked:
            raise ValueError
        checked = [_checked(answer) for answer in answers]
    except (ValueError, KeyError, TypeError, RecursionError):
        return [{"status": "died", "message": _UNREADABLE, "events": ""}]
    if len(checked) < asked and checked[-1]["status"] == "returned":
        checked.append({"status": "died", "message": _UNREADABLE, "events": ""})
    return checked


def _checked(answer: Any) -> dict[str, Any]:
    """Return a copy of an answer that holds only what belongs in one.

    Raises:
        ValueError, KeyError, TypeError: it has another form.
    """
    if type(answer) is not dict or answer["status"] not in ANSWERED or type(answer["events"]) is not str:
        raise ValueError
    b64decode(answer["events"], validate=True)
    clean: dict[str, Any] = {"status": answer["status"], "events": answer["events"]}
    for name in ("message", "error"):
        if name in answer:
            clean[name] = str(answer[name])[:MAX_TEXT]
    if answer["status"] == "returned":
        clean["value"] = answer["value"]
    if answer["status"] == "raised":
        clean["frames"] = [_frame(frame) for frame in answer["frames"][:40]]
        clean["error"], clean["message"] = clean["error"] or "an exception", clean.get("message", "")
    if type(answer.get("calls")) is list:
        clean["calls"] = answer["calls"][:MAX_CALLS]  # kibitz.steps.calls takes only what has the form of a call
    if answer["status"] == "missing":
        clean.setdefault("message", "search.py does not define it")
    return clean


def _frame(frame: Any) -> list[Any]:
    file, line, name, text = frame
    if type(line) is not int:
        raise ValueError
    return [str(file)[:80], line, str(name)[:60], str(text)[:120]]
