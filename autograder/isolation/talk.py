"""Requests one after the other to one search process: to make a failing case smaller, a dozen small ones are asked for.

search.py is loaded afresh for each of them (what is left of the one before: see `inside.child.answer`). Whatever is odd ends the talk,
and the request is made again as a call of its own.
"""
from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from autograder.isolation.contract import Reply
from autograder.isolation.inside.lines import LOADED, READY, REPLY, TOKEN
from autograder.isolation.parent import ParentGone
from autograder.isolation.searching import pipe
from autograder.isolation.text import harmless

if TYPE_CHECKING:
    from autograder.isolation.forked import ForkedBackend

_START = READY + LOADED
_OVER = Reply("died", reason="the talk is over")


class Talk:
    """A search process that is asked again and again."""

    def __init__(self, backend: ForkedBackend, files: Mapping[str, bytes], cpu_s: float) -> None:
        """Start it.

        Args:
            backend: which runs nothing else until this is closed.
            files: the submission's.
            cpu_s: CPU seconds for all that is asked.

        Raises:
            KitFault: it cannot be started.
        """
        self._backend, self._over = backend, False
        asked, self._asking = pipe()
        os.set_blocking(asked, True)
        os.set_blocking(self._asking, False)
        try:
            self._search = backend.launch("talk", asked, files, cpu_s)
        except BaseException:
            os.close(self._asking)
            raise
        finally:
            os.close(asked)
        try:
            self._search.start_the_clock(backend.uid)
        except ParentGone:
            self.close()

    def say(self, request: bytes) -> Reply:
        """Return the reply to a request; any status but "ok" means that the talk is over, and says nothing of the submission."""
        if self._over:
            return _OVER
        token = os.urandom(TOKEN // 2).hex().encode()
        try:
            answered = self._sent(token + request + b"\n") and not self._search.follow(self._has_line)
        except ParentGone:
            answered = False
        watch = self._search.watch
        if not answered:
            self.close()
            return replace(_OVER, cpu_s=watch.taken())
        start = len(_START) if watch.reply.data.startswith(_START) else 0
        end = watch.reply.data.index(b"\n", start)
        line = bytes(watch.reply.data[start:end])
        del watch.reply.data[start : end + 1]
        if not (start and line.startswith(REPLY + token)) or self._search.stop:
            self.close()
            return replace(_OVER, cpu_s=watch.taken())
        while watch.output.drain():
            pass
        output, total = watch.output.take()
        return Reply("ok", line[len(REPLY) + TOKEN:], harmless(output, self._backend.limits.printed_bytes, total), cpu_s=watch.taken())

    def _sent(self, data: bytes) -> bool:
        """Write a request; one that does not fit, while nobody reads it, ends the talk."""
        with suppress(BlockingIOError, BrokenPipeError):
            return os.write(self._asking, data) == len(data)
        return False

    def _has_line(self) -> bool:
        data = self._search.watch.reply.data
        return data.find(b"\n", len(_START)) >= 0 if data.startswith(_START) else data.count(b"\n") > _START.count(b"\n")

    def close(self) -> None:
        """End it."""
        if self._over:
            return
        self._over = True
        os.close(self._asking)
        try:
            self._backend.kill()
            self._search.follow()
            self._search.end()
        except ParentGone:
            pass
        finally:
            self._backend.finished(self._search)
