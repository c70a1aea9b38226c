"""What a search came to, in words: the page, the terminal and the growth table all say it with these.

The child's last message has a "status":

    returned       "value": a number as kibitz.watch.wire writes it (may be missing for a move); for a move also "move",
                   "line", "values" of the moves, "compared": whether all of them are exact, and "wrong": what came back
                   once instead of a number
    wrong type     "function", "value": what came back instead of a number
    illegal move   "got", "legal";  no move: best_move returned None in mid-game
    not written    "function": the one that raised NotImplementedError;  missing: search.py has no such function
    raised         "message": the error and the student's line;  broken: search.py does not load
    limit          the limit of positions was reached
"""

from __future__ import annotations

from math import isclose, isinf
from typing import Any

from games.game import Number
from kibitz.judge.run import TOLERANCE, shown
from kibitz.play.labels import worth
from kibitz.play.positions import Position, position_of, random_move
from kibitz.play.searches import Search
from kibitz.watch.wire import WireError, number_from_json

UNWRITTEN = ("not written", "missing")


def number_of(data: object) -> Number | None:
    """Return the number that a child sent, or None where it is none."""
    try:
        return number_from_json(data)
    except WireError:
        return None


def failure(latest: dict[str, Any]) -> str:
    """Return what went wrong in a search that gave no usable answer, "" where nothing did."""
    status, function = latest.get("status"), latest.get("function", "")
    if status == "wrong type":
        return _no_number(function, latest.get("value"))
    return {
        "not written": f"{function} is not written yet.",
        "missing": f"search.py does not define {function}.",
        "broken": str(latest.get("message")),
        "raised": f"Your code raised {latest.get('message')}",
        "illegal move": f"best_move returned {latest.get('got')}, which is not a legal move here.",
        "no move": "best_move returned None, although the game is not over.",
        "limit": "The limit of positions was reached.",
        "returned": "",
    }.get(str(status), "")


def _no_number(function: str, got: Any) -> str:
    known = got if isinstance(got, dict) else {}
    return f"{function} returned {known.get('repr', '?')} ({known.get('type', '?')}), which is not a number."


def progress(search: Search) -> dict[str, Any]:
    """Return the numbers of a running or finished search."""
    latest = search.latest
    return {
        "id": search.number,
        "state": search.state,
        "positions": latest.get("positions", 0),
        "at_limit": latest.get("at_limit", 0),
        "fraction": 1.0 if search.state == "done" else latest.get("fraction", 0.0),
        "seconds": round(latest.get("seconds", 0.0) if search.state == "done" else search.seconds, 3),
    }


def outcome(search: Search) -> dict[str, Any]:
    """Return what the page shows of a search for a move: numbers, sentence, move, warnings."""
    said = progress(search)
    if search.state == "running":
        return said
    position = position_of(search.request["position"])
    notes = _notes(search)
    if search.state == "done" and search.latest.get("status") == "returned":
        return {**said, **_chosen(position, search), "notes": notes}
    unwritten = search.state == "done" and search.latest.get("status") in UNWRITTEN
    message = _ended(search) + (" Moves are at random until it is." if unwritten else "")
    return {
        **said,
        "failed": True,
        "message": message,
        "notes": notes,
        "random_move": random_move(position),
        "unwritten": unwritten,
    }


def _ended(search: Search) -> str:
    if search.state == "stopped":
        return f"Stopped after {search.latest.get('positions', 0):,} positions. {search.why}".strip()
    if search.state == "died":
        return f"The search's process ended without an answer (exit code {search.exit_code})."
    return failure(search.latest)


def _notes(search: Search) -> list[str]:
    notes = []
    if search.stale:
        notes.append("search.py changed while it searched: the result is of the older file.")
    if search.latest.get("restored") is False:
        notes.append("Your search did not leave the position as it found it: an undo is missing.")
    if wrong := search.latest.get("wrong"):
        notes.append(_no_number(search.request["algorithm"], wrong))
    if printed := str(search.latest.get("printed", "")):
        notes.append(f"Your code printed: {printed}")
    return notes


def _chosen(position: Position, search: Search) -> dict[str, Any]:
    """Return the move, its value and the line in words, and a warning where another move was worth more."""
    latest, name = search.latest, position.name
    move = str(latest["move"])
    shorts = _line_in_short(position, latest.get("line") or [move])
    value = number_of(latest.get("value"))
    text = f"move {shorts[0]}"
    if value is not None:
        text += f", value {signed(value)} ({worth(name, value)})"
    if len(shorts) > 1:
        text += f", expected line {' '.join(shorts)}"
    return {"failed": False, "move": move, "message": text, "warning": _warning(position, search, value)}


def _line_in_short(position: Position, line: list[str]) -> list[str]:
    data = {**as_data(position), "moves": [*position.codes, *line]}
    return [short for _, _, short, _ in position_of(data).said[len(position.codes) :]]


def as_data(position: Position) -> dict[str, Any]:
    """Return what position_of reads."""
    return {"game": position.name, "start": position.start, "seed": position.seed, "moves": list(position.codes)}


def _warning(position: Position, search: Search, value: Number | None) -> str:
    """Return a sentence when best_move's move is not of best value, going by the values its own search returned."""
    latest = search.latest
    values = {
        code: number for code, data in latest.get("values", {}).items() if (number := number_of(data)) is not None
    }
    if value is None or not latest.get("compared") or len(values) < 2:
        return ""
    best = max if position.game.turn == "MAX" else min
    better = best(values, key=lambda code: values[code])
    if same(values[better], value):
        return ""
    mine, other = (_line_in_short(position, [code])[0] for code in (str(latest["move"]), better))
    return (
        f"best_move played {mine}, worth {signed(value)}, although {search.request['algorithm']} says that {other} "
        f"is worth {signed(values[better])} (depth {search.request['depth']})."
    )


def same(one: Number, other: Number) -> bool:
    """Tell whether two values are equal, within what floats allow.

    >>> same(0.1 + 0.2, 0.3), same(float("inf"), 3), same(10**400, 10**400 + 1)
    (True, False, False)
    """
    try:
        return one == other or isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    except OverflowError:  # an int beyond what a float can hold
        return False


def signed(value: Number) -> str:
    """Return a value for people, with its sign: "+3", "-0.5", "0"."""
    text = shown(value)
    return f"+{text}" if value > 0 and not (isinstance(value, float) and isinf(value)) else text
