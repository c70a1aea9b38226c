"""Where the games are, and the group of tests that takes its time."""
from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "starter"))


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "soak: long, or in need of something that is not everywhere")
