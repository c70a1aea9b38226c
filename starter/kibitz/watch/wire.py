"""How positions, numbers and answers travel as JSON between the judge and the process that runs a search.

Nothing is pickled. A number is an int or a float as JSON has them; what JSON lacks is an object:
{"float": "inf"}, {"fraction": "3/4"}. An answer that is no number is {"type": "tuple", "repr": "(3, 1)"}.
A tree is a number or [turn, children, estimate], and at a chance node each child is [probability, child].
"""
from __future__ import annotations

import re
from fractions import Fraction
from math import isfinite
from typing import Any, Union

from games import GAMES
from games.game import Game, Number, Player
from games.graph import GraphGame
from games.tree import Node, Tree, TreeGame

MAX_BITS = 8192  #: an int or Fraction wider than this is refused: no search needs one, and printing it can take minutes
MAX_REPR = 200
_CHOOSES = {"MAX": Player.MAX, "MIN": Player.MIN}
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]{1,16}\b")
_FRACTION = re.compile(r"-?[0-9]{1,2500}/[1-9][0-9]{0,2499}")  # MAX_BITS, in digits; a longer text would not become an int

JsonNumber = Union[int, float, "dict[str, str]"]


class WireError(ValueError):
    """What arrived is not what this format allows."""


def number_to_json(value: Number) -> JsonNumber:
    """Encode a finite or infinite number exactly.

    >>> number_to_json(float("inf")), number_to_json(Fraction(3, 4)), number_to_json(2**70)
    ({'float': 'inf'}, {'fraction': '3/4'}, 1180591620717411303424)
    """
    if isinstance(value, Fraction):
        return {"fraction": f"{value.numerator}/{value.denominator}"}
    if isinstance(value, float) and not isfinite(value):
        return {"float": repr(value)}
    return value


def number_from_json(data: object) -> Number:
    """Decode a number.

    Raises:
        WireError: it is none, or not a number that a search may return (nan, or too wide).
    """
    if type(data) is int:
        if data.bit_length() > MAX_BITS:
            raise WireError("a number too large to handle")
        return data
    if type(data) is float and isfinite(data):
        return data
    if isinstance(data, dict) and len(data) == 1:
        ((kind, text),) = data.items()
        if kind == "float" and text in ("inf", "-inf"):
            return float(text)
        if kind == "fraction" and isinstance(text, str) and _FRACTION.fullmatch(text):
            return Fraction(text)
    raise WireError("not a number")


def answer_to_json(value: object) -> Any:
    """Encode whatever a student's function returned: a plain number, or what kind of thing it was instead.

    A subclass of int or float is reduced to the plain value inside, whatever its methods say; a bool is no number.

    >>> answer_to_json(True), answer_to_json((3, 1)), answer_to_json(float("nan"))
    ({'type': 'bool', 'repr': 'True'}, {'type': 'tuple', 'repr': '(3, 1)'}, {'type': 'float', 'repr': 'nan'})
    """
    kind = type(value)
    if kind is not bool and issubclass(kind, int):
        plain = int.__pos__(value)  # type: ignore[arg-type]
        if plain.bit_length() <= MAX_BITS:
            return plain
        return {"type": "int", "repr": "an int of more than 2,000 digits"}
    if issubclass(kind, float):
        plain_float = float.__pos__(value)  # type: ignore[arg-type]
        if plain_float == plain_float:
            return number_to_json(plain_float)
    if kind is Fraction and value.numerator.bit_length() + value.denominator.bit_length() <= MAX_BITS:  # type: ignore[attr-defined]
        return number_to_json(value)  # type: ignore[arg-type]
    return {"type": _name_of(kind), "repr": shortened(value)}


def _name_of(kind: type) -> str:
    name = type.__dict__["__name__"].__get__(kind)
    return name if isinstance(name, str) and name.isidentifier() else "object"


def shortened(value: object, limit: int = MAX_REPR) -> str:
    """Return repr(value), cut to `limit` characters, without the addresses in memory that differ from run to run.

    Safe for a value whose repr raises or lies.

    >>> shortened(object())
    '<object object>'
    """
    try:
        text = repr(value)
    except Exception as error:
        return f"<repr raised {_name_of(type(error))}>"
    text = _ADDRESS.sub("", str.__str__(text)) if isinstance(text, str) else "?"
    return text if len(text) <= limit else text[: limit - 3] + "..."


def tree_to_json(tree: Tree) -> Any:
    """Encode a tree.

    >>> from games.tree import MAX, CHANCE
    >>> tree_to_json(MAX(3, CHANCE((0.5, 1), (0.5, 2), estimate=7)))
    ['MAX', [3, ['CHANCE', [[0.5, 1], [0.5, 2]], 7]], 0]
    """
    if not isinstance(tree, Node):
        return number_to_json(tree)
    children = [tree_to_json(child) for child in tree.children]
    if tree.turn is Player.CHANCE:
        children = [[weight, child] for weight, child in zip(tree.weights, children)]
    return [tree.turn.value, children, number_to_json(tree.estimate)]


def tree_from_json(data: Any) -> Tree:
    """Decode a tree; the inverse of tree_to_json."""
    if type(data) is not list:
        return number_from_json(data)
    turn, children, estimate = data
    if estimate != 0:
        estimate = number_from_json(estimate)
    if turn == "CHANCE":
        return Node(Player.CHANCE, tuple([(weight, tree_from_json(child)) for weight, child in children]), estimate)
    return Node(_CHOOSES[turn], tuple([child if type(child) is int and child.bit_length() < MAX_BITS else tree_from_json(child)
                                       for child in children]), estimate)


def game_to_json(game: Game) -> dict[str, Any]:
    """Encode a position: a tree, a graph, or one of games.GAMES as text."""
    if isinstance(game, TreeGame):
        tree, path = game.key()
        return {"tree": tree_to_json(tree), **({"path": list(path)} if path else {})}
    if isinstance(game, GraphGame):
        data = {"graph": game.description, "at": game.at}
        return {**data, "opaque": True} if game.opaque_moves else data
    for name, kind in GAMES.items():
        if type(game) is kind:
            return {"name": name, "text": str(game)}
    raise WireError(f"games.GAMES does not list {type(game).__name__}")


def game_from_json(data: dict[str, Any]) -> Game:
    """Decode a position; the inverse of game_to_json."""
    if "tree" in data:
        return TreeGame(tree_from_json(data["tree"]), tuple(data.get("path", ())))
    if "graph" in data:
        return GraphGame(data["graph"], data["at"], data.get("opaque", False))
    return GAMES[data["name"]].from_text(data["text"])
