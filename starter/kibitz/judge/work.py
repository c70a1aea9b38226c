"""The rules on the amount of work: alpha-beta's must be what cutting is for, minimax's no more than there is to see."""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.game import Player
from kibitz.cases.arena import Arena
from kibitz.judge.order import Visits, looks_ahead, needed, orders, searched_again
from kibitz.judge.proof import reached, shallow_leaves, textbook_leaves
from kibitz.judge.run import Finding, Run

NO_CUT = "does not cut here, where it could"


def each_node_once(run: Run) -> Finding | None:
    """No node was entered twice."""
    met: set[int] = set()
    for node in run.replay.entered:
        if node in met:
            return Finding("entered twice", f"Your {run.case.function} searched the same node more than once", node=node)
        met.add(node)
    return None


def few_leaves(run: Run) -> Finding | None:
    """Alpha-beta looks at no leaf that the textbook's would not, and at fewer than minimax where a cut exists."""
    arena, seen = run.arena, run.replay.leaves
    allowed = textbook_leaves(arena)
    extra = seen - allowed
    extra = extra and extra - searched_again(run, arena.children)
    if not extra:
        return None
    kind = _kind_of_waste(arena, seen)
    sentence = f"{kind}. It looked at {len(seen)} of {len(arena.leaves)} leaves; {len(allowed)} are enough"
    return Finding(kind, f"Your alphabeta {sentence}", f"at most {len(allowed)} leaves", f"{len(seen)}", node=min(extra))


def _kind_of_waste(arena: Arena, seen: set[int]) -> str:
    if len(seen) == len(arena.leaves):
        return NO_CUT
    if seen == shallow_leaves(arena):
        return "cuts only one level up: bounds are not passed down"
    for player, other in ((Player.MAX, Player.MIN), (Player.MIN, Player.MAX)):
        if _cuts_only_at(arena, seen, player):
            return f"cuts at {player} nodes only, never at {other} nodes"
    return "looks at leaves that no alpha-beta would"


def few_expansions(run: Run) -> Finding | None:
    """A search that chooses its own order expands no more nodes than alpha-beta needs in that order.

    One that looks ahead, to sort or to deepen, is judged where the estimates are true: no more than perfect order needs.
    """
    arena = run.arena
    ahead = looks_ahead(run)
    if ahead and not _estimates_are_true(arena):
        return None
    expanded = {node for node in run.replay.expanded if arena.children[node]}
    allowed = [{node for node in nodes if arena.children[node]} for nodes in needed(run)]
    enough = _minimal(arena, leaves=False) if ahead else min(map(len, allowed))
    if len(expanded) <= enough or any(expanded <= nodes | more for nodes, more in zip(allowed, _more(run))):
        return None
    sentence = f"Your alphabeta chooses its own order, and expanded {len(expanded)} positions where {enough} are enough"
    return Finding("too many expansions", sentence, f"at most {enough}", str(len(expanded)))


def few_leaves_in_its_own_order(run: Run) -> Finding | None:
    """A search that chooses its own order looks at no more leaves than alpha-beta needs in that order.

    Leaves below a node whose children it looked at ahead do not count: to sort them it has to see them.
    """
    arena = run.arena
    ahead = looks_ahead(run)
    if len(arena) == 1 or (ahead and not _estimates_are_true(arena)):
        return None
    visits = Visits(run)
    seen = {leaf for leaf in run.replay.leaves if not visits.looks_ahead_at(arena.parent[leaf])}
    allowed = [{node for node in nodes if not arena.children[node]} for nodes in needed(run)]
    enough = _minimal(arena, leaves=True) if ahead else min(map(len, allowed))
    if len(seen) <= enough or any(seen <= nodes | more for nodes, more in zip(allowed, _more(run))):
        return None
    sentence = f"Your alphabeta chooses its own order, and looked at {len(seen)} leaves where {enough} are enough"
    return Finding("too many leaves", sentence, f"at most {enough}", str(len(seen)))


def _more(run: Run) -> list[set[int]]:
    return [searched_again(run, order) for order in orders(run)]


def _estimates_are_true(arena: Arena) -> bool:
    return all(arena.finished[node] or arena.estimate[node] == arena.values[node] for node in range(1, len(arena)))


def _minimal(arena: Arena, leaves: bool) -> int:
    """Return the most leaves, or inner nodes, that alpha-beta visits when each node's children are sorted best first.

    Children of equal value may come in any order; those cut with < only are the worst of them.
    """
    order = [sorted(below, key=arena.values.__getitem__, reverse=turn is Player.MAX) for below, turn in zip(arena.children, arena.turn)]
    return sum(1 for node in reached(arena, order) if bool(arena.children[node]) != leaves)


def never_cuts(runs: Sequence[Run]) -> bool:
    """Tell whether a search looked at every leaf of every tree."""
    return all(len(run.replay.leaves) == len(run.arena.leaves) for run in runs)


def _cuts_only_at(arena: Arena, seen: set[int], player: Player) -> bool:
    """Tell whether every child left out belongs to a node of this player."""
    touched = [False] * len(arena)
    for node in range(len(arena) - 1, -1, -1):
        touched[node] = node in seen or any(touched[child] for child in arena.children[node])
    skipped = {arena.turn[node] for node in range(len(arena)) if touched[node]
               for child in arena.children[node] if not touched[child]}
    return skipped == {player}


def few_visits(run: Run) -> Finding | None:
    """No node is entered more than twice depth + 1 times, which iterative deepening with null windows needs.

    Or no more often than the root is searched, where that is once for each value that a leaf has: MTD(f) asks whether the value
    is larger than this bound, and than the next. What searches its children twice at every level enters those below far more often.
    """
    arena, counts = run.arena, Counter(run.replay.entered)
    searches = max((counts[child] for child in arena.children[0]), default=0)
    limit = max(2 * (run.case.depth + 1), min(searches, len({arena.leaf[leaf] for leaf in arena.leaves}) + 2))
    for node, count in counts.items():
        if count > limit:
            sentence = f"Your {run.case.function} searched the same node {count} times"
            return Finding("entered too often", sentence, f"at most {limit} times", str(count), node=node)
    return None
