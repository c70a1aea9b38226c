"""What a search.py defines, read from its source: hints about names and parameters, and the imports it may not have.

Runs in the confined process: parsing hostile source can crash an interpreter.
"""
from __future__ import annotations

import ast
import os
from collections.abc import Iterator

# function: the parameters that it must be callable with, and those it must accept besides
_WANTED = {
    "minimax": ("game, depth", ""),
    "alphabeta": ("game, depth", "alpha, beta"),
    "expectimax": ("game, depth", ""),
    "best_move": ("game, depth", "search"),
}
_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


class ForbiddenImport(ImportError):
    """A submission imports the grader's library."""


def forbid_the_kit(folder: str) -> None:
    """Refuse a submission that imports `kibitz` anywhere.

    Raises:
        ForbiddenImport: naming the file and the line.
    """
    for path in sources(folder):
        with open(path, "rb") as file:
            source = file.read()
        if b"kibitz" not in source:
            continue
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError):
            continue  # importing it says so better
        for node in ast.walk(tree):
            if any(name.partition(".")[0] == "kibitz" for name in _imported_names(node)):
                raise ForbiddenImport(f"{os.path.relpath(path, folder)}, line {getattr(node, 'lineno', 0)}, imports kibitz, "
                                      "which belongs to the grader: search.py must work without it")


def sources(folder: str) -> Iterator[str]:
    """Yield the paths of the Python files below `folder`."""
    for here, _, files in os.walk(folder):
        yield from (os.path.join(here, name) for name in sorted(files) if name.endswith(".py"))


def _imported_names(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [node.module or ""] if node.level == 0 else []
    return []


def hints(folder: str) -> dict[str, str]:
    """Return a sentence for each required function that search.py, in `folder`, visibly lacks or declares in a wrong way."""
    with open(os.path.join(folder, "search.py"), "rb") as file:
        try:
            body = ast.parse(file.read()).body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return {}
    functions = {node.name: node for node in body if isinstance(node, _FUNCTION)}
    found = {}
    for name in _WANTED:
        if name in functions:
            sentence = _wrong(functions[name])
        elif _may_define(body, name):
            sentence = None
        else:
            sentence = _missing(name, body, list(functions))
        if sentence:
            found[name] = sentence
    return found


def _may_define(body: list[ast.stmt], name: str) -> bool:
    """Tell whether a statement other than a plain `def` could define `name` at the top level."""
    for node in body:
        if isinstance(node, (ast.ClassDef, *_FUNCTION)):
            if node.name == name:
                return True
            continue
        for part in ast.walk(node):
            if isinstance(part, ast.alias) and (part.name == "*" or (part.asname or part.name) == name):
                return True
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store) and part.id == name:
                return True
            if isinstance(part, _FUNCTION) and part.name == name:
                return True
            if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id in ("exec", "globals", "setattr"):
                return True
    return False


def _missing(name: str, body: list[ast.stmt], functions: list[str]) -> str:
    said = f"search.py does not define {name}"
    for node in body:
        if isinstance(node, ast.ClassDef) and any(isinstance(method, _FUNCTION) and method.name == name for method in node.body):
            return f"{said} (found class {node.name} with a method of that name: write it as a function, outside the class)"
    if close := _close(name, functions):
        return f"{said}; did you mean {close}? The name must be exactly {name}"
    classes = [node.name for node in body if isinstance(node, ast.ClassDef)]
    return said + (f" (found class {classes[0]})" if classes and not functions else "")


def _close(name: str, functions: list[str]) -> str | None:
    others = {other.lower().replace("_", ""): other for other in functions if other not in _WANTED}
    from difflib import get_close_matches  # few submissions need it

    found = get_close_matches(name.replace("_", ""), others, n=1, cutoff=0.8)
    return others[found[0]] if found else None


def _wrong(function: ast.FunctionDef | ast.AsyncFunctionDef) -> str | None:
    if isinstance(function, ast.AsyncFunctionDef):
        return f"{function.name} is an async function, so a call returns no value: write `def` without `async`"
    if _is_generator(function):
        return f"{function.name} contains `yield`, so a call returns a generator and no value: use `return`"
    return None if function.decorator_list else _wrong_parameters(function)


def _is_generator(function: ast.FunctionDef) -> bool:
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            waiting += ast.iter_child_nodes(node)
    return False


def _wrong_parameters(function: ast.FunctionDef) -> str | None:
    needed, besides = _WANTED[function.name]
    least, most = len(needed.split(", ")), len(f"{needed}, {besides}".rstrip(", ").split(", "))
    parameters = function.args
    positional = len(parameters.posonlyargs) + len(parameters.args)
    required = positional - len(parameters.defaults)
    keywords = [argument.arg for argument, default in zip(parameters.kwonlyargs, parameters.kw_defaults) if default is None]
    if required > least or keywords:
        return (f"{function.name} must be callable as {function.name}({needed}); give its other parameters default values "
                f"(line {function.lineno})")
    if positional < most and parameters.vararg is None:
        accepts = ", ".join(part for part in (needed, besides) if part)
        return f"{function.name} must accept the parameters ({accepts}) (line {function.lineno})"
    return None
