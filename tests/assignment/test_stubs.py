"""The students' search.py is cut from the solution, and gives nothing of it away."""
from __future__ import annotations

import ast
from pathlib import Path

import pytest

from assignment.stubs import FUNCTIONS, StubError, leaks, stubs

ROOT = Path(__file__).resolve().parents[2]
SOLUTION = (ROOT / "solution" / "search.py").read_text(encoding="utf-8")
SMALL = '''"""Search."""
from functools import lru_cache
from math import inf as far, pi

from games import Game


def minimax(
    game: Game,
    depth: int = far,  # plies
) -> float:
    """Say what.

    And how.
    """
    return _helper(game) + pi


def _helper(game):
    secret = 12
    return secret
'''


def test_the_starter_file_is_what_the_solution_gives() -> None:
    """starter/search.py equals the stubs of solution/search.py byte for byte."""
    assert (ROOT / "starter" / "search.py").read_bytes() == stubs(SOLUTION).encode()


def test_stubs_hold_signatures_docstrings_and_one_raise() -> None:
    """Each function of the stubs is its signature, its docstring and the line that says it is not written."""
    made = {node.name: node for node in ast.parse(stubs(SOLUTION)).body if isinstance(node, ast.FunctionDef)}
    written = {node.name: node for node in ast.parse(SOLUTION).body if isinstance(node, ast.FunctionDef)}
    assert tuple(made) == FUNCTIONS
    for name, node in made.items():
        assert ast.dump(node.args) == ast.dump(written[name].args)
        assert ast.get_docstring(node) == ast.get_docstring(written[name])
        assert [ast.unparse(statement) for statement in node.body[1:]] == [f"raise NotImplementedError('write {name}')"]


def test_first_line_says_where_the_stubs_come_from() -> None:
    """A generated file says so in its first line."""
    assert "made from solution/search.py" in stubs(SOLUTION).splitlines()[0]


def test_private_code_and_unneeded_imports_stay_behind() -> None:
    """Helpers, and imports that no signature needs, do not get out."""
    made = stubs(SMALL, ["minimax"])
    assert "from math import inf as far\n" in made and "from games import Game" in made
    assert "depth: int = far,  # plies" in made
    for secret in ("_helper", "lru_cache", "pi", "secret"):
        assert secret not in made


def test_stubs_of_some_functions_name_only_these() -> None:
    """An assignment without a function has no stub of it, and its first sentence does not mention it."""
    made = stubs(SOLUTION, ["minimax", "alphabeta"])
    assert '"""Game-tree search: minimax, alpha-beta.\n' in made
    assert "expectimax" not in made and "best_move" not in made and "Callable" not in made


def test_a_line_of_the_solution_in_a_docstring_is_refused() -> None:
    """A leak planted in a docstring is noticed, and nothing is made."""
    planted = SMALL.replace("    And how.", "    return _helper(game) + pi")
    with pytest.raises(StubError, match="give away a line of the solution: return _helper"):
        stubs(planted, ["minimax"])


def test_a_line_of_the_solution_anywhere_is_a_leak() -> None:
    """Every line of every body is known again, however it is indented."""
    for line in ("            alpha = max(alpha, best)", "mean += probability * expectimax(game, depth - 1)", "if beta <= alpha:"):
        assert leaks(stubs(SOLUTION) + line, SOLUTION) == [line.strip()]


@pytest.mark.parametrize(("old", "new", "why"), [
    ("def minimax(", "def maximin(", "no function minimax"),
    ('    """Say what.\n\n    And how.\n    """\n', "", "no docstring"),
    ('"""Search."""\n', "", "does not begin with a docstring"),
])
def test_a_solution_that_cannot_be_cut_is_refused(old: str, new: str, why: str) -> None:
    """What is wrong with the solution is said in a sentence."""
    with pytest.raises(StubError, match=why):
        stubs(SMALL.replace(old, new), ["minimax"])
