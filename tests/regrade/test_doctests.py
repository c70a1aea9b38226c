"""The examples in the docstrings are true."""
from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import autograder.regrade

MODULES = [found.name for found in pkgutil.iter_modules(autograder.regrade.__path__) if found.name != "__main__"]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_hold(name: str) -> None:
    """Each docstring's example gives what it says."""
    module = importlib.import_module(f"autograder.regrade.{name}")
    assert doctest.testmod(module).failed == 0
