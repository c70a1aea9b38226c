"""Which search to draw: from what is typed after `make trace`."""
from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from games import GAMES
from games.game import Game
from games.graph import GraphGame
from games.tree import CHANCE, MAX, MIN, Node, TreeGame
from kibitz.cases.arena import ArenaTooLarge, arena_of
from kibitz.cases.case import Case
from kibitz.watch.watched import choices_of
from kibitz.watch.wire import game_to_json

TEXTBOOK = MAX(MIN(3, 12, 8), MIN(2, 4, 6), MIN(14, 5, 2))
EASY_TO_READ = 400  #: positions that a game's depth is chosen for, where none is given
DEEPEST = 12
NAMES: dict[str, Any] = {"MAX": MAX, "MIN": MIN, "CHANCE": CHANCE, "TreeGame": TreeGame, "GraphGame": GraphGame, "Fraction": Fraction,
                         **{kind.__name__: kind for kind in GAMES.values()}}
MAKERS = ("from_text", "from_moves")
SUMS: dict[type, Callable[[Any, Any], Any]] = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
                                               ast.Div: operator.truediv}


class NoSuchCase(ValueError):
    """What was typed is no position; the message says why."""


def position_from(text: str) -> Game:
    """Read a tree or a position written as Python, such as a report prints. Nothing is executed.

    Raises:
        NoSuchCase: it is none.

    >>> position_from("MAX(MIN(3, 12), 2)"), position_from("TicTacToe.from_text('XX. OO. ...')").legal_moves()
    (TreeGame(MAX(MIN(3, 12), 2)), [2, 5, 6, 7, 8])
    """
    try:
        made = _made(ast.parse(text.strip(), mode="eval").body)
        return made if isinstance(made, Game) else TreeGame(made)
    except NoSuchCase:
        raise
    except SyntaxError as error:
        raise NoSuchCase(f"this is not Python: {text} ({error.msg})") from None
    except RecursionError:
        raise NoSuchCase("this is nested too deeply") from None
    except Exception as error:
        raise NoSuchCase(f"{error}") from None


def _made(node: ast.expr) -> Any:
    """Work out an expression of the few kinds that a position needs."""
    if isinstance(node, ast.Constant) and type(node.value) in (int, float, str, bool):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_made(node.operand)
    if isinstance(node, ast.BinOp) and type(node.op) in SUMS:
        return SUMS[type(node.op)](_made(node.left), _made(node.right))
    if isinstance(node, (ast.Tuple, ast.List)):
        items = [_made(item) for item in node.elts]
        return tuple(items) if isinstance(node, ast.Tuple) else items
    if isinstance(node, ast.Dict) and None not in node.keys:
        return {_made(key): _made(value) for key, value in zip(node.keys, node.values, strict=True) if key}
    if isinstance(node, ast.Call) and not any(keyword.arg is None for keyword in node.keywords):
        return _maker(node.func)(*map(_made, node.args), **{str(word.arg): _made(word.value) for word in node.keywords})
    raise NoSuchCase(f"only trees and positions are understood here, not {ast.unparse(node)}")


def _maker(node: ast.expr) -> Callable[..., Any]:
    if isinstance(node, ast.Attribute) and node.attr in MAKERS and isinstance(node.value, ast.Name) and node.value.id in NAMES:
        maker: Callable[..., Any] = getattr(NAMES[node.value.id], node.attr)
        return maker
    if isinstance(node, ast.Name) and node.id in NAMES:
        named: Callable[..., Any] = NAMES[node.id]
        return named
    raise NoSuchCase(f"{ast.unparse(node)} is not known here; these are: {', '.join(NAMES)}")


def game_after(name: str, moves: str) -> Game:
    """Return a game's position after these moves, separated by commas.

    Raises:
        NoSuchCase: there is no such game, or a move is not legal.

    >>> game_after("tictactoe", "4,0").legal_moves()
    [1, 2, 3, 5, 6, 7, 8]
    """
    if name not in GAMES:
        raise NoSuchCase(f"there is no game {name!r}; there are: {', '.join(GAMES)}")
    game = GAMES[name]()
    for text in filter(None, (part.strip() for part in moves.split(","))):
        choices = choices_of(game)
        move = next((choice for choice in choices if text in (str(choice), repr(choice))), None)
        if move is None:
            raise NoSuchCase(f"{text} is not a move here; these are: {', '.join(map(str, choices)) or 'none, the game is over'}")
        game.play(move)
    return game


def case_of(game: Game, function: str, depth: int | None) -> Case:
    """Return the case of searching a position.

    Args:
        depth: plies, or None: a tree's height; in a game as deep as is still easy to read.

    Raises:
        NoSuchCase: there are too many positions within the depth.
    """
    chosen = depth if depth is not None else _good_depth(game)
    if chosen < 0 or (function == "best_move" and chosen < 1):
        raise NoSuchCase(f"the depth must be {1 if function == 'best_move' else 0} or more, not {chosen}")
    case = Case(function, game_to_json(game), chosen, given="default" if function == "best_move" else "")
    try:
        assert len(case.arena)
    except ArenaTooLarge as error:
        raise NoSuchCase(f"{error}; try a smaller DEPTH") from None
    except RecursionError:
        raise NoSuchCase("this is too deep to draw; try a smaller DEPTH") from None
    return case


def _good_depth(game: Game) -> int:
    if isinstance(game, TreeGame):
        return max(_height(game.subtree), 1)
    depth = 1
    while depth < DEEPEST and len(arena_of(game, depth + 1)) <= EASY_TO_READ:
        depth += 1
    return depth


def _height(tree: Any) -> int:
    return 1 + max(_height(child) for child in tree.children) if isinstance(tree, Node) else 0
