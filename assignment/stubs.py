"""Cuts the students' search.py out of the solution: signatures and docstrings, and nothing of what is below them."""
from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

FUNCTIONS = ("minimax", "alphabeta", "expectimax", "best_move")
EXTRA = ("order_moves", "solve")  #: of extra credit, in solution/ordering.py
_IN_WORDS = {"alphabeta": "alpha-beta", "best_move": "the choice of a move"}
_HEADER = "# The stubs, made from solution/search.py by `make assignment`: write each function, one after the other.\n"
_NOT_CODE = frozenset({"", '"""', "else:", "try:", "finally:", "pass", "return", "break", "continue"})


class StubError(Exception):
    """The solution is not written in a way that stubs can be cut from, or a stub would give some of it away."""


def stubs(solution: str, functions: Sequence[str] = FUNCTIONS) -> str:
    """Return the text of the students' search.py.

    What gets out is cut from the text of the solution by the positions that `ast` gives, so every Python makes the same: the
    module's docstring, the imports of `games` and those that the signatures need, and each function's signature and docstring.

    Args:
        solution: the text of solution/search.py.
        functions: the names of the functions that students write.

    Raises:
        StubError: a function or a docstring is missing, a function is not written over several lines, or a line of the
            solution's bodies would survive.
    """
    tree = ast.parse(solution)
    lines = solution.splitlines()
    chosen = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name in functions}
    missing = [name for name in functions if name not in chosen]
    if missing:
        raise StubError(f"solution/search.py has no function {', '.join(missing)}")
    parts = [_HEADER + _module_docstring(tree, lines, functions), "\n".join(_imports(tree, lines, list(chosen.values())))]
    text = "\n\n".join(parts) + "".join(f"\n\n\n{_stub(node, lines)}" for node in chosen.values()) + "\n"
    if leaked := leaks(text, solution):
        raise StubError(f"the stubs would give away a line of the solution: {leaked[0]}")
    return text


def more(solution: str, functions: Sequence[str]) -> str:
    """Return the stubs of functions in another file of the solution, to go below those of search.py.

    Raises:
        StubError: as `stubs` does.
    """
    lines = solution.splitlines()
    chosen = [node for node in ast.parse(solution).body if isinstance(node, ast.FunctionDef) and node.name in functions]
    text = "".join(f"\n\n{_stub(node, lines)}\n" for node in chosen)
    if leaked := leaks(text, solution):
        raise StubError(f"the stubs would give away a line of the solution: {leaked[0]}")
    return text


def leaks(text: str, solution: str) -> list[str]:
    """Return the lines of the solution's bodies that are in `text` as well.

    >>> leaks("x = 1", "def f():\\n    '''Say.'''\\n    x = 1\\n    return x")
    ['x = 1']
    """
    bodies = set(_body_lines(solution))
    return [line for line in map(str.strip, text.splitlines()) if line in bodies]


def _body_lines(solution: str) -> Iterator[str]:
    """Yield every line of code below a signature and its docstring, wherever functions are, and of private code."""
    lines = solution.splitlines()
    for node in ast.parse(solution).body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            continue
        body = node.body if isinstance(node, ast.FunctionDef) else [node]
        for statement in body:
            if not _is_text(statement):
                found = (line.strip() for line in lines[statement.lineno - 1 : statement.end_lineno])
                yield from (line for line in found if line not in _NOT_CODE)


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant) and isinstance(statement.value.value, str)


def _cut(lines: Sequence[str], first: int, last: int | None) -> str:
    return "\n".join(lines[first - 1 : last])


def _module_docstring(tree: ast.Module, lines: Sequence[str], functions: Sequence[str]) -> str:
    if not tree.body or not _is_text(tree.body[0]):
        raise StubError("solution/search.py does not begin with a docstring")
    text = _cut(lines, tree.body[0].lineno, tree.body[0].end_lineno)
    if set(functions) >= set(FUNCTIONS):
        return text
    words = ", ".join(_IN_WORDS.get(name, name) for name in functions)
    return f'"""Game-tree search: {words}.' + text[len(text.split("\n")[0]):]


def _imports(tree: ast.Module, lines: Sequence[str], functions: Sequence[ast.FunctionDef]) -> Iterator[str]:
    needed = {name for function in functions for name in _names_of_signature(function)}
    groups: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] == "games":
            groups.append("\n" + _cut(lines, node.lineno, node.end_lineno))  # a group of its own, as isort has it
        elif isinstance(node, ast.ImportFrom) and (kept := [alias for alias in node.names if _bound(alias) in needed]):
            groups.append(f"from {node.module} import {', '.join(ast.unparse(alias) for alias in kept)}")
        elif isinstance(node, ast.Import) and (kept := [alias for alias in node.names if _bound(alias) in needed]):
            groups.append(f"import {', '.join(ast.unparse(alias) for alias in kept)}")
    yield from "\n".join(groups).strip("\n").split("\n")


def _bound(alias: ast.alias) -> str:
    return alias.asname or alias.name.partition(".")[0]


def _names_of_signature(function: ast.FunctionDef) -> set[str]:
    parts: list[ast.AST] = [function.args, *([function.returns] if function.returns else [])]
    return {node.id for part in parts for node in ast.walk(part) if isinstance(node, ast.Name)}


def _stub(node: ast.FunctionDef, lines: Sequence[str]) -> str:
    docstring = node.body[0]
    if not _is_text(docstring):
        raise StubError(f"{node.name} has no docstring: it is the specification that students read")
    if docstring.lineno == node.lineno:
        raise StubError(f"{node.name} is written on one line: put its docstring on a line of its own")
    return f'{_cut(lines, node.lineno, docstring.end_lineno)}\n    raise NotImplementedError("write {node.name}")'


def write(solution: Path, target: Path, functions: Sequence[str] = FUNCTIONS) -> None:
    """Write the students' search.py; what is there already stays where it is the same."""
    text = stubs(solution.read_text(encoding="utf-8"), functions)
    if not target.exists() or target.read_text(encoding="utf-8") != text:
        target.write_text(text, encoding="utf-8", newline="\n")
