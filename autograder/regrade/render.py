"""Lays a report out as a page and as Markdown. The page is one file: it asks for nothing and runs nothing but its own script."""
from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from autograder.regrade.grades import number
from autograder.regrade.report import Report
from autograder.regrade.statistics import ENOUGH, band

_TEMPLATES = Path(__file__).parent / "templates"
PAGE = 200  #: rows of the students' table that are shown at once


def page(report: Report) -> str:
    """Return report.html."""
    css, js = (_TEMPLATES / "report.css").read_text(encoding="utf-8"), (_TEMPLATES / "report.js").read_text(encoding="utf-8")
    return _rendered("report.html.j2", report, css=css, js=js, css_hash=_hash(css), js_hash=_hash(js))


def markdown(report: Report) -> str:
    """Return report.md."""
    return _rendered("report.md.j2", report)


def _rendered(template: str, report: Report, **more: Any) -> str:
    environment = Environment(loader=FileSystemLoader(_TEMPLATES), autoescape=".html" in template, undefined=StrictUndefined,
                              trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
    environment.filters.update(num=number, percent=percent, signed=signed, two=two, band=band, md=md, fence=fence, plural=plural,
                               breakable=breakable)
    text = environment.get_template(template).render(r=report, enough=ENOUGH, page_size=PAGE, **more)
    return text.encode("utf-8", "replace").decode("utf-8")  # a lone surrogate of a student's is no UTF-8


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def percent(share: float | None) -> str:
    """Return a share in percent.

    >>> percent(0.345), percent(None), percent(0.996)
    ('34 %', '-', '99 %')
    """
    if share is None:
        return "-"
    return f"{int(share * 100 + 1e-9) if share > 0.5 else round(share * 100)} %"  # 100 % is all of them, never nearly all


def signed(value: float | None) -> str:
    """Return a difference with its sign.

    >>> signed(2.0), signed(-0.5), signed(0.0)
    ('+2', '-0.5', '0')
    """
    if value is None:
        return ""
    return f"+{number(value)}" if value > 0 else number(value)


def two(value: float | None) -> str:
    """Return a figure between -1 and 1 with two places, or a dash where there is none."""
    return "-" if value is None else f"{value + 0.0:.2f}"


def plural(count: int, one: str, many: str = "") -> str:
    """Return a count with its noun.

    >>> plural(1, "check"), plural(2, "check")
    ('1 check', '2 checks')
    """
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def breakable(name: str) -> Markup:
    """Return a check's name that a narrow column breaks between its words.

    >>> str(breakable("minimax.any_infinity"))
    'minimax.<wbr>any_<wbr>infinity'
    """
    return Markup(re.sub(r"([._])", r"\1<wbr>", str(escape(name))))


def md(text: str) -> str:
    r"""Return text that Markdown shows as it is, in one line.

    >>> md("a|b <c>\n*d*")
    'a\\|b \\<c\\> \\*d\\*'
    """
    return re.sub(r"([\\`*_{}\[\]<>#|~&!])", r"\\\1", " ".join(text.split()))


def fence(text: str) -> str:
    """Return text as a code block that nothing in it can end."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    ticks = "`" * max(3, longest + 1)
    return f"{ticks}text\n{text}\n{ticks}"
