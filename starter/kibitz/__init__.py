"""Watches, checks and draws a game-tree search. It holds no search of its own."""
