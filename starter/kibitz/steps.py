"""The first wrong step of a search: the one source for the terminal, results.json and the trace's page.

Evidence comes in order of proof: a break of the game's contract; a value RETURNED that no sound search may return there;
a cut that the leaves seen do not justify; a position that is not restored. A search whose result is right, proved and
restored has no wrong step, whatever it does on the way.
"""
from __future__ import annotations

from dataclasses import dataclass
from math import inf

from games.game import Player

from kibitz import rules
from kibitz.arena import Arena
from kibitz.calls import FULL, Call, acceptable
from kibitz.knowledge import Window
from kibitz.proof import backed_up
from kibitz.replay import Break
from kibitz.run import Run, shown
from kibitz.tracing import BREAK, CUT, RETURN, Step, Steps, steps_of

#: breaks of the contract that a move which was not taken back leads to
FROM_NO_UNDO = (Break.BELOW_LIMIT, Break.PLAY_FINISHED, Break.ILLEGAL_MOVE, Break.MOVES_FINISHED, Break.MOVES_CHANCE,
                Break.OUTCOMES_PLAYER, Break.EVALUATE_FINISHED)


@dataclass(frozen=True)
class WrongStep:
    """The first step of a search that is wrong.

    Attributes:
        number, total: which of how many steps, counted from 1.
        kind: contract, raised, type, returned, cut, restored or move.
        node: the node of the arena where it happened.
        sentence: what was wrong, beginning in lower case.
    """

    number: int
    total: int
    kind: str
    node: int
    sentence: str


def describe(step: WrongStep) -> str:
    """Return a wrong step in words.

    >>> describe(WrongStep(14, 18, "cut", 4, "at node 1 it stopped after leaf 4, with alpha 3 and beta 4; 4 <= 3 does not hold"))
    'First wrong step (14 of 18): at node 1 it stopped after leaf 4, with alpha 3 and beta 4; 4 <= 3 does not hold.'
    """
    return f"First wrong step ({step.number} of {step.total}): {step.sentence}."


def first_wrong_step(run: Run, steps: Steps | None = None) -> WrongStep | None:
    """Return the first wrong step of a run, or None where nothing is wrong or no step shows it.

    Args:
        run: the search; its answer holds the observed calls if it was asked to observe.
        steps: the run's steps, if they are there already.
    """
    if run.answer["status"] not in ("returned", "raised", "stopped"):
        return None
    told = steps or steps_of(run)
    finders = (_not_taken_back, _contract, _raised, _wrong_type, _move, _value, _restored)
    return next((found for find in finders if (found := find(told))), None)


def name_of(arena: Arena, node: int) -> str:
    """Return what a node is called: the moves that lead to it, by their indexes.

    >>> from games.tree import MAX, MIN, TreeGame
    >>> from kibitz.arena import arena_of
    >>> arena = arena_of(TreeGame(MAX(7, MIN(3, 12))), 2)
    >>> name_of(arena, 0), name_of(arena, 4)
    ('the root', 'node 1.1')
    """
    return "node " + ".".join(map(str, arena.path(node))) if node else "the root"


def _at(told: Steps, index: int, kind: str, node: int, sentence: str) -> WrongStep:
    return WrongStep(index + 1, len(told.steps), kind, node, sentence)


def _end(told: Steps, kind: str, sentence: str) -> WrongStep:
    return _at(told, len(told.steps) - 1, kind, told.steps[-1].node, sentence)


def _not_taken_back(told: Steps) -> WrongStep | None:
    """Find the first call of the function itself that left the position elsewhere, where that did harm."""
    run = told.run
    broken = run.replay.broken
    if not (broken and broken[0] in FROM_NO_UNDO) and (broken or run.replay.restored):
        return None
    for index, step in enumerate(told.steps):
        if step.kind == RETURN and step.call and step.call.node != step.call.left:
            return _at(told, index, "restored", step.call.node, _moved_sentence(run.arena, step.call))
    return None


def _moved_sentence(arena: Arena, call: Call) -> str:
    moves = arena.ply[call.left] - arena.ply[call.node]
    where = f"it was called at {name_of(arena, call.node)} and returned (line {call.line}) at {name_of(arena, call.left)}"
    if moves <= 0:
        return f"{where}: it took back too much"
    return f"{where}: {moves} move{'s' if moves > 1 else ''} not taken back"


def _contract(told: Steps) -> WrongStep | None:
    run = told.run
    if not run.replay.broken:
        return None
    what, node = run.replay.broken
    where = name_of(run.arena, node)
    if what is Break.BUDGET:
        return _end(told, "contract", f"at {where} it was stopped after {run.replay.events:,} calls of the game; does depth go down?")
    return _end(told, "contract", f"at {where} it {what.value}")


def _raised(told: Steps) -> WrongStep | None:
    answer = told.run.answer
    if answer["status"] != "raised":
        return None
    frames = answer.get("frames") or []
    last = frames[-1] if frames and isinstance(frames[-1], list) and len(frames[-1]) == 4 else None
    line = f" in {last[0]}, line {last[1]}" if last else ""
    return _end(told, "raised", f"at {name_of(told.run.arena, told.steps[-1].node)} it raised {answer['error']}{line}")


def _wrong_type(told: Steps) -> WrongStep | None:
    finding = rules.returned(told.run)
    return _end(told, "type", f"at {name_of(told.run.arena, told.run.replay.end)} it returned {finding.got}") if finding else None


def _move(told: Steps) -> WrongStep | None:
    run = told.run
    if run.case.function != "best_move":
        return None
    finding = rules.best_of_the_moves(run)
    if not finding:
        return None
    return _end(told, "move", f"it returned move {finding.got}; {finding.expected} was right")


def _restored(told: Steps) -> WrongStep | None:
    run = told.run
    if run.replay.restored:
        return None
    moves = run.arena.ply[run.replay.end]
    return _end(told, "restored", f"it returned at {name_of(run.arena, run.replay.end)}, "
                f"with {moves} move{'s' if moves > 1 else ''} not taken back")


def _value(told: Steps) -> WrongStep | None:
    run = told.run
    if run.value is None or run.case.function == "best_move" or _sound(run):
        return None
    for index, step in enumerate(told.steps):
        if step.kind == RETURN and step.wrong:
            return _at(told, index, "returned", step.node, _returned_sentence(run, step))
    end = told.steps[-1]
    if not acceptable(run, run.value, end.interval, run.case.window or FULL):
        return _end(told, "returned", _returned_sentence(run, end._replace(node=0, window=run.case.window)))
    return _unjustified(told)


def _sound(run: Run) -> bool:
    """Tell whether the result is right and the leaves seen prove it."""
    if run.case.function == "alphabeta":
        return rules.inside_the_window_or_a_bound(run) is None and not _gaps(run)
    return rules.right_value(run) is None and rules.every_leaf(run) is None


def _returned_sentence(run: Run, step: Step) -> str:
    assert step.value is not None
    low, high = step.interval
    prove = f"prove {shown(low)}" if low == high else f"allow {shown(low)} to {shown(high)}"
    line = f" (line {step.call.line})" if step.call else ""
    told = f"at {name_of(run.arena, step.node)} it returned {shown(step.value)}{line}"
    window = f" with the window [{shown(step.window[0])}, {shown(step.window[1])}]" if step.window and step.window != FULL else ""
    if run.arena.leaf[step.node] is not None and low == high:
        return f"{told}; this leaf is worth {shown(low)}"
    return f"{told}{window}; the leaves seen there {prove}"


def _unjustified(told: Steps) -> WrongStep | None:
    """Return the earliest of the nodes left too soon: what lies below them would have had to be looked at."""
    run = told.run
    nodes = _gaps(run) if run.case.function == "alphabeta" else _left_out(run)
    if not nodes:
        return None
    node = min(nodes, key=lambda node: (told.left_for_good.get(node, len(told.steps)), node))
    index = told.left_for_good.get(node, len(told.steps) - 1)
    return _at(told, index, "cut", node, _cut_sentence(run, node, told.steps[index]))


def _cut_sentence(run: Run, node: int, step: Step) -> str:
    arena, where = run.arena, name_of(run.arena, node)
    if not arena.children[node]:
        return f"at {where} it did not read the value"
    if step.kind != CUT or step.node != node:
        return f"it left {where} without looking at what lies below it"
    entered = set(run.replay.entered)
    last = [child for child in arena.children[node] if child in entered][-1]
    after = f"leaf {shown(leaf)}" if (leaf := arena.leaf[last]) is not None else name_of(arena, last)
    assert step.window is not None
    alpha, beta = _with_own(arena, node, step)
    if run.case.function != "alphabeta":
        return f"at {where} it stopped after {after}; {run.case.function} looks at every child"
    return (f"at {where} it stopped after {after}, with alpha {shown(alpha)} and beta {shown(beta)}; "
            f"{shown(beta)} <= {shown(alpha)} does not hold")


def _with_own(arena: Arena, node: int, step: Step) -> Window:
    """Return the window at a node that was cut, what the node's own children prove included."""
    assert step.window is not None
    alpha, beta = step.window
    low, high = step.interval
    if arena.turn[node] is Player.MAX:
        return max(alpha, low), beta
    return alpha, min(beta, high)


def _left_out(run: Run) -> set[int]:
    """Return the nodes at which a search without pruning left something out: leaves not read, nodes with children not entered."""
    entered = {0, *run.replay.entered}
    groups = {run.arena.group[node] for node in run.replay.leaves} | run.known
    found = set()
    for node in run.arena.leaves:
        if run.arena.group[node] in groups:
            continue
        while node not in entered:
            node = run.arena.parent[node]
        found.add(node)
    return found


def _gaps(run: Run) -> set[int]:
    """Return the nodes whose unseen part the result rests on: where what is proved leaves the window's inside open."""
    arena, entered = run.arena, {0, *run.replay.entered}
    low, high = backed_up(arena, {arena.group[node] for node in run.replay.leaves} | run.known)
    found: set[int] = set()
    waiting = [(0, *(run.case.window or FULL))]
    while waiting:
        node, alpha, beta = waiting.pop()
        if high[node] <= alpha or low[node] >= beta or run.difference(low[node], high[node]) == 0:
            continue
        if not arena.children[node]:
            found.add(node)
        for child, *bounds in _that_matter(arena, node, low, high, (alpha, beta)):
            if child in entered:
                waiting.append((child, bounds[0], bounds[1]))
            else:
                found.add(node)
    return found


def _that_matter(arena: Arena, node: int, low: list, high: list, window: Window) -> list[tuple]:
    """Return the children that may still decide a node's value, each with the window that is left for it."""
    alpha, beta = window
    below = arena.children[node]
    if arena.turn[node] is Player.MAX:
        alpha = max(alpha, low[node])
        return [(child, alpha, beta) for child in below if high[child] > alpha]
    if arena.turn[node] is Player.MIN:
        beta = min(beta, high[node])
        return [(child, alpha, beta) for child in below if low[child] < beta]
    return [(child, -inf, inf) for child in below if low[child] != high[child]]


__all__ = ["BREAK", "Step", "Steps", "WrongStep", "describe", "first_wrong_step", "name_of", "steps_of"]
