"""A recorded search as moments: each event of the log with the node it left and the node it led to."""
from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.cases.arena import Arena
from kibitz.judge.run import Run
from kibitz.watch.events import COPY, EXTRA_BYTES, FIRST_CODE, PLAY_FAR, SWITCH, UNDO


class Moment(NamedTuple):
    """One event.

    Attributes:
        offset: how many bytes of the log came before it; a switch of boards that belongs to it counts as its own.
        code: what it was, as kibitz.watch.events has it; every play is PLAY_FAR.
        board: the board that acted.
        before, after: the nodes where that board was.
        broke: whether this is the event that broke the contract.
    """

    offset: int
    code: int
    board: int
    before: int
    after: int
    broke: bool


def moments(run: Run) -> Iterator[Moment]:
    """Yield a run's events, up to the one that breaks the contract; kibitz.judge.replay has judged them before."""
    arena, log, left = run.arena, run.log, run.replay.events
    boards, acting, at = [0], 0, 0
    while left and at < len(log):
        offset = at
        if log[at] == SWITCH:
            acting = min(int.from_bytes(log[at + 1 : at + 4], "big"), len(boards) - 1)
            at += 4
        code, number, at = _event(log, at)
        left -= 1
        before = boards[acting]
        broke = not left and run.replay.broken is not None
        boards[acting] = before if broke else _moved(arena, before, code, number)
        if code == COPY:
            boards.append(before)
        yield Moment(offset, code, acting, before, boards[acting], broke)


def _event(log: bytes, at: int) -> tuple[int, int, int]:
    """Return an event's code, its number, and where the next one begins."""
    if at >= len(log):
        return SWITCH, 0, at
    code = log[at]
    if code < FIRST_CODE:
        return PLAY_FAR, code, at + 1
    width = EXTRA_BYTES.get(code, 0)
    return code, int.from_bytes(log[at + 1 : at + 1 + width], "big"), at + 1 + width


def _moved(arena: Arena, node: int, code: int, number: int) -> int:
    if code == PLAY_FAR:
        below = arena.children[node]
        return below[number] if number < len(below) else node
    return arena.parent[node] if code == UNDO and node else node
