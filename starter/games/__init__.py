"""The games, and the interface they share: `from games import Game, Player`."""
from games.game import Game, Move, Number, Player

__all__ = ["Game", "Move", "Number", "Player"]
