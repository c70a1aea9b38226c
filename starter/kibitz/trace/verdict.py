"""What a search came to, in one word and one sentence, and the counts beside it."""
from __future__ import annotations

from dataclasses import dataclass

from kibitz.judge import rules, work
from kibitz.judge.check import Check, Failure
from kibitz.judge.judging import Outcome
from kibitz.judge.order import takes_children_in_order
from kibitz.judge.replay import Break
from kibitz.judge.run import Finding, Rule, Run, shown
from kibitz.steps.phrases import move_name, plural
from kibitz.steps.tracing import CUT
from kibitz.steps.wrong import Steps
from kibitz.words.report import reason

WITHOUT_A_SEARCH = frozenset({"not written", "missing", "timeout"})


@dataclass(frozen=True)
class Verdict:
    """What a search came to.

    Attributes:
        word: RIGHT, or what sort of fault it is.
        sentence: what is right or wrong.
        right: whether no rule is broken.
        facts: counts and what is worth a note, a short phrase each.
    """

    word: str
    sentence: str
    right: bool
    facts: tuple[str, ...]


def verdict_on(run: Run, steps: Steps, check: Check | None = None, found: Finding | None = None) -> Verdict:
    """Judge one search: by a check's rules where there is one, else by everything its function promises.

    Args:
        found: what the check found, which may know more than one search shows; it is said where this search is wrong too.
    """
    if cut_short(run):
        drawn = f"drawn are the first {run.replay.events:,} calls of the game; a smaller DEPTH shows a whole search."
        return Verdict("CUT SHORT", drawn, True, _facts(run, steps))
    finding = next((wrong for rule in _rules(run, check) if (wrong := rule(run))), None)
    finding = finding and (found or finding)
    facts = _facts(run, steps) if searched(run) else ()
    if finding is None:
        return Verdict("RIGHT", _praise(run), True, facts)
    return Verdict(_word(run, finding), _sentence(run, finding), False, facts)


def searched(run: Run) -> bool:
    """Tell whether there was a search at all: not of a stub, nor of one that ran out of time and told nothing."""
    return run.answer["status"] not in WITHOUT_A_SEARCH


def cut_short(run: Run) -> bool:
    """Tell whether a search was stopped only because no more of it can be drawn."""
    return run.replay.broken is not None and run.replay.broken[0] is Break.BUDGET and run.replay.events < run.case.budget * 0.9


def _rules(run: Run, check: Check | None) -> tuple[Rule, ...]:
    if check:
        ordered = check.ordered_rules if takes_children_in_order(run) else check.reordered_rules
        return check.rules + ordered
    contract: tuple[Rule, ...] = (rules.returned, rules.kept_the_contract)
    if run.case.function == "best_move":
        return (*contract, rules.best_of_the_moves, rules.restored)
    if run.case.function == "alphabeta":
        return (*contract, rules.inside_the_window_or_a_bound, rules.proved, rules.restored, work.few_visits)
    if run.case.function == "expectimax":
        return (*contract, rules.right_value, rules.proved, rules.restored)
    return (*contract, rules.right_value, rules.every_leaf, rules.restored, work.each_node_once)


def _word(run: Run, finding: Finding) -> str:
    return "BROKE A RULE" if run.replay.broken and run.answer["status"] != "raised" else finding.kind.upper()


def _sentence(run: Run, finding: Finding) -> str:
    if finding.kind == "not written":
        return f"{run.case.function} is not written yet; this is the game it will be given."
    sentence = reason(Outcome(Failure(run, finding, 0), False, True, 1, len(run.arena)))
    return sentence if sentence.endswith((".", "?")) else sentence + "."


def _praise(run: Run) -> str:
    function = run.case.function
    if function == "best_move":
        got = run.answer.get("value")
        return f"your best_move returned {'None' if got is None else f'move {move_name(run, run.move or 0)}'}, and no move is better."
    assert run.value is not None
    everything = function != "alphabeta" and rules.every_leaf(run) is None
    proof = "it looked at every leaf" if everything else "the leaves it looked at prove it"
    if run.case.window and run.difference(run.value, run.arena.values[0]):
        proof = f"a sound bound: the value itself, {shown(run.arena.values[0])}, is outside the window"
        return f"your {function} returned {shown(run.value)}, {proof}."
    return f"your {function} returned {shown(run.value)}, and {proof}."


def _facts(run: Run, steps: Steps) -> tuple[str, ...]:
    leaves, seen = len(run.arena.leaves), len(run.replay.leaves)
    entered = run.replay.entered
    cuts = sum(step.kind == CUT for step in steps.steps)
    facts = [f"looked at {seen:,} of {plural(leaves, 'leaf')}"]
    if run.case.function == "alphabeta":
        facts[0] += f" (minimax: {leaves:,})"
        facts.append(plural(cuts, "cut") if cuts else "nothing was cut off")
    facts.append(plural(len(entered) - len(set(entered)), "re-visit"))
    facts.append(f"position restored: {'yes' if run.replay.restored else 'no'}")
    if run.returned and run.case.function != "best_move" and not any(call.views for _, call in steps.entered_with):
        facts.append("your code keeps its values itself: what it saw and what that proves are shown")
    return tuple(facts)
