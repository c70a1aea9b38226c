"""The rules by which a search is ranked or not. Each looks at one run and returns what stands in the way, or None."""
from __future__ import annotations

from kibitz.extra.case import RankedCase
from kibitz.extra.lazy import LazyArena
from kibitz.extra.proof import root_interval
from kibitz.judge.rules import kept_the_contract, restored, returned
from kibitz.judge.run import Finding, Run, shown

LAST_EVENTS = 16  #: bytes by which an honest record can be longer than the budget


def within_budget(run: Run) -> Finding | None:
    """No more was recorded than a search may do: the replay of a forged record must not cost what it likes."""
    if len(run.log) <= run.case.budget + LAST_EVENTS:
        return None
    return Finding("flooded", f"Your {run.case.function} recorded more calls of the game than it may make")


def proved_value(run: Run) -> Finding | None:
    """What came back is the position's value, and the leaves that were looked at prove it."""
    arena, case = run.arena, run.case
    assert isinstance(arena, LazyArena) and isinstance(case, RankedCase)
    low, high = root_interval(arena, run.replay.leaves, (case.worst, case.best))
    name, value = run.case.function, run.value
    assert value is not None
    right = shown(low) if low == high else f"anything from {shown(low)} to {shown(high)}"
    if run.difference(value, low) < 0 or run.difference(value, high) > 0:
        return Finding("wrong value", f"Your {name} returned {shown(value)}; the leaves that it looked at say {right}", right, shown(value))
    if run.difference(low, high) == 0:
        return None
    return Finding("not proved", f"Your {name} returned {shown(value)}, but what it looked at does not prove that: as far as it looked, "
                                 f"the value could be {right}")


def permutation(run: Run) -> Finding | None:
    """order_moves returned the moves that it was given, each once."""
    if run.answer["status"] != "returned":
        return returned(run)
    value, count = run.answer["value"], len(run.arena.children[0])
    order = value.get("order") if isinstance(value, dict) else None
    if isinstance(order, list) and all(type(index) is int for index in order) and sorted(order) == list(range(count)):
        return None
    text = str(value.get("repr", "")) if isinstance(value, dict) else str(value)
    return Finding("no permutation", f"Your order_moves was given {count} moves and did not return a list of just these, each once: "
                                     f"{text[:120]}")


SEARCH_RULES = (returned, within_budget, kept_the_contract, restored, proved_value)
ORDER_RULES = (permutation, within_budget, kept_the_contract, restored)
