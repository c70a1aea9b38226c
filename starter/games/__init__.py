"""The games, and the interface they share: `from games import Game, Player`."""
from games.connect_four import ConnectFour
from games.game import Game, Move, Number, Player
from games.tictactoe import TicTacToe

#: Every game that can be played and tested by name. A new game is one line here; see docs/adding-a-game.md.
GAMES: dict[str, type[Game]] = {
    "tictactoe": TicTacToe,
    "connect_four": ConnectFour,
}

__all__ = ["GAMES", "Game", "Move", "Number", "Player"]
