"""Alpha-beta as one does it on paper: step by step over a whole tree, with what each step knows and why it stops.

This is for the handout and for measuring trees; it searches an Arena, never a Game.
"""
from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf

from games.game import Number, Player
from kibitz.cases.arena import Arena
from kibitz.judge.proof import intervals
from kibitz.judge.run import shown


@dataclass(frozen=True)
class Step:
    """One line of the paper: the node, what happens there, and the window then."""

    node: int
    text: str
    alpha: Number
    beta: Number


@dataclass(frozen=True)
class Cut:
    """A cut-off: where, which children are skipped, and whether the bound comes from further up than the other player's node above."""

    node: int
    skipped: tuple[int, ...]
    deep: bool


@dataclass
class Walk:
    """What alpha-beta did on a tree.

    Attributes:
        value: the root's.
        seen: the leaves that it looked at, in order.
        cuts: in order.
        steps: in words.
        results: what is known of each inner node in the end, as one writes it beside the node: "= 3", or the bound "<= 2".
    """

    arena: Arena
    names: list[str]
    value: Number = 0
    seen: list[int] = field(default_factory=list)
    cuts: list[Cut] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    results: dict[int, str] = field(default_factory=dict)

    @property
    def deep(self) -> int:
        return sum(cut.deep for cut in self.cuts)

    @property
    def unseen(self) -> list[int]:
        return [leaf for leaf in self.arena.leaves if leaf not in self.seen]


def names_of(arena: Arena) -> list[str]:
    """Return a name for each node: A, B, C, ... from the top, row by row."""
    names = [""] * len(arena)
    waiting, number = deque([0]), 0
    while waiting:
        node = waiting.popleft()
        names[node] = _letters(number)
        number += 1
        waiting.extend(arena.children[node])
    return names


def _letters(number: int) -> str:
    return chr(ord("A") + number) if number < 26 else _letters(number // 26 - 1) + _letters(number % 26)


def walk(arena: Arena, in_words: bool = True) -> Walk:
    """Do alpha-beta on a tree of MAX and MIN, left to right, cutting on beta <= alpha, fail-soft.

    Args:
        in_words: whether steps and results are written down; what is seen and cut always is.
    """
    done = Walk(arena, names_of(arena) if in_words else [])
    done.value = _visit(done, 0, (-inf, -1), (inf, -1))
    if in_words:
        done.results = _results(done)
    return done


Bound = tuple[Number, int]  #: a bound, and the node that set it (-1: none)


def _visit(done: Walk, node: int, alpha: Bound, beta: Bound) -> Number:
    arena = done.arena
    leaf = arena.leaf[node]
    if leaf is not None:
        done.seen.append(node)
        return leaf
    is_max = arena.turn[node] is Player.MAX
    best: Number = -inf if is_max else inf
    _note(done, node, _entered, alpha, beta)
    children = arena.children[node]
    for index, child in enumerate(children):
        value = _visit(done, child, alpha, beta)
        better = value > best if is_max else value < best
        best = value if better else best
        if better and is_max and best > alpha[0]:
            alpha = (best, node)
        if better and not is_max and best < beta[0]:
            beta = (best, node)
        _note(done, node, _heard, alpha, beta, child, value, better)
        if beta[0] <= alpha[0] and (rest := tuple(children[index + 1 :])):
            done.cuts.append(Cut(node, rest, _is_deep(arena, node, (beta if is_max else alpha)[1])))
            _note(done, node, _skipped, alpha, beta, rest)
            break
    return best


def _note(done: Walk, node: int, words: Callable[..., str], alpha: Bound, beta: Bound, *what: object) -> None:
    if done.names:
        done.steps.append(Step(node, words(done, node, alpha, beta, *what), alpha[0], beta[0]))


def _entered(done: Walk, node: int, alpha: Bound, beta: Bound) -> str:
    where = f"{done.names[node]}, a {done.arena.turn[node]} node"
    return f"go down to {where}" if node else f"begin at the root {where}"


def _heard(done: Walk, node: int, alpha: Bound, beta: Bound, child: int, value: Number, better: bool) -> str:
    arena, name = done.arena, done.names[child]
    told = f"leaf {name} is {shown(value)}" if arena.leaf[child] is not None else f"{name} came back with {shown(value)}"
    want = "most" if arena.turn[node] is Player.MAX else "least"
    return f"{told}: the {want} so far" if better else f"{told}: nothing changes"


def _skipped(done: Walk, node: int, alpha: Bound, beta: Bound, rest: tuple[int, ...]) -> str:
    names = " and ".join(done.names[child] for child in rest)
    return f"beta {shown(beta[0])} <= alpha {shown(alpha[0])}: cut; {names} {'is' if len(rest) == 1 else 'are'} never looked at"


def _is_deep(arena: Arena, node: int, origin: int) -> bool:
    """Tell whether a node of the cutting player lies between the node that is cut and the one whose bound cuts it."""
    above = arena.parent[node]
    while above != origin:
        if arena.turn[above] is arena.turn[node]:
            return True
        above = arena.parent[above]
    return False



def _results(done: Walk) -> dict[int, str]:
    """Return what the leaves that were looked at prove of each inner node that was entered."""
    low, high = intervals(done.arena, set(done.seen))
    entered = {step.node for step in done.steps}
    return {node: _written(low[node], high[node]) for node in sorted(entered)}


def _written(low: Number, high: Number) -> str:
    if low == high:
        return f"= {shown(low)}"
    if low == -inf or high == inf:
        return f"<= {shown(high)}" if low == -inf else f">= {shown(low)}"
    return f"{shown(low)} to {shown(high)}"
