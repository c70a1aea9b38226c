"""Reads assignment.toml, and refuses it in one line where something in it is wrong."""
from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assignment.schema import SettingsError, Source, check, schema
from games import GAMES
from kibitz.judge.checks import BY_ID

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TOML = Path(__file__).with_name("assignment.toml")


@dataclass(frozen=True)
class Assignment:
    """The settings of one term.

    Attributes:
        title, course, term, due: texts for the handout.
        seed: the number from which trees and graded cases are drawn.
        functions: what students write, in order.
        games: the names of the games that are in.
        points: of each graded check, by id, in the order of kibitz.judge.checks.
        visibility: of each graded check.
        limits: as the file has them.
        extra_credit, leaderboard: whether there are these.
        contact, policy: paragraphs of Markdown, or "".
    """

    title: str
    course: str
    term: str
    due: str
    seed: int
    functions: tuple[str, ...]
    games: tuple[str, ...]
    points: dict[str, float]
    visibility: dict[str, str]
    limits: dict[str, float]
    extra_credit: bool
    leaderboard: bool
    contact: str
    policy: str

    @property
    def total(self) -> float:
        """All points."""
        return sum(self.points.values())

    def of(self, function: str) -> dict[str, float]:
        """Return the points of one function's checks."""
        return {name: points for name, points in self.points.items() if BY_ID[name].function == function}


def load(path: Path = TOML) -> Assignment:
    """Read a settings file.

    Raises:
        SettingsError: something in it is wrong; its one line has the file, the line and the mend.
    """
    source = _read(path)
    data = _parsed(source)
    check(data, schema(GAMES), source)
    functions = tuple(data["functions"])
    _check_functions(functions, data, source)
    points = {name: data["checks"][entry.function][entry.promise] for name, entry in BY_ID.items()
              if entry.function in functions and data.get("checks", {}).get(entry.function, {}).get(entry.promise)}
    _check_points(data, functions, points, source)
    _check_games(data, points, source)
    _check_limits(data["limits"], source)
    if data["extra_credit"]["leaderboard"] and not data["extra_credit"]["on"]:
        raise source.error("a leaderboard ranks extra credit, which is off", "set on = true, or leaderboard = false", "extra_credit",
                           "leaderboard")
    own = data.get("handout", {})
    return Assignment(
        data["title"].strip(), data["course"].strip(), data["term"].strip(), data["due"].strip(), data["seed"],
        functions, tuple(data["games"]), points, {name: data["visibility"].get(name, data["visibility"]["all"]) for name in points},
        dict(data["limits"]), data["extra_credit"]["on"], data["extra_credit"]["leaderboard"], own.get("contact", "").strip(),
        own.get("policy", "").strip())


def _read(path: Path) -> Source:
    try:
        return Source(path, path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise SettingsError(f"{path.name}, line {line}: this is not UTF-8: save the file with that encoding") from error
    except OSError as error:
        raise SettingsError(f"{path.name}, line 1: it cannot be read ({error.strerror}): give the path of a settings file") from error


def _parsed(source: Source) -> dict[str, Any]:
    try:
        data: dict[str, Any] = tomllib.loads(source.text)
        return data
    except tomllib.TOMLDecodeError as error:
        said = re.sub(r" \(at .*\)$", "", str(error))
        place = re.search(r"at line (\d+)", str(error))
        line = int(place[1]) if place else max(1, len(source.text.splitlines()))
        mend = ("a key or a table is there twice, delete one" if "twice" in said or "overwrite" in said or "mutate" in said
                else "write key = value, with texts in quotes")
        raise SettingsError(f"{source.path.name}, line {line}: this is not TOML ({said}): {mend}") from error


def _check_functions(functions: tuple[str, ...], data: dict[str, Any], source: Source) -> None:
    if "minimax" not in functions:
        raise source.error("functions is without minimax", 'add "minimax": the others are defined by it', "functions")
    if "best_move" in functions[:-1]:
        raise source.error("best_move is not the last of functions", "move it to the end: it uses the others", "functions")
    for function in functions:
        if function not in data["points"]:
            raise source.error(f"points.{function} is missing", f"add {function} = 10 in [points]", "points", function)


def _check_points(data: dict[str, Any], functions: tuple[str, ...], points: dict[str, float], source: Source) -> None:
    for function in functions:
        there, wanted = sum(value for name, value in points.items() if BY_ID[name].function == function), data["points"][function]
        if abs(there - wanted) > 1e-9:
            raise source.error(f"the checks of {function} sum to {there:g}, not to {wanted:g}",
                               f"change points of [checks.{function}], or points.{function}", "checks", function)
        if not wanted:
            raise source.error(f"{function} has no points", f'take "{function}" out of functions, or give it points', "points", function)
    there, wanted = sum(data["points"][function] for function in functions), data["points"]["total"]
    if abs(there - wanted) > 1e-9:
        raise source.error(f"the points of {', '.join(functions)} sum to {there:g}, not to {wanted:g}",
                           f"set total = {there:g}, or change the points of a function", "points", "total")


def _check_games(data: dict[str, Any], points: dict[str, float], source: Source) -> None:
    without_chance = [name for name in data["games"] if name not in ("pig", "einstein")]
    wanting = [name for name in points if name.endswith(".games") and not name.startswith("expectimax")]
    if wanting and not without_chance:
        raise source.error(f"{wanting[0]} needs a game without chance", 'add "tictactoe" to games, or delete that check', "games")


def _check_limits(limits: dict[str, float], source: Source) -> None:
    if limits["total_cpu_seconds"] > limits["total_seconds"]:
        raise source.error("limits.total_cpu_seconds is more than limits.total_seconds", "no run computes longer than it lasts: lower it",
                           "limits", "total_cpu_seconds")
    if limits["cpu_seconds"] > limits["total_cpu_seconds"]:
        raise source.error("limits.cpu_seconds, of one check, is more than total_cpu_seconds, of all", "lower it", "limits", "cpu_seconds")


__all__ = ["Assignment", "SettingsError", "load"]
