"""Reads the catalogue of mistakes: YAML in autograder/mistakes, each entry an edit of the solution or of another right program.

    functions: [minimax]                   in which function the mistakes of this file are
    mistakes:
    - id: starts_max_at_zero               finishes "this submission ..."
      looks_like: starts ...               finishes "Looks like a search that ..."
      hint: ...                            for a student
      fails: [minimax.any_infinity]        the checks it must fail, at least
      edits: [{old: ..., new: ...}]        each old text stands exactly once in that function of the solution
      before: ...                          optional: what stands before the function then
      base: accepted/negamax.py            optional: the right program that is edited instead, anywhere in it
      forms: [{edits: ...}, ...]           optional: other ways of making the same mistake
      constants: {LIMIT: [1, 10]}          optional: each number in turn takes the word's place
      only: [minimax]                      optional: in which of the file's functions

The word FUNCTION stands for the function's name everywhere.
"""
from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import yaml

from kibitz.judge.checks import BY_ID, FUNCTIONS

ROOT = Path(__file__).resolve().parent.parent
MISTAKES = ROOT / "autograder" / "mistakes"
SOLUTION = ROOT / "solution" / "search.py"
NEEDED = {"id", "looks_like", "hint", "fails", "edits"}
OPTIONAL = {"before", "base", "forms", "constants", "only"}
LONGEST_SENTENCE = 20  #: words


class CatalogueError(ValueError):
    """The catalogue has a fault; the message says in which file and line, and what to do."""


@dataclass(frozen=True)
class Mistake:
    """One mistake.

    Attributes:
        id: function.name, where the name finishes "this submission ...".
        function: where the mistake is.
        looks_like: finishes "Looks like a search that ...".
        hint: what was probably meant, what happens instead, where to look.
        fails: checks that it must fail.
        programs: search.py files with this mistake; the first is the plainest.
        where: file and line.
    """

    id: str
    function: str
    looks_like: str
    hint: str
    fails: tuple[str, ...]
    programs: tuple[str, ...]
    where: str


class _Lines(yaml.SafeLoader):
    """Notes the line of each mapping under the key "line"."""


def _mapping(loader: _Lines, node: yaml.MappingNode) -> dict[Any, Any]:
    return {**loader.construct_mapping(node, deep=True), "line": node.start_mark.line + 1}


_Lines.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


def load(folder: Path = MISTAKES, solution: Path = SOLUTION) -> list[Mistake]:
    """Read every mistake of the catalogue, in the order of the functions.

    Raises:
        CatalogueError: a file is no YAML of this form, or an edit does not fit.
    """
    found = [mistake for path in sorted(folder.glob("*.yaml")) for mistake in _read(path, solution)]
    ids: dict[str, str] = {}
    for mistake in found:
        if mistake.id in ids:
            raise CatalogueError(f"{mistake.where}: {mistake.id} is there already, at {ids[mistake.id]}: choose another id")
        ids[mistake.id] = mistake.where
    return sorted(found, key=lambda mistake: FUNCTIONS.index(mistake.function))


def accepted(folder: Path = MISTAKES / "accepted") -> dict[str, str]:
    """Return the right programs beside the catalogue, by name."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py"))}


def _read(path: Path, solution: Path) -> Iterator[Mistake]:
    try:
        data = yaml.load(path.read_text(encoding="utf-8"), _Lines)
    except yaml.YAMLError as error:
        raise CatalogueError(f"{path.name}: {error}") from error
    for entry in data["mistakes"]:
        where = f"{path.name}:{entry['line']}"
        _check_fields(entry, where)
        for function in entry.get("only", data["functions"]):
            yield _mistake(_named(entry, function), function, where, path.parent, solution)


def _check_fields(entry: dict[str, Any], where: str) -> None:
    if missing := NEEDED - set(entry):
        raise CatalogueError(f"{where}: add {', '.join(sorted(missing))}")
    if unknown := set(entry) - NEEDED - OPTIONAL - {"line"}:
        raise CatalogueError(f"{where}: remove {', '.join(sorted(unknown))}, or add it to assignment/catalogue.py")
    for sentence in entry["hint"].replace("?", ".").split(". "):
        if len(sentence.split()) > LONGEST_SENTENCE:
            raise CatalogueError(f"{where}: shorten this sentence of the hint: {sentence}")


def _named(value: Any, function: str) -> Any:
    """Return the entry with the function's name in the place of FUNCTION."""
    if isinstance(value, str):
        return value.replace("FUNCTION", function)
    if isinstance(value, list):
        return [_named(item, function) for item in value]
    if isinstance(value, dict):
        return {key: _named(item, function) for key, item in value.items()}
    return value


def _mistake(entry: dict[str, Any], function: str, where: str, folder: Path, solution: Path) -> Mistake:
    for check in entry["fails"]:
        if check not in BY_ID:
            raise CatalogueError(f"{where}: there is no check {check}: see kibitz/judge/checks.py for their ids")
    programs = []
    for form in [entry, *entry.get("forms", [])]:
        form = {**entry, **form}
        base = folder / form["base"] if "base" in form else solution
        for values in _choices(entry.get("constants", {})):
            programs.append(_program(form, values, function, base, base == solution, where))
    return Mistake(f"{function}.{entry['id']}", function, entry["looks_like"], entry["hint"], tuple(entry["fails"]),
                   tuple(dict.fromkeys(programs)), where)


def _choices(constants: dict[str, Any]) -> Iterator[dict[str, str]]:
    names = [name for name in constants if name != "line"]
    for values in product(*(constants[name] for name in names)):
        yield dict(zip(names, map(repr, values)))


def _program(form: dict[str, Any], constants: dict[str, str], function: str, base: Path, within: bool, where: str) -> str:
    text: str = base.read_text(encoding="utf-8")
    start, end = _extent(text, function) if within else (0, len(text))
    part = text[start:end]
    for edit in form["edits"]:
        count = part.count(edit["old"])
        if count != 1:
            place = f"{function} of {base.name}" if within else base.name
            raise CatalogueError(f"{where}: the old text {edit['old']!r} stands {count} times in {place}; it must stand there once")
        part = part.replace(edit["old"], edit["new"])
    part = str(form.get("before", "")) + part
    for name, value in constants.items():
        part = part.replace(name, value)
    made = text[:start] + part + text[end:]
    try:
        ast.parse(made)
    except SyntaxError as error:
        raise CatalogueError(f"{where}: the edited program is no Python ({error.msg}, line {error.lineno}): mend the edits") from error
    return made


@cache
def _extent(text: str, function: str) -> tuple[int, int]:
    """Return where a function's text begins and ends."""
    lines = text.splitlines(keepends=True)
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name == function:
            assert node.end_lineno is not None
            return _offset(lines, node.lineno - 1), _offset(lines, node.end_lineno)
    raise CatalogueError(f"there is no function {function} in the program that is to be edited")


def _offset(lines: Sequence[str], count: int) -> int:
    return sum(len(line) for line in lines[:count])
