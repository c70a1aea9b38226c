"""The handout: made from the settings, the docstrings and the trees, and complete."""
from __future__ import annotations

import re
from dataclasses import replace

import pytest

from assignment.handout import render
from assignment.settings import Assignment, load
from assignment.stubs import stubs
from tests.assignment.as_gradescope import ROOT

SETTINGS = load()
SOLUTION = (ROOT / "solution" / "search.py").read_text(encoding="utf-8")


def handout(settings: Assignment = SETTINGS) -> str:
    return render(settings, stubs(SOLUTION, settings.functions))


def only(*functions: str) -> Assignment:
    points = {name: value for name, value in SETTINGS.points.items() if name.partition(".")[0] in functions}
    return replace(SETTINGS, functions=functions, points=points, visibility=dict.fromkeys(points, "after_due_date"))


def test_the_handout_is_what_the_settings_give() -> None:
    """handout.md equals what the generator makes, byte for byte, and says so in its first line."""
    text = handout()
    assert (ROOT / "handout.md").read_text(encoding="utf-8") == text
    assert text.startswith("<!-- Made from assignment/handout.md.j2")


@pytest.mark.parametrize("words", [
    "TreeGame(MAX(MIN(3, 12, 8), MIN(2, 4, 6), MIN(5, 1, 9)))", "alpha-beta looks at 6 of the 9 leaves: 3, 12, 8, 2, 5 and 1",
    "beta 2 <= alpha 3: cut; H is never looked at", "`game.chance_outcomes()`", "negamax", "the root player's view", "copy.deepcopy(game)",
    "| **all** | **100** |", "1928", "1950", "1959", "1997", "2016", "2017", "Knuth and Moore", "Monte Carlo tree search",
    "reinforcement learning", "-5,000,000", "| 35 | 4 | 1,500,625 | 2,449 |", "make test CHECK=", "Gradescope",
])
def test_the_handout_says(words: str) -> None:
    """What the assignment's readers need is there."""
    assert words in handout()


def test_each_function_is_quoted_from_the_stubs() -> None:
    """The signature and the docstring of each function are in the handout as they are in search.py."""
    text = handout()
    for stub in re.findall(r'(def \w+\(.*?""".*?""")', stubs(SOLUTION), re.S):
        assert stub in text


def test_the_handout_leaves_out_what_is_not_asked_for() -> None:
    """With minimax and alphabeta only, nothing else is asked for, and the points are theirs."""
    text = handout(only("minimax", "alphabeta"))
    asked = text.partition("## Where this fits")[0]
    assert "You write two functions" in text and "| **all** | **65** |" in text
    assert "expectimax" not in asked and "best_move" not in asked and "Throw the dice" not in asked
    assert "after the due date" in text


def test_the_handout_of_one_function_is_in_the_singular() -> None:
    """With minimax only, there is no alpha-beta by hand and no exercise on it."""
    asked = handout(only("minimax")).partition("## Where this fits")[0]
    assert "one function that looks" in asked and "alpha-beta" not in asked.lower() and "alphabeta" not in asked


def test_another_seed_changes_the_drawn_trees_and_keeps_the_textbooks() -> None:
    """Two seeds share the textbook trees and none of the others."""
    one, other = (set(re.findall(r"```text\n(.*?)\n```", handout(replace(SETTINGS, seed=seed)), re.S)) for seed in (1, 2))
    assert len(one & other) == 2 and len(one) == len(other) == 9


def test_titles_may_have_accents() -> None:
    """A title in another language is kept as it is written."""
    assert "# Búsqueda en árboles de juego\n" in handout(replace(SETTINGS, title="Búsqueda en árboles de juego"))


def test_own_paragraphs_and_extra_credit_come_and_go() -> None:
    """Contact, policy and extra credit are there when the settings have them."""
    bare = handout(replace(SETTINGS, contact="", policy=""))
    assert "## Rules of the course" not in bare and "## Extra credit" not in bare
    full = handout(replace(SETTINGS, policy="Be *kind*.", extra_credit=True, leaderboard=True))
    assert "Be *kind*." in full and "## Extra credit" in full and "leaderboard ranks" in full


def test_nothing_of_the_solution_is_in_the_handout() -> None:
    """No line of the solution's bodies longer than a few words is quoted."""
    from assignment.stubs import _body_lines

    lines = {line.strip() for line in handout().splitlines()}
    assert not {line for line in _body_lines(SOLUTION) if len(line) > 25} & lines


def test_lines_end_without_blanks_and_no_heading_is_twice() -> None:
    """The Markdown is tidy."""
    text = handout()
    assert not re.search(r"[ \t]$", text, re.M) and "\n\n\n\n" not in text
    headings = re.findall(r"^#+ .*$", text, re.M)
    assert len(set(headings)) == len(headings)
