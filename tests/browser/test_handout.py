"""The handout in a real browser: readable at any width, in the dark, on paper, and for a screen reader."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assignment.page import page
from assignment.settings import load
from tests.browser.conftest import emulate, resize, serious

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def handout(opened: Callable[[Path], Any], tmp_path: Path) -> Any:
    """The page of this term's handout, opened from a folder with a blank and an umlaut in its name."""
    path = tmp_path / "ein Ordner für alle" / "handout.html"
    path.parent.mkdir()
    path.write_text(page((ROOT / "handout.md").read_text(encoding="utf-8"), load()), encoding="utf-8")
    return opened(path)


@pytest.mark.parametrize("width", [320, 640, 1280])
def test_no_width_scrolls_the_page_sideways(handout: Any, width: int) -> None:
    """Wide tables, code and drawings scroll or shrink by themselves."""
    resize(handout, width)
    assert handout.execute_script("return document.documentElement.scrollWidth") <= width


def test_the_page_loads_nothing(handout: Any) -> None:
    """No file, font or address is asked for."""
    assert handout.execute_script("return performance.getEntriesByType('resource').length") == 0


def test_every_drawing_has_a_name_and_its_text_opens(handout: Any) -> None:
    """A screen reader hears each tree; its text is one key press away."""
    labels = handout.execute_script("return [...document.querySelectorAll('svg[role=img]')].map(e => e.getAttribute('aria-label'))")
    assert len(labels) == 9 and all(label.startswith("Tree ") for label in labels)
    handout.execute_script("document.querySelector('summary').click()")
    assert "|-- 0 MIN" in handout.execute_script("return document.querySelector('details[open] pre').innerText")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_the_paper(handout: Any, scheme: str) -> None:
    """Text and what is written in drawings have a contrast of 7 to 1 at least, in both schemes."""
    emulate(handout, prefers_color_scheme=scheme)
    paper = handout.execute_script("return getComputedStyle(document.body).backgroundColor")
    inks = "return [getComputedStyle(document.body).color, getComputedStyle(document.querySelector('svg text')).fill]"
    for ink in handout.execute_script(inks):
        assert contrast(ink, paper) >= 7


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, as WCAG 2 defines it."""
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in colour.partition("(")[2].rstrip(")").split(",")[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_axe_finds_nothing_serious(handout: Any, axe: str, scheme: str, width: int) -> None:
    """No serious or critical finding of axe-core."""
    emulate(handout, prefers_color_scheme=scheme)
    resize(handout, width)
    assert not serious(handout, axe)
