"""Submissions with extra credit for tests, and small ranked sets for them."""
from __future__ import annotations

from pathlib import Path

from games.connect_four import ConnectFour
from games.game import Game
from games.othello import Othello
from kibitz.extra.case import RankedCase
from kibitz.watch.wire import game_to_json
from tests.searches import SOLUTION

ORDERING = (Path(__file__).resolve().parents[2] / "solution" / "ordering.py").read_text(encoding="utf-8")
REFERENCE = SOLUTION + "\n\nfrom ordering import order_moves, solve\n"  #: with ORDERING beside it as ordering.py
HERE = REFERENCE.replace("from ordering", "from solution.ordering")  #: the same, in this process


def case(game: Game, depth: int, least: int = 1, note: str = "a position") -> RankedCase:
    """Return a position to be searched."""
    return RankedCase("solve", game_to_json(game), depth, note=note, least=least)


def small() -> list[RankedCase]:
    """Return two positions that take little time."""
    return [case(ConnectFour.from_moves("44444"), 5, 100, "Connect Four"), case(Othello(), 5, 90, "Othello")]


#: alpha-beta under the name of solve, with a place before its loop and one around its result
ALPHA_BETA = SOLUTION + '''

def solve(game, depth):
    return search(game, depth, -inf, inf)


def search(game, depth, alpha, beta):
    if game.is_terminal():
        return game.utility()
    if depth == 0:
        return game.evaluate()
    return choice(game, depth, alpha, beta)


def order_moves(game, moves):
    return moves


def choice(game, depth, alpha, beta):
    best = -inf if game.turn is Player.MAX else inf
    for move in order_moves(game, game.legal_moves()):
        game.play(move)
        value = search(game, depth - 1, alpha, beta)
        game.undo()
        if game.turn is Player.MAX:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
'''


def ordered_by(body: str) -> str:
    """Return the alpha-beta with another body of order_moves."""
    return ALPHA_BETA.replace("    return moves\n", body)


def searched_by(text: str) -> str:
    """Return the alpha-beta with another solve on top."""
    return ALPHA_BETA + "\n\n" + text


#: takes a bound for a value
UNSOUND_TABLE = searched_by('''
TABLE = {}
exact = choice

def choice(game, depth, alpha, beta):
    place = game.key(), depth
    if place not in TABLE:
        TABLE[place] = exact(game, depth, alpha, beta)
    return TABLE[place]
''')

#: takes a value found with less depth for one with more
FORGETS_DEPTH = searched_by('''
TABLE = {}
full = choice

def choice(game, depth, alpha, beta):
    if game.key() not in TABLE:
        TABLE[game.key()] = full(game, depth, -inf, inf)
    return TABLE[game.key()]

def solve(game, depth):
    search(game, depth - 2, -inf, inf)
    return search(game, depth, -inf, inf)
''')

DROPS_A_MOVE = ordered_by("    return moves[1:] or moves\n")
REPEATS_A_MOVE = ordered_by("    return [*moves[:-1], moves[0]] if len(moves) > 1 else moves + moves\n")
RETURNS_A_GENERATOR = ordered_by("    return (move for move in moves)\n")
NEVER_UNDOES = ordered_by("    game.play(moves[-1])\n    return moves\n")

#: empties the record of the game when the search is over
FORGES_THE_RECORD = searched_by('''
def solve(game, depth):
    value = search(game, depth, -inf, inf)
    game._recorder.log.clear()
    return value
''')

#: searches the game inside, which records nothing, and looks at a single leaf of the one that does
SEARCHES_INSIDE = searched_by('''
def solve(game, depth):
    value = search(game._game, depth, -inf, inf)
    for _ in range(depth):
        game.play(game.legal_moves()[0])
    game.evaluate()
    for _ in range(depth):
        game.undo()
    return value
''')
