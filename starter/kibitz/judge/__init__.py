"""Replays a search, proves what it may claim, and decides whether a promise was kept."""
