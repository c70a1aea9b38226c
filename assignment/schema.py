"""Which keys assignment.toml may have, of what kind, and within which bounds: a table, and the one function that reads it."""
from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from assignment.toml_lines import line_of
from kibitz.judge.checks import BY_ID, FUNCTIONS

VISIBILITIES = ("visible", "hidden", "after_due_date", "after_published")
_MOST_WALL_S = 500  # Gradescope's limit is 600 by default, and results of a run that it kills are lost


class SettingsError(Exception):
    """A mistake in the settings file: one line with the file, the line and the mend."""


@dataclass(frozen=True)
class Kind:
    """What a value must be.

    Attributes:
        type: the Python type; float takes whole numbers as well.
        name: in words.
        example: a right value, as TOML.
        least, most: bounds of a number.
        choices: the texts that are allowed (of a list: its items).
        required: whether a file without the key is refused.
    """

    type: type
    name: str
    example: str
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()
    required: bool = True


@dataclass(frozen=True)
class Source:
    """A settings file: its path and its text."""

    path: Path
    text: str

    def error(self, problem: str, mend: str, *key: str) -> SettingsError:
        """Return the error for a key: one line with file, line and mend."""
        return SettingsError(f"{self.path.name}, line {line_of(self.text, *key)}: {problem}: {mend}")


_TEXT = Kind(str, "a text in quotes", '"..."')
_OWN_WORDS = Kind(str, "a text in quotes", '"..."', required=False)
_SWITCH = Kind(bool, "true or false", "false")
_POINTS = Kind(float, "a number", "5", least=0, required=False)
_VISIBLE = Kind(str, "a text in quotes", '"visible"', choices=VISIBILITIES)


def _limit(example: str, least: float, most: float, kind: type = int) -> Kind:
    return Kind(kind, "a number" if kind is float else "a whole number", example, least, most)


def schema(games: Iterable[str]) -> dict[str, Any]:
    """Return the tables and the kinds of their keys."""
    return {
        "title": _TEXT, "course": _TEXT, "term": _TEXT, "due": _TEXT,
        "seed": Kind(int, "a whole number", "7", least=0, most=2**31),
        "functions": Kind(list, "a list of names", '["minimax", "alphabeta"]', choices=FUNCTIONS),
        "games": Kind(list, "a list of names", '["tictactoe"]', choices=tuple(games)),
        "points": {"total": Kind(float, "a number", "100", least=0), **dict.fromkeys(FUNCTIONS, _POINTS)},
        "checks": {function: {check.promise: _POINTS for check in BY_ID.values() if check.function == function}
                   for function in FUNCTIONS},
        "visibility": {"all": _VISIBLE, **{check: Kind(str, "a text in quotes", '"visible"', choices=VISIBILITIES, required=False)
                                           for check in BY_ID}},
        "limits": {
            "events_base": _limit("200", 100, 100_000), "events_per_node": _limit("15", 5, 1000),
            "cpu_seconds": _limit("3.0", 0.5, 60, float), "total_cpu_seconds": _limit("110", 5, _MOST_WALL_S, float),
            "total_seconds": _limit("240", 10, _MOST_WALL_S, float), "memory_mb": _limit("256", 128, 4096),
            "first_uid": _limit("61000", 1000, 2**31), "uids": _limit("100", 1, 100_000),
        },
        "extra_credit": {"on": _SWITCH, "leaderboard": _SWITCH},
        "handout": {"contact": _OWN_WORDS, "policy": _OWN_WORDS},
    }


def check(data: Mapping[str, Any], wanted: Mapping[str, Any], source: Source, *above: str) -> None:
    """Check a table of the file, and those below it.

    Raises:
        SettingsError: a key is unknown or missing, or its value is not of the right kind.
    """
    for key in data:
        if key not in wanted:
            raise source.error(f'unknown key "{key}"{_in(above)}', _near(key, wanted), *above, key)
    for key, kind in wanted.items():
        place = (*above, key)
        if isinstance(kind, Mapping):
            if not isinstance(data.get(key, {}), Mapping):
                raise source.error(f"{'.'.join(place)} is a table", f"write [{'.'.join(place)}] on a line of its own", *place)
            check(data.get(key, {}), kind, source, *place)
        elif key in data:
            _check_value(data[key], kind, source, place)
        elif kind.required:
            raise source.error(f"{'.'.join(place)} is missing", f"add {key} = {kind.example}{_in(above)}", *place)


def _in(above: tuple[str, ...]) -> str:
    return f" in [{'.'.join(above)}]" if above else ""


def _near(word: str, known: Iterable[str]) -> str:
    names = list(known)
    near = difflib.get_close_matches(word, names, 1, 0.5)
    return f'do you mean "{near[0]}"?' if near else f"known are {', '.join(names)}"


def _check_value(value: Any, kind: Kind, source: Source, place: tuple[str, ...]) -> None:
    name = ".".join(place)
    right = isinstance(value, (int, float) if kind.type is float else kind.type)
    if not right or (isinstance(value, bool) and kind.type is not bool):
        raise source.error(f"{name} must be {kind.name}, not {_shown(value)}", f"write {place[-1]} = {kind.example}", *place)
    if kind.type is str and kind.example == _TEXT.example and kind.required and not value.strip():
        raise source.error(f"{name} is empty", f"write {place[-1]} = {kind.example}", *place)
    if isinstance(value, float) and not isfinite(value):
        raise source.error(f"{name} must be a finite number, not {value}", f"write {place[-1]} = {kind.example}", *place)
    if (kind.least is not None and value < kind.least) or (kind.most is not None and value > kind.most):
        bounds = f"at least {kind.least:,g}" + (f" and at most {kind.most:,g}" if kind.most is not None else "")
        raise source.error(f"{name} is {value:g}", f"it must be {bounds}", *place)
    for item in (value if kind.type is list else [value]) if kind.choices else ():
        if item not in kind.choices:
            raise source.error(f"{name} has no {_shown(item)}", _near(str(item), kind.choices), *place)
    if kind.type is list and len(set(value)) < len(value):
        raise source.error(f"{name} names something twice", "name each once", *place)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value[:40]}"' if isinstance(value, str) else f"{value!r}"[:40]
