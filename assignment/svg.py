"""Draws a tree as SVG: MAX a triangle up, MIN a triangle down, CHANCE a circle, a leaf a square; words beside every shape."""
from __future__ import annotations

import html

from assignment.pictures import Picture
from games.game import Player
from kibitz.judge.run import shown

_COLUMN, _ROW, _SIZE, _MARGIN, _LABEL = 58, 88, 15, 34, 21
#: nothing is told by colour alone: what is cut is dotted and crossed as well
STYLE = """
svg text { font: 13px system-ui, sans-serif; fill: var(--ink); text-anchor: middle } svg text.name { font-weight: 700 }
svg .shape { fill: var(--paper); stroke: var(--ink); stroke-width: 1.5 } svg .edge { stroke: var(--line); stroke-width: 1.2 }
svg .unseen { stroke-dasharray: 2 3 } svg .cut { stroke: var(--cut); stroke-width: 2.5 } svg .weight { font-size: 11px }
svg text.halo { paint-order: stroke; stroke: var(--paper); stroke-width: 4px }
"""


def as_svg(picture: Picture) -> str:
    """Return the drawing, with a text alternative that says the same."""
    places, width, height = _places(picture)
    unseen = _unseen(picture)
    parts = [f'<svg viewBox="0 0 {width} {height}" width="{width}" role="img" aria-label="{html.escape(in_words(picture))}">']
    parts += [_edge(picture, node, places, unseen) for node in range(1, len(picture.arena))]
    parts += [_node(picture, node, places[node], node in unseen) for node in range(len(picture.arena))]
    return "".join(parts) + "</svg>"


def in_words(picture: Picture) -> str:
    """Return a tree in words, for those who hear it."""
    told = f"Tree {picture.python}."
    if picture.values:
        known = [f"{picture.arena.turn[node]} {words}" for node, words in picture.values.items()]
        told += f" Inner nodes: {'; '.join(known)}."
    if picture.cuts and picture.walk.unseen:
        told += f" Never looked at: {', '.join(picture.names[leaf] for leaf in picture.walk.unseen)}."
    return told.replace("<=", "at most").replace(">=", "at least")


def _places(picture: Picture) -> tuple[list[tuple[float, float]], int, int]:
    """Give every leaf a column of its own, and put every inner node above the middle of its children."""
    arena = picture.arena
    across = [0.0] * len(arena)
    for column, leaf in enumerate(arena.leaves):
        across[leaf] = _MARGIN + column * _COLUMN
    for node in range(len(arena) - 1, -1, -1):
        if arena.children[node]:
            across[node] = (across[arena.children[node][0]] + across[arena.children[node][-1]]) / 2
    places = [(across[node], float(_MARGIN + arena.ply[node] * _ROW)) for node in range(len(arena))]
    return places, 2 * _MARGIN + max(len(arena.leaves) - 1, 1) * _COLUMN, 2 * _MARGIN + max(arena.ply) * _ROW + 24


def _unseen(picture: Picture) -> set[int]:
    """Return the nodes that alpha-beta never enters, where the picture shows that."""
    if not picture.cuts:
        return set()
    arena, seen = picture.arena, set[int]()
    for leaf in picture.walk.seen:
        node = leaf
        while node not in seen:
            seen.add(node)
            node = max(arena.parent[node], 0)
    return set(range(len(arena))) - seen


def _edge(picture: Picture, node: int, places: list[tuple[float, float]], unseen: set[int]) -> str:
    arena = picture.arena
    above = arena.parent[node]
    (x1, y1), (x2, y2) = places[above], places[node]
    kind = "edge unseen" if node in unseen else "edge"
    top = y2 - _SIZE - (0 if arena.leaf[node] is not None else _LABEL)
    line = f'<line class="{kind}" x1="{x1:g}" y1="{y1 + _SIZE:g}" x2="{x2:g}" y2="{top:g}"/>'
    middle_x, middle_y = (x1 + x2) / 2, (y1 + _SIZE + top) / 2
    if node in unseen and above not in unseen:  # the double bar of a cut
        bars = [(middle_x - 6, middle_x + 6, middle_y + shift) for shift in (-3, 3)]
        line += "".join(f'<line class="cut" x1="{left:g}" y1="{y + 3:g}" x2="{right:g}" y2="{y - 3:g}"/>' for left, right, y in bars)
    if arena.weights[above]:
        weight = arena.weights[above][arena.children[above].index(node)]
        line += f'<text class="weight halo" x="{middle_x:g}" y="{middle_y + 4:g}">{shown(weight)}</text>'
    return line


def _node(picture: Picture, node: int, place: tuple[float, float], unseen: bool) -> str:
    x, y = place
    arena = picture.arena
    kind = "shape unseen" if unseen else "shape"
    leaf = arena.leaf[node]
    name = f'<text class="name" x="{x:g}" y="{y + _SIZE + 16:g}">{picture.names[node]}</text>' if picture.named and leaf is not None else ""
    if leaf is not None:
        return (f'<rect class="{kind}" x="{x - _SIZE:g}" y="{y - _SIZE:g}" width="{2 * _SIZE}" height="{2 * _SIZE}"/>'
                f'<text x="{x:g}" y="{y + 5:g}">{shown(leaf)}</text>{name}')
    words = html.escape(f"{arena.turn[node]} {picture.values.get(node, '')}".strip())
    return f'{_shape(arena.turn[node], x, y, kind)}<text class="halo" x="{x:g}" y="{y - _SIZE - 7:g}">{words}</text>'


def _shape(turn: Player, x: float, y: float, kind: str) -> str:
    s = _SIZE
    if turn is Player.CHANCE:
        return f'<circle class="{kind}" cx="{x:g}" cy="{y:g}" r="{s}"/>'
    tip, base = (y - s, y + s) if turn is Player.MAX else (y + s, y - s)
    return f'<polygon class="{kind}" points="{x:g},{tip:g} {x - s:g},{base:g} {x + s:g},{base:g}"/>'
