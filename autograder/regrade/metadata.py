"""Reads a Gradescope export's submission_metadata.yml, whatever is missing from it.

It is YAML written by Ruby: keys are symbols (`:name`), and some values may carry Ruby's tags. Nothing in it is worth more than
the grades themselves, so what cannot be read becomes a sentence, never an error.
"""
from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import yaml

from autograder.regrade.source import Details, Old, Person

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times as fast, where libyaml is there

_SYMBOL = re.compile(r"([{,]\s*)(:\w+):(?=\s)")


class _Lenient(_Loader):  # type: ignore[misc]
    """A safe loader that takes Ruby's objects for plain data and reports keys that are there twice."""

    def __init__(self, stream: Any) -> None:
        super().__init__(stream)
        self.twice: list[str] = []


def _tagged(loader: Any, _suffix: str, node: yaml.Node) -> Any:
    if isinstance(node, yaml.MappingNode):
        return loader.construct_mapping(node, deep=True)
    if isinstance(node, yaml.SequenceNode):
        return loader.construct_sequence(node, deep=True)
    return loader.construct_scalar(node)


def _mapping(loader: Any, node: yaml.MappingNode) -> dict[Any, Any]:
    seen: set[str] = set()
    for key, _ in node.value:
        if isinstance(key, yaml.ScalarNode) and key.value.startswith("submission_"):
            loader.twice += [key.value] if key.value in seen else []
            seen.add(key.value)
    return dict(loader.construct_mapping(node, deep=True))


_Lenient.add_multi_constructor("!", _tagged)
_Lenient.add_constructor("tag:yaml.org,2002:map", _mapping)


def read_metadata(path: Path) -> tuple[dict[str, Details], tuple[str, ...]]:
    """Return the details by submission folder, and sentences about what could not be read."""
    try:
        data, twice = _parsed(path.read_bytes().decode("utf-8", "replace"))
    except (OSError, yaml.YAMLError, ValueError, TypeError, RecursionError, AttributeError) as error:
        first = str(error).strip().split("\n")[0]
        return {}, (f"{path.name} cannot be read ({type(error).__name__}: {first}): names and old scores are missing",)
    if not isinstance(data, dict):
        return {}, (f"{path.name} does not list submissions: names and old scores are missing",)
    notes = tuple(f"{key} is in {path.name} twice: the last entry counts" for key in dict.fromkeys(twice))
    return {str(key): details(entry) for key, entry in data.items()}, notes


def _parsed(text: str) -> tuple[Any, list[str]]:
    """Parse the text; symbols in braces, which Ruby writes and reads and PyYAML does not, are quoted where it fails without."""
    try:
        return _loaded(text)
    except yaml.YAMLError:
        quoted = _SYMBOL.sub(r'\1"\2":', text)
        if quoted == text:
            raise
        return _loaded(quoted)


def _loaded(text: str) -> tuple[Any, list[str]]:
    loader = _Lenient(text)
    try:
        return loader.get_single_data(), loader.twice
    finally:
        loader.dispose()


def details(entry: Any) -> Details:
    """Read one submission's entry.

    >>> details({":submitters": [{":name": "Ada", ":sid": 7}], ":score": 5}).people
    (Person(name='Ada', sid='7', email=''),)
    """
    found = _get(entry, "submitters")
    submitters = found if isinstance(found, list) else []
    people = tuple(Person(*(_text(_get(one, field)) for field in ("name", "sid", "email"))) for one in submitters if isinstance(one, dict))
    return Details(people, _text(_get(entry, "created_at")), _old(entry))


def _get(entry: Any, key: str) -> Any:
    """Return a field, whether its key is a Ruby symbol or a string."""
    return entry.get(f":{key}", entry.get(key)) if isinstance(entry, dict) else None


def _text(value: Any) -> str:
    if isinstance(value, date):
        return value.isoformat()
    return str(value).strip() if isinstance(value, (str, int, float)) and not isinstance(value, bool) else ""


def number(value: Any) -> float | None:
    """Return a finite number, also one written as text, or None.

    >>> number("17.50"), number(True), number(float("nan"))
    (17.5, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        found = float(value)
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) else None


def _old(entry: Any) -> Old | None:
    results = _get(entry, "results")
    score = number(_get(entry, "score"))
    if score is None:
        score = number(_get(results, "score"))
    if score is None:
        return None
    tests = _get(results, "tests")
    return Old(score, dict(filter(None, map(_old_check, tests if isinstance(tests, list) else []))))


def _old_check(test: Any) -> tuple[str, tuple[float, float]] | None:
    extra: Mapping[str, Any] | None = _get(test, "extra_data")
    check = _text(_get(extra, "check")) or _text(_get(test, "name")).partition(":")[0]
    score, most = number(_get(test, "score")), number(_get(test, "max_score"))
    return (check, (score, most)) if check and score is not None and most is not None else None
