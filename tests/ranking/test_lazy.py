"""The lazily made nodes against the fully numbered ones, and proofs over both."""
from __future__ import annotations

import random

from games.connect_four import ConnectFour
from games.game import Game
from games.tictactoe import TicTacToe
from kibitz.cases.arena import Arena, arena_of
from kibitz.extra.lazy import UNMADE, LazyArena
from kibitz.extra.proof import root_interval
from kibitz.judge.proof import intervals
from kibitz.judge.replay import Replay, replay
from kibitz.judge.run import Run
from kibitz.watch.events import COPY, EVALUATE, MOVES, SWITCH, TERMINAL, UNDO, UTILITY
from tests.ranking.programs import ALPHA_BETA, case
from tests.searches import runner

GAMES = ((TicTacToe.from_text("X.. .O. ..."), 5), (ConnectFour.from_moves("44444"), 4))


def wandering(arena: Arena, lot: random.Random, length: int = 300) -> bytes:
    """Return a record that wanders about, now on one board and now on another, and keeps the contract."""
    log, boards, acting = bytearray(), [0], 0
    for _ in range(length):
        node = boards[acting]
        below = arena.children[node]
        log += bytes([TERMINAL])
        if lot.random() < 0.1:
            log += bytes([COPY])
            boards.append(node)
        elif lot.random() < 0.1:
            acting = lot.randrange(len(boards))
            log += bytes([SWITCH]) + acting.to_bytes(3, "big")
        elif below and lot.random() < 0.6:
            step = lot.randrange(len(below))
            log += bytes([MOVES, step])
            boards[acting] = below[step]
        elif node:
            log += bytes([UTILITY if arena.finished[node] else EVALUATE, UNDO])
            boards[acting] = arena.parent[node]
    return bytes(log)


def where(done: Replay) -> list[tuple[int, ...]]:
    return [done.arena.path(node) for node in done.entered]


def test_a_record_says_the_same_on_lazy_nodes() -> None:
    """Plays, leaves, the end and the boards of wandering records are those of the full arena, copies included."""
    lot = random.Random(1)
    for game, depth in GAMES:
        full = arena_of(game, depth)
        for _ in range(20):
            log = wandering(full, lot)
            one, other = replay(full, log), replay(LazyArena(game, depth), log)
            assert one.broken is None and other.broken is None
            assert where(one) == where(other) and (one.restored, one.boards, one.events) == (other.restored, other.boards, other.events)
            assert {full.path(node) for node in one.leaves} == {other.arena.path(node) for node in other.leaves}
            assert one.arena.path(one.end) == other.arena.path(other.end)


def test_what_the_leaves_prove_is_never_wrong() -> None:
    """However much or little of the tree a record has seen, the value lies in the interval that it proves."""
    lot = random.Random(2)
    for game, depth in GAMES:
        full = arena_of(game, depth)
        for length in (100, 1000, 5000):
            lazy = LazyArena(game, depth)
            low, high = root_interval(lazy, replay(lazy, wandering(full, lot, length)).leaves)
            assert low <= full.values[0] <= high


def test_a_search_proves_the_same_over_lazy_nodes() -> None:
    """Where a search's leaves close the full arena's interval, they close the lazy one's, on the same value."""
    for game, depth in GAMES:
        one = case(game, depth)
        log = Run(one, runner(ALPHA_BETA)([one], False)[0]).log
        full, lazy = arena_of(game, depth), LazyArena(game, depth)
        low, high = intervals(full, replay(full, log).leaves)
        assert root_interval(lazy, replay(lazy, log).leaves) == (low[0], high[0]) == (full.values[0], full.values[0])


def test_only_what_was_entered_is_made() -> None:
    """A search of a thousand positions in a game of millions makes a thousand nodes, and the game stays where it is told to be."""
    one = case(ConnectFour.from_moves("44444"), 6)
    (answer,) = runner(ALPHA_BETA)([one], False)
    run = Run(one, answer)
    assert run.replay.restored and len(run.arena) == len(set(run.replay.entered)) + 1
    arena = run.arena
    assert isinstance(arena, LazyArena)
    node = len(arena) // 2
    assert arena.position(node).key() != one.position().key() and arena.position(0).key() == one.position().key()
    assert UNMADE in [child for below in arena.children for child in below]


def test_nodes_of_one_position_with_as_much_depth_left_are_a_group() -> None:
    """Two orders of the same moves lead to one group, on other depths to another."""
    game: Game = ConnectFour()
    arena = LazyArena(game, 4)
    for steps in ((0, 3, 1, 2), (1, 3, 0, 2)):
        node = 0
        for step in steps:
            node = arena.children[node][step]
    ends = [node for node in range(len(arena)) if arena.ply[node] == 4]
    assert len(ends) == 2 and len({arena.group[node] for node in ends}) == 1
    assert len({arena.group[node] for node in range(len(arena)) if arena.ply[node] == 1}) == 2
