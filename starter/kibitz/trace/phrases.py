"""The words for a step. The page fills the same phrases in, so that it says what Python says."""
from __future__ import annotations

from collections.abc import Mapping

from kibitz.cases.arena import Arena
from kibitz.judge.replay import Break
from kibitz.judge.run import shown
from kibitz.steps.phrases import move_name, name_of, with_own
from kibitz.steps.tracing import CUT, RETURN, Step
from kibitz.steps.wrong import Steps

PHRASES = {
    "play": "plays move {move}: at {node} now",
    "undo": "takes a move back: at {node} now",
    "utility": "asks {node} for its utility: {value}",
    "evaluate": "asks {node} for an estimate: {value}",
    "moves": "asks {node} for its moves",
    "outcomes": "asks {node} for its outcomes",
    "search": "asks the search it was given about {node}",
    "return": "{function} returns {value} at {node} (line {line})",
    "return elsewhere": "{function} returns at {node} (line {line}), where it was not called",
    "cut": "leaves {node}: {unseen} of {all} children not looked at",
    "cut sound": "cut at {node}: beta {beta} <= alpha {alpha}; {unseen} of {all} children not looked at",
    "cut unsound": "cut at {node}, but beta {beta} <= alpha {alpha} does not hold; {unseen} of {all} children not looked at",
    "break": "{text}",
    "end": "{text}",
}


def phrase_of(steps: Steps, step: Step, is_wrong: bool) -> str:
    """Return which of PHRASES tells a step; only the wrong step's cut is said to be unsound: others may have had a narrower window."""
    if step.kind == RETURN and step.call and step.call.node != step.call.left:
        return "return elsewhere"
    if step.kind != CUT or steps.run.case.function != "alphabeta":
        return step.kind
    alpha, beta = with_own(steps.run.arena, step.node, step)
    return "cut sound" if beta <= alpha else "cut unsound" if is_wrong else CUT


def told(steps: Steps, index: int, wrong: int = 0, moves: Mapping[int, str] | None = None) -> str:
    """Return one step in words.

    Args:
        wrong: the number of the first wrong step, 0 for none.
        moves: what the moves to nodes are called, where they are not the children's indexes.
    """
    step = steps.steps[index]
    phrase = phrase_of(steps, step, index + 1 == wrong)
    return PHRASES[phrase].format(**_fields(steps, step, moves or {}))


def _fields(steps: Steps, step: Step, moves: Mapping[int, str]) -> dict[str, str]:
    arena = steps.run.arena
    fields = {"node": name_of(arena, step.node), "move": moves.get(step.node, _index(arena, step.node)), "text": ending(steps)}
    if step.value is not None:
        fields["value"] = shown(step.value)
    if step.call:
        fields |= {"function": step.call.function, "line": str(step.call.line)}
    if step.kind == CUT:
        alpha, beta = with_own(arena, step.node, step)
        fields |= {"alpha": shown(alpha), "beta": shown(beta), "unseen": str(step.unseen), "all": str(len(arena.children[step.node]))}
    return fields


def _index(arena: Arena, node: int) -> str:
    return str(arena.children[arena.parent[node]].index(node)) if node else ""


def ending(steps: Steps) -> str:
    """Return how the search ended."""
    run = steps.run
    status = run.answer["status"]
    if run.replay.broken and run.replay.broken[0] is Break.BUDGET:
        return f"the search is stopped here, after {run.replay.events:,} calls of the game"
    if run.replay.broken:
        return f"the search is stopped here: it {run.replay.broken[0].value}"
    if status == "raised":
        return f"raises {run.answer['error']}"
    if status != "returned":
        return "the search is over"
    if run.case.function == "best_move":
        if run.move is not None:
            return f"returns move {move_name(run, run.move)}"
        return "returns None" if run.answer["value"] is None else "returns no move"
    return f"{run.case.function} returns {shown(run.value)}" if run.value is not None else "returns something that is not a number"
