"""Makes a failing case smaller: a bounded number of cuts, tried in a fixed order, so that every machine finds the same one."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from kibitz.cases.case import Case

ROUNDS, TRIES = 12, 48


def smaller(case: Case) -> list[Case]:
    """Return cases one cut smaller than this one, the smallest first; at most TRIES.

    A cut takes out a child, puts a child or a plain value in the place of a node, makes a number simpler, or lowers the
    depth. The root of a case for best_move keeps at least two children.
    """
    if "tree" in case.game and isinstance(case.game["tree"], list):
        games: Iterator[dict[str, Any]] = ({"tree": tree} for tree in _trees(case.game["tree"], case.function != "best_move"))
    elif "graph" in case.game:
        games = _graphs(case.game)
    else:
        return []
    size = weight(case)
    found: dict[str, Case] = {}
    height = max(max(case.arena.ply), 1)
    if height < case.depth:
        found["depth"] = replace(case, depth=height)
    for game in games:
        other = case.on(game)
        if weight(other) < size:
            found.setdefault(repr(game), other)
    ranked = sorted(found.values(), key=weight)
    return _spread(ranked, TRIES)


def can_shrink(case: Case) -> bool:
    """Tell whether a case is a tree or a graph: a position of a game is shown as it is."""
    return "tree" in case.game or "graph" in case.game


def _spread(ranked: list[Case], most: int) -> list[Case]:
    """Return at most `most` of the cases, from the whole range of sizes."""
    if len(ranked) <= most:
        return ranked
    return [ranked[index * len(ranked) // most] for index in range(most)]


def weight(case: Case) -> tuple[int, int, int]:
    """Return what makes one case smaller than another: nodes first, then the length of what is written, then the depth."""
    game = case.game
    nodes = _count(game["tree"]) if "tree" in game else len(game.get("graph", ())) + sum(
        len(node.get("to", ())) for node in game.get("graph", ()))
    return nodes, len(repr(game)), case.depth


def _count(tree: Any) -> int:
    if not isinstance(tree, list):
        return 1
    children = [child for _, child in tree[1]] if tree[0] == "CHANCE" else tree[1]
    return 1 + sum(_count(child) for child in children)


def _trees(tree: Any, free: bool) -> Iterator[Any]:
    """Yield trees one cut away. `free` allows the node itself to be replaced, and to keep a single child."""
    if not isinstance(tree, list):
        yield from _numbers(tree)
        return
    turn, children, estimate = tree
    plain = [child for _, child in children] if turn == "CHANCE" else children
    if free:
        yield from plain
    if len(children) > (1 if free else 2):
        for index in range(len(children)):
            rest = plain[:index] + plain[index + 1 :]
            yield [turn, _evenly(rest) if turn == "CHANCE" else rest, estimate]
    if estimate != 0:
        yield [turn, children, 0]
        for simpler in _numbers(estimate):
            yield [turn, children, simpler]
    if turn == "CHANCE" and len(children) == 2 and sorted(p for p, _ in children) != [0.25, 0.75]:
        for weights in ((0.25, 0.75), (0.75, 0.25), (0.5, 0.5)):
            yield [turn, [[p, child] for p, child in zip(weights, plain)], estimate]
    for index, child in enumerate(plain):
        for cut in _trees(child, True):
            replaced = [*plain[:index], cut, *plain[index + 1 :]]
            yield [turn, [[p, c] for (p, _), c in zip(children, replaced)] if turn == "CHANCE" else replaced, estimate]
        if isinstance(child, list):
            for value in (0, 1, child[2]):
                replaced = [*plain[:index], value, *plain[index + 1 :]]
                yield [turn, [[p, c] for (p, _), c in zip(children, replaced)] if turn == "CHANCE" else replaced, estimate]


def _evenly(children: list[Any]) -> list[Any]:
    return [[1 / len(children), child] for child in children]


def _numbers(value: Any) -> Iterator[Any]:
    """Yield simpler numbers: shorter to write."""
    for simple in (0, 1, -1, 2, -2, 3, -3, 5, -5, 9, -9):
        if len(repr(simple)) < len(repr(value)) or (abs(simple) < abs(value) if isinstance(value, int) else False):
            yield simple


def _graphs(game: dict[str, Any]) -> Iterator[dict[str, Any]]:
    nodes = game["graph"]
    for index, node in enumerate(nodes):
        for edge in range(len(node.get("to", ()))):
            if len(node["to"]) > 1 and "weights" not in node:
                yield {**game, "graph": [*nodes[:index], {**node, "to": node["to"][:edge] + node["to"][edge + 1 :]}, *nodes[index + 1 :]]}
        if "to" in node and index:
            end = {"value": node.get("estimate", 0), "label": node.get("label", "")}
            yield {**game, "graph": [*nodes[:index], end, *nodes[index + 1 :]]}
        for field in ("value", "estimate"):
            for simple in _numbers(node[field]) if isinstance(node.get(field), (int, float)) and node[field] else ():
                yield {**game, "graph": [*nodes[:index], {**node, field: simple}, *nodes[index + 1 :]]}
    yield from _without_unreached(game)


def _without_unreached(game: dict[str, Any]) -> Iterator[dict[str, Any]]:
    nodes = game["graph"]
    reached, waiting = {0}, [0]
    while waiting:
        for target in nodes[waiting.pop()].get("to", ()):
            if target not in reached:
                reached.add(target)
                waiting.append(target)
    if len(reached) < len(nodes):
        number = {old: new for new, old in enumerate(sorted(reached))}
        kept = [dict(nodes[old]) for old in sorted(reached)]
        for node in kept:
            if "to" in node:
                node["to"] = [number[target] for target in node["to"]]
        yield {**game, "graph": kept}
