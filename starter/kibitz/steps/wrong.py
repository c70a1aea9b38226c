"""The first wrong step of a search: the one source for the terminal, results.json and the trace's page.

Evidence comes in order of proof: a break of the game's contract; a value RETURNED that no sound search may return there;
a cut that the leaves seen do not justify; a position that is not restored. A search whose result is right, proved and
restored has no wrong step, whatever it does on the way.
"""
from __future__ import annotations

from dataclasses import dataclass

from kibitz.judge import rules
from kibitz.judge.replay import Break
from kibitz.judge.run import Run
from kibitz.steps.calls import FULL, acceptable
from kibitz.steps.gaps import gaps, left_out
from kibitz.steps.phrases import left_too_soon, move_name, name_of, not_taken_back, wrongly_returned
from kibitz.steps.tracing import RETURN, Step, Steps, steps_of

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
            return _at(told, index, "restored", step.call.node, not_taken_back(run.arena, step.call))
    return None


def _contract(told: Steps) -> WrongStep | None:
    run = told.run
    if not run.replay.broken:
        return None
    what, node = run.replay.broken
    where = name_of(run.arena, node)
    if what is Break.BUDGET:
        return _end(told, "contract", f"at {where} it was stopped, after {run.replay.events:,} calls of the game")
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
    if not finding:
        return None
    wanted = "a move" if told.run.case.function == "best_move" else "a number"
    return _end(told, "type", f"at {name_of(told.run.arena, told.run.replay.end)} it returned {finding.got}, not {wanted}")


def _move(told: Steps) -> WrongStep | None:
    run = told.run
    if run.case.function != "best_move":
        return None
    finding = rules.best_of_the_moves(run)
    if not finding:
        return None
    said = f"it returned {finding.got}, where {finding.expected} was expected"
    if run.move is not None and not run.arena.finished[0]:
        right = " or ".join(move_name(run, index) for index in finding.right_moves)
        said = f"it returned move {move_name(run, run.move)}; {right} was right"
    return _first_wrong_return(told) or _end(told, "move", said)


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
    if found := _first_wrong_return(told):
        return found
    end = told.steps[-1]
    if not acceptable(run, run.value, end.interval, run.case.window or FULL):
        return _end(told, "returned", wrongly_returned(run, end._replace(node=0, window=run.case.window)))
    return _unjustified(told)


def _first_wrong_return(told: Steps) -> WrongStep | None:
    for index, step in enumerate(told.steps):
        if step.kind == RETURN and step.wrong:
            return _at(told, index, "returned", step.node, wrongly_returned(told.run, step))
    return None


def _sound(run: Run) -> bool:
    """Tell whether the result is right and the leaves seen prove it."""
    if run.case.function == "alphabeta":
        return rules.inside_the_window_or_a_bound(run) is None and not gaps(run)
    looked = rules.proved if run.case.function == "expectimax" else rules.every_leaf
    return rules.right_value(run) is None and looked(run) is None


def _unjustified(told: Steps) -> WrongStep | None:
    """Return the earliest of the nodes left too soon: what lies below them would have had to be looked at."""
    run = told.run
    nodes = left_out(run) if run.case.function == "minimax" else gaps(run)
    if not nodes:
        return None
    node = min(nodes, key=lambda node: (told.left_for_good.get(node, len(told.steps)), node))
    index = told.left_for_good.get(node, len(told.steps) - 1)
    return _at(told, index, "cut", node, left_too_soon(run, node, told.steps[index]))


__all__ = ["Step", "Steps", "WrongStep", "describe", "first_wrong_step", "name_of", "steps_of"]
