"""handout.html: one page that needs nothing else, with every tree drawn and told in words."""
from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from assignment.handout import drawn_in
from assignment.page import page
from assignment.pictures import Picture
from assignment.settings import load
from assignment.svg import as_svg, in_words
from games.tree import CHANCE, MAX, MIN
from tests.assignment.as_gradescope import ROOT

SETTINGS = load()


@pytest.fixture(scope="module")
def text() -> str:
    return page((ROOT / "handout.md").read_text(encoding="utf-8"), SETTINGS)


class Balance(HTMLParser):
    """Checks that every element that is opened is closed, in order."""

    VOID = frozenset({"meta", "br", "hr", "img"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ("line", "rect", "circle", "polygon")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_well_formed(text: str) -> None:
    """Every element is closed, and no name to link to is there twice."""
    balance = Balance()
    balance.feed(text)
    assert balance.open == [] and len(set(balance.ids)) == len(balance.ids)


def test_the_page_needs_nothing_else(text: str) -> None:
    """No address, no script, no file beside it; and every link inside it leads somewhere."""
    assert not re.search(r"(src|href)=.(?!#)|url\(|<script|@import|https?://", text)
    for name in re.findall(r'href="#([^"]+)"', text):
        assert f'id="{name}"' in text


def test_every_tree_is_drawn_with_a_text_alternative(text: str) -> None:
    """Each tree of the handout is a labelled image, and its text can be opened and copied below it."""
    count = len(drawn_in(SETTINGS))
    assert count == 9 and text.count('role="img"') == text.count("<summary>The same tree as text</summary>") == count
    assert "language-text" not in text


def test_tables_have_headers_and_scroll_by_keyboard(text: str) -> None:
    """Header cells name their column; a wide table can be reached with Tab."""
    assert "<th>" not in text and text.count("<table>") == text.count('class="wide" tabindex="0"')


def test_shapes_are_those_of_the_books() -> None:
    """MAX points up, MIN points down, chance is round, leaves are square; the words stand beside them."""
    drawing = as_svg(Picture(MAX(CHANCE((0.25, 1), (0.75, 2)), MIN(3, 4)), answers=True))
    assert drawing.count("<polygon") == 2 and drawing.count("<circle") == 1 and drawing.count("<rect") == 4
    for words in ("MAX = 3", "CHANCE = 1.75", "MIN = 3", ">0.25<"):
        assert words in drawing


def test_a_cut_is_told_without_colour() -> None:
    """What is never looked at is dotted, its edge has a double bar, and the words say so."""
    picture = Picture(MAX(MIN(3, 5), MIN(2, 9)), named=True, cuts=True)
    assert as_svg(picture).count('class="cut"') == 2 and 'class="shape unseen"' in as_svg(picture)
    assert in_words(picture).endswith("Never looked at: G.") and "MIN C at most 2" in in_words(picture)


def test_texts_of_the_settings_are_escaped() -> None:
    """A title with < or & in it is shown, not obeyed."""
    from dataclasses import replace

    from assignment.handout import render
    from assignment.stubs import stubs

    wild = replace(SETTINGS, title="Trees <script>alert(1)</script> & co", policy="<img src=x onerror=alert(1)>")
    made = page(render(wild, stubs((ROOT / "solution" / "search.py").read_text(encoding="utf-8"))), wild)
    assert "<script" not in made and "<img" not in made and "&lt;script&gt;" in made
