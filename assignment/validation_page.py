"""build/validation.html: the matrix as a picture that needs no colour, and what is wrong in words."""
from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, select_autoescape
from markupsafe import Markup

from assignment.catalogue import Mistake
from assignment.matrix import Matrix
from kibitz.judge.checks import FUNCTIONS

HERE = Path(__file__).resolve().parent
_CELL, _LEFT, _TOP = 15, 330, 150
#: what a cell shows: a full square, a dot, a cross, an empty square
SHAPES = {
    "meant": '<rect x="3" y="3" width="9" height="9"/>',
    "also": '<circle cx="7.5" cy="7.5" r="2.5"/>',
    "spill": '<path d="M3 3 12 12M12 3 3 12" class="line"/>',
    "missed": '<rect x="3.5" y="3.5" width="8" height="8" class="line"/>',
}


@dataclass(frozen=True)
class Block:
    """One function's part of the page: its picture, and how many mistakes it has."""

    function: str
    mistakes: int
    picture: Markup


def page(matrix: Matrix, heading: str) -> str:
    """Return the page."""
    environment = Environment(loader=FileSystemLoader(HERE), autoescape=select_autoescape(["html", "j2"]), trim_blocks=True,
                              lstrip_blocks=True)
    blocks = [_block(matrix, function) for function in FUNCTIONS]
    keys = [(Markup(f'<svg width="15" height="15" aria-hidden="true">{shape}</svg>'), name) for name, shape in SHAPES.items()]
    return environment.get_template("validation.html.j2").render(
        matrix=matrix, heading=heading, blocks=blocks, keys=keys, problems=matrix.problems(),
        checks=[(check, len(matrix.catches(check)), matrix.only(check)) for check in matrix.checks])


def _block(matrix: Matrix, function: str) -> Block:
    mistakes = [mistake for mistake in matrix.mistakes if mistake.function == function]
    checks = [check for check in matrix.checks if check.startswith(f"{function}.")]
    checks += sorted({check for mistake in mistakes for check in matrix.failed[mistake.id] if check not in checks})
    width, height = _LEFT + _CELL * len(checks) + 90, _TOP + _CELL * len(mistakes) + 8
    told = escape(_in_words(matrix, mistakes, function))
    parts = [f'<svg viewBox="0 0 {width} {height}" width="{width}" role="img" aria-label="{told}">']
    for column, check in enumerate(checks):
        place = f"translate({_LEFT + _CELL * column + 10} {_TOP - 6}) rotate(-60)"
        parts.append(f'<text transform="{place}">{escape(check.removeprefix(f"{function}."))}</text>')
    for row, mistake in enumerate(mistakes):
        parts += _row(matrix, mistake, checks, _TOP + _CELL * row)
    return Block(function, len(mistakes), Markup("".join(parts) + "</svg>"))


def _row(matrix: Matrix, mistake: Mistake, checks: list[str], top: int) -> list[str]:
    name = escape(mistake.id.partition(".")[2])
    parts = [f'<text x="{_LEFT - 6}" y="{top + 11}" class="name">{name}</text>']
    for column, check in enumerate(checks):
        kind = kind_of(matrix, mistake, check)
        left = _LEFT + _CELL * column
        parts.append(f'<rect x="{left}" y="{top}" width="{_CELL}" height="{_CELL}" class="cell"/>')
        if kind:
            told = escape(f"{mistake.id}: {check}: {matrix.failed[mistake.id].get(check, 'passed')}")
            parts.append(f'<g transform="translate({left} {top})"><title>{told}</title>{SHAPES[kind]}</g>')
    return parts


def kind_of(matrix: Matrix, mistake: Mistake, check: str) -> str:
    """Return what one cell shows, a key of SHAPES, or "" where the mistake passes the check."""
    if check not in matrix.failed[mistake.id]:
        return "missed" if check in mistake.fails else ""
    if check in matrix.spills(mistake):
        return "spill"
    return "meant" if check in mistake.fails else "also"


def _in_words(matrix: Matrix, mistakes: list[Mistake], function: str) -> str:
    caught = sum(1 for mistake in mistakes if matrix.caught_by(mistake.id))
    return f"{function}: {caught} of {len(mistakes)} mistakes are caught; the list below tells by which checks"
