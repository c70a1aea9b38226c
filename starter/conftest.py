"""Lets pytest print the scoreboard; see kibitz/scoreboard.py."""
from kibitz.scoreboard import pytest_collection_modifyitems, pytest_sessionfinish, pytest_terminal_summary

__all__ = ["pytest_collection_modifyitems", "pytest_sessionfinish", "pytest_terminal_summary"]
