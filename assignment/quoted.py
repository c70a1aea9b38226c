"""Quotes the specification where it is written: in the docstrings of the interface and of the stubs."""
from __future__ import annotations

import ast
import inspect
import re
from dataclasses import dataclass

from games.game import Game

_CALLS = ("turn", "is_terminal", "legal_moves", "chance_outcomes", "play", "undo", "utility", "evaluate", "key")


@dataclass(frozen=True)
class Call:
    """One line of the interface: how it is called, and what its docstring says."""

    code: str
    text: str


@dataclass(frozen=True)
class Function:
    """One function that students write: its name, the first sentence of its docstring, and its stub."""

    name: str
    sentence: str
    code: str


def interface() -> list[Call]:
    """Return the calls of a game, each with what its docstring says, errors included."""
    return [Call(_code(name), _text(inspect.getdoc(getattr(Game, name)) or "")) for name in _CALLS]


def _code(name: str) -> str:
    member = inspect.getattr_static(Game, name)
    if isinstance(member, property):
        return f"game.{name}"
    arguments = [argument for argument in inspect.signature(member).parameters if argument != "self"]
    return f"game.{name}({', '.join(arguments)})"


def _text(docstring: str) -> str:
    said, _, raised = docstring.partition("Raises:")
    sentences = " ".join(said.split())
    errors = [re.sub(r"^(\w+): (.*?)\.?$", r"`\1` where \2", line.strip()) for line in raised.splitlines() if line.strip()]
    errors = [re.sub(r"; (ask|use) (`\w+`)", r" (\1 \2)", error) for error in errors]
    errors = [error.replace("where the", "if the").replace("where no", "if no").replace("where this", "if this").replace("where a", "if a")
              for error in errors]
    return sentences + (f" Raises {'; '.join(errors)}." if errors else "")


def functions(stubs: str) -> list[Function]:
    """Return the functions of the stubs, without the line that says they are not written."""
    lines = stubs.splitlines()
    found = []
    for node in ast.parse(stubs).body:
        if isinstance(node, ast.FunctionDef):
            code = "\n".join(lines[node.lineno - 1 : node.body[0].end_lineno])
            sentence = (ast.get_docstring(node) or "").split("\n\n")[0].replace("\n", " ")
            found.append(Function(node.name, sentence, code))
    return found
