"""Walks the recorded events of a search over the judge's own numbered nodes, and says what the search did."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from itertools import islice

from games.game import Player
from kibitz.cases.arena import Arena
from kibitz.watch.events import (
    BAD_MOVE,
    BUDGET,
    COPY,
    EVALUATE,
    EXTRA_BYTES,
    FIRST_CODE,
    MOVES,
    NO_DEPTH,
    OUTCOMES,
    PLAY_FAR,
    SEARCH,
    SWITCH,
    TERMINAL,
    UNDO,
    UTILITY,
)


class Break(str, Enum):
    """The ways to break the game's contract."""

    BELOW_LIMIT = "played below the depth limit"
    PLAY_FINISHED = "played a move at a finished position"
    ILLEGAL_MOVE = "played a move that is not legal"
    UNDO_TOO_MANY = "took back a move that it had not played"
    MOVES_FINISHED = "asked a finished position for its moves"
    MOVES_CHANCE = "asked a chance node for legal moves"
    OUTCOMES_PLAYER = "asked a player's node for chance outcomes"
    UTILITY_UNFINISHED = "asked an unfinished position for its utility"
    EVALUATE_FINISHED = "asked a finished position for an estimate"
    SEARCH_DEPTH = "gave the search a depth that is not left there"
    BUDGET = "did not stop"
    NONSENSE = "recorded something that no search does"


@dataclass
class Replay:
    """What one search did.

    Attributes:
        entered: the node of each play, in order (the root is not played).
        reads: (node, whether by evaluate()) for each utility() and evaluate(), in order.
        leaves: the leaves whose value was read.
        expanded: the inner nodes whose moves or outcomes were asked for.
        expansions: (how many plays came before, node) for each time that they were.
        asked: (node, depth) of each use of the search that best_move was given.
        broken: the first break of the contract, and the node where it happened.
        broken_at: the number of that event.
        restored: whether the position that was handed over is back where it was.
        end: the node where the position handed over was left.
        boards: how many copies there were, the position handed over included.
        events: how many there were.
    """

    arena: Arena
    entered: list[int] = field(default_factory=list)
    reads: list[tuple[int, bool]] = field(default_factory=list)
    leaves: set[int] = field(default_factory=set)
    expanded: set[int] = field(default_factory=set)
    expansions: list[tuple[int, int]] = field(default_factory=list)
    asked: list[tuple[int, int]] = field(default_factory=list)
    broken: tuple[Break, int] | None = None
    broken_at: int = 0
    restored: bool = True
    end: int = 0
    boards: int = 1
    events: int = 0


def replay(arena: Arena, log: bytes) -> Replay:
    """Replay a log on the arena's nodes, up to its end or to the first event that breaks the contract."""
    done = Replay(arena)
    children, parent, leaf, finished, turn = arena.children, arena.parent, arena.leaf, arena.finished, arena.turn
    entered, leaves, expanded, reads = done.entered, done.leaves, done.expanded, done.reads
    expansions = done.expansions
    boards, acting, node = [0], 0, 0
    switches = 0
    broken: Break | None = None
    count, codes = 0, iter(log)
    for count, code in enumerate(codes, 1):  # noqa: B007 - used below; what is taken from `codes` below, behind an event's code, is not counted
        if code < FIRST_CODE or code == PLAY_FAR:
            if code == PLAY_FAR:
                code = _number(codes, 2)
            below = children[node]
            if code < len(below):
                node = below[code]
                entered.append(node)
                continue
            broken = Break.PLAY_FINISHED if finished[node] else Break.BELOW_LIMIT if not below else Break.NONSENSE
        elif code == TERMINAL:
            continue
        elif code == UNDO:
            if node:
                node = parent[node]
                continue
            broken = Break.UNDO_TOO_MANY
        elif code in (MOVES, OUTCOMES):
            if not finished[node] and (turn[node] is Player.CHANCE) == (code == OUTCOMES):
                expanded.add(node)
                expansions.append((len(entered), node))
                continue
            broken = Break.MOVES_FINISHED if finished[node] else Break.MOVES_CHANCE if code == MOVES else Break.OUTCOMES_PLAYER
        elif code in (UTILITY, EVALUATE):
            reads.append((node, code == EVALUATE))
            if finished[node] == (code == UTILITY):
                if leaf[node] is not None:
                    leaves.add(node)
                continue
            broken = Break.EVALUATE_FINISHED if finished[node] else Break.UTILITY_UNFINISHED
        elif code == COPY:
            boards[acting] = node
            boards.append(node)
            continue
        elif code in EXTRA_BYTES:
            number = _number(codes, EXTRA_BYTES[code])
            if code == SWITCH and number < len(boards):
                boards[acting] = node
                acting, node = number, boards[number]
                switches += 1
                continue
            if code == SEARCH and number != NO_DEPTH and number <= arena.depth - arena.ply[node]:
                done.asked.append((node, number))
                continue
            broken = Break.SEARCH_DEPTH if code == SEARCH else Break.NONSENSE
        else:
            broken = _other_break(code, finished[node])
        break
    count -= switches
    boards[acting] = node
    done.broken = (broken, node) if broken else None
    done.broken_at = done.events = count
    done.end, done.boards = boards[0], len(boards)
    done.restored = boards[0] == 0
    return done


def _number(codes: Iterator[int], width: int) -> int:
    """Take the next bytes as a number; fewer where the log ends."""
    return int.from_bytes(bytes(islice(codes, width)), "big")


def _other_break(code: int, finished: bool) -> Break:
    if code == BAD_MOVE:
        return Break.PLAY_FINISHED if finished else Break.ILLEGAL_MOVE
    return Break.BUDGET if code == BUDGET else Break.NONSENSE
