"""The words for what a search did at a node."""
from __future__ import annotations

from games.game import Player
from kibitz.cases.arena import Arena
from kibitz.judge.run import Run, shown
from kibitz.steps.calls import FULL, Call
from kibitz.steps.knowledge import Window
from kibitz.steps.tracing import CUT, Step
from kibitz.watch.watched import choices_of


def name_of(arena: Arena, node: int) -> str:
    """Return what a node is called: the moves that lead to it, by their indexes.

    >>> from games.tree import MAX, MIN, TreeGame
    >>> from kibitz.cases.arena import arena_of
    >>> arena = arena_of(TreeGame(MAX(7, MIN(3, 12))), 2)
    >>> name_of(arena, 0), name_of(arena, 4)
    ('the root', 'node 1.1')
    """
    return "node " + ".".join(map(str, arena.path(node))) if node else "the root"


def not_taken_back(arena: Arena, call: Call) -> str:
    """Say that a call returned elsewhere than where it began."""
    moves = arena.ply[call.left] - arena.ply[call.node]
    where = f"it was called at {name_of(arena, call.node)} and returned (line {call.line}) at {name_of(arena, call.left)}"
    if moves <= 0:
        return f"{where}: it took back too much"
    return f"{where}: {moves} move{'s' if moves > 1 else ''} not taken back"


def wrongly_returned(run: Run, step: Step) -> str:
    """Say that a value came back that the leaves seen rule out."""
    assert step.value is not None
    low, high = step.interval
    prove = f"prove {shown(low)}" if low == high else f"allow {shown(low)} to {shown(high)}"
    line = f" (line {step.call.line})" if step.call else ""
    told = f"at {name_of(run.arena, step.node)} it returned {shown(step.value)}{line}"
    window = f" with the window [{shown(step.window[0])}, {shown(step.window[1])}]" if step.window and step.window != FULL else ""
    if run.arena.leaf[step.node] is not None and low == high:
        return f"{told}; {'this leaf is worth' if run.arena.finished[step.node] else 'its estimate is'} {shown(low)}"
    return f"{told}{window}; the leaves seen there {prove}"


def left_too_soon(run: Run, node: int, step: Step) -> str:
    """Say that a node was left although what lies below it may still change the result."""
    arena, where = run.arena, name_of(run.arena, node)
    if not arena.children[node]:
        return f"at {where} it read neither utility nor estimate"
    if step.kind != CUT or step.node != node:
        left = arena.depth - arena.ply[node]
        return f"it left {where} without looking below it, where {left} {'ply was' if left == 1 else 'plies were'} left"
    entered = set(run.replay.entered)
    last = [child for child in arena.children[node] if child in entered][-1]
    after = f"leaf {shown(leaf)}" if (leaf := arena.leaf[last]) is not None else name_of(arena, last)
    assert step.window is not None
    alpha, beta = with_own(arena, node, step)
    if run.case.function == "minimax" or arena.turn[node] is Player.CHANCE:
        return f"at {where} it stopped after {after}; {run.case.function} looks at every child"
    return (f"at {where} it stopped after {after}, with alpha {shown(alpha)} and beta {shown(beta)}; "
            f"{shown(beta)} <= {shown(alpha)} does not hold")


def with_own(arena: Arena, node: int, step: Step) -> Window:
    """Return the window at a node that was cut, what the node's own children prove included."""
    assert step.window is not None
    alpha, beta = step.window
    low, high = step.interval
    if arena.turn[node] is Player.MAX:
        return max(alpha, low), beta
    return alpha, min(beta, high)


def move_name(run: Run, index: int) -> str:
    """Return what the move to a child of the root is called."""
    return repr(choices_of(run.case.position())[index])


def plural(count: int, thing: str) -> str:
    """Return a count with its thing.

    >>> plural(1, "leaf"), plural(2000, "leaf"), plural(0, "cut"), plural(2, "search")
    ('1 leaf', '2,000 leaves', '0 cuts', '2 searches')
    """
    several = thing[:-1] + "ves" if thing.endswith("f") else thing + ("es" if thing.endswith("h") else "s")
    return f"{count:,} {thing if count == 1 else several}"
