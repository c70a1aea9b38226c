"""Requests one after the other to one search process: to make a failing case smaller, a dozen small ones are asked for.

search.py is loaded afresh for each of them. Whatever is odd ends the talk, and the request is made again as a call of its own: so
a talk decides nothing that a call would decide in another way.
"""
from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from autograder.isolation.contract import Reply
from autograder.isolation.inside.lines import LOADED, READY, REPLY, TOKEN
from autograder.isolation.parent import ParentGone
from autograder.isolation.searching import pipe
from autograder.isolation.text import harmless

if TYPE_CHECKING:
    from autograder.isolation.forked import ForkedBackend

_START = READY + LOADED


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
        finally:
            os.close(asked)
        try:
            self._search.start_the_clock(backend.uid)
        except ParentGone:
            self.close()

    def say(self, request: bytes) -> Reply | None:
        """Return the reply to a request; None where the talk is over, whatever the reason."""
        if self._over:
            return None
        token = os.urandom(TOKEN // 2).hex().encode()
        try:
            answered = self._sent(token + request + b"\n") and not self._search.follow(self._has_line)
        except ParentGone:
            answered = False
        if not answered:
            self.close()
            return None
        watch = self._search.watch
        start = len(_START) if watch.reply.data.startswith(_START) else 0
        end = watch.reply.data.index(b"\n", start)
        line = bytes(watch.reply.data[start:end])
        del watch.reply.data[start : end + 1]
        if not (start and line.startswith(REPLY + token)) or self._search.stop:
            self.close()
            return None
        printed = harmless(bytes(watch.output.data), self._backend.limits.printed_bytes, watch.output.total)
        return Reply("ok", line[len(REPLY) + TOKEN:], printed)

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
            self._search.close()
            self._backend.clean()
        if self._search.ended is None:
            self._backend.lost()
