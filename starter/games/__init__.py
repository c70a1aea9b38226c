"""The games, and the interface they share: `from games import Game, Player`."""
from games.connect_four import ConnectFour
from games.einstein import EinStein
from games.game import Game, Move, Number, Player
from games.othello import Othello
from games.pig import Pig
from games.tictactoe import TicTacToe

#: Every game that can be played and tested by name. A new game is one line here; see docs/adding-a-game.md.
GAMES: dict[str, type[Game]] = {
    "tictactoe": TicTacToe,
    "connect_four": ConnectFour,
    "othello": Othello,
    "pig": Pig,
    "einstein": EinStein,
}

__all__ = ["GAMES", "Game", "Move", "Number", "Player"]
