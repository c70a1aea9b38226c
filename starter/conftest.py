"""Lets pytest print the scoreboard; see kibitz/selfcheck/scoreboard.py."""
from kibitz.selfcheck.scoreboard import pytest_collection_modifyitems, pytest_sessionfinish, pytest_terminal_summary

__all__ = ["pytest_collection_modifyitems", "pytest_sessionfinish", "pytest_terminal_summary"]
