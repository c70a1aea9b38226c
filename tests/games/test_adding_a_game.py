"""The game that docs/adding-a-game.md adds works as the page says."""
from __future__ import annotations

import doctest
import importlib.util
import re
from functools import reduce
from itertools import product
from operator import xor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.games.contract import check_keys, contract
from tests.games.known import exact

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"


@pytest.fixture(scope="module")
def nim(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """Return the module that the page shows."""
    shown = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert shown
    path = tmp_path_factory.mktemp("games") / "nim.py"
    path.write_text(shown[1], encoding="utf-8")
    spec = importlib.util.spec_from_file_location("nim", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_its_examples_are_true(nim: Any) -> None:
    """What the docstring shows is what one sees."""
    results = doctest.testmod(nim)
    assert results.attempted > 2
    assert results.failed == 0


def test_it_keeps_the_contract(nim: Any) -> None:
    """The page says that the contract runs over it."""
    contract(nim.Nim)("runTest").runTest()  # type: ignore[attr-defined]
    check_keys(nim.Nim, walks=20)


def test_boutons_theorem_holds(nim: Any) -> None:
    """The player to move wins just where the exclusive or of the heaps is not 0."""
    table: dict[Any, Any] = {}
    for heaps in product(range(5), repeat=3):
        game = nim.Nim.from_text(f"{' '.join(map(str, heaps))}, MAX to move")
        assert exact(game, table) == (1 if reduce(xor, heaps) else -1)


@pytest.mark.parametrize("text", ["", "3 4 5", "MAX to move", "3 4 5, CHANCE to move", "3 -4 5, MAX to move"])
def test_a_text_that_is_no_position_is_refused(nim: Any, text: str) -> None:
    """The page says that from_text raises ValueError."""
    with pytest.raises(ValueError, match="is like"):
        nim.Nim.from_text(text)


def test_the_page_names_files_that_exist() -> None:
    """A path in the page leads somewhere, but for the one that the reader adds."""
    root = PAGE.parents[1]
    for path in set(re.findall(r"`((?:starter|tests)/[\w./]+)`", PAGE.read_text(encoding="utf-8"))):
        assert (root / path).exists() or "nim" in path, path
