"""What the class got wrong: submissions grouped by named mistake, and the unknown ones by how they behave.

Two bugs in two functions are two mistakes, so grouping goes function by function; only what a wrong minimax does to best_move's
default search is counted with minimax. Where nothing names a mistake, the failed checks and
the kinds of their findings are its behaviour.
"""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median

from autograder.diagnosis import load
from autograder.regrade.record import Line, Record
from autograder.verdict import Status

_OF_MINIMAX = "best_move.known_trees"  # judged with the default search, so a wrong minimax fails it too
COMMON = 3  #: so many submissions that share an unknown behaviour are the instructor's to-do


@dataclass(frozen=True)
class Cluster:
    """Submissions that made one mistake.

    Attributes:
        mistake: its id, or "" where only the behaviour is known.
        function: where it is.
        behaviour: the failed checks and the kinds of their findings, as most of the members have them.
        members: names of submissions.
        typical_loss: the median of the points that it cost them.
        example: the submission and the check whose text names the mistake, if one does, stands best alone, and is the shortest.
    """

    mistake: str
    function: str
    behaviour: tuple[tuple[str, str], ...]
    members: tuple[str, ...]
    typical_loss: float
    example: tuple[str, str]


def in_words(mistake: str) -> tuple[str, str]:
    """Return what a search with this mistake does, and the hint that its author was shown, if the mistake is known here.

    >>> in_words("minimax.some_new_one")
    ('some new one', '')
    """
    function, _, name = mistake.rpartition(".")
    probes = load().get(function)
    return probes.mistakes.get(mistake, (name.replace("_", " "), "")) if probes else (name.replace("_", " "), "")


_Key = tuple[str, str, tuple[tuple[str, str], ...]]


def clusters(records: Mapping[str, Record]) -> list[Cluster]:
    """Return all clusters: named ones first, then by size."""
    groups: dict[_Key, list[tuple[str, list[Line]]]] = defaultdict(list)
    for name, record in records.items():
        for function, lines in _failed(record).items():
            for key, part in _mistakes(function, lines).items():
                groups[key].append((name, part))
    found = [_cluster(key, members) for key, members in groups.items()]
    return sorted(found, key=lambda one: (not one.mistake, -len(one.members), one.function, one.mistake, one.behaviour))


def _failed(record: Record) -> dict[str, list[Line]]:
    by_function: dict[str, list[Line]] = defaultdict(list)
    for line in record.lines:
        if line.status is Status.FAILED:
            by_function[line.function].append(line)
    if by_function["minimax"] and [line.check for line in by_function["best_move"]] == [_OF_MINIMAX]:
        by_function["minimax"] += by_function.pop("best_move")
    return {function: lines for function, lines in by_function.items() if lines}


def _mistakes(function: str, lines: list[Line]) -> dict[_Key, list[Line]]:
    """Divide one function's failed checks by mistake; unnamed ones go with the only named one, if there is one."""
    named = list(dict.fromkeys(line.mistake for line in lines if line.mistake))
    if len(named) == 1:
        return {(named[0], function, ()): lines}
    parts: dict[_Key, list[Line]] = {(mistake, function, ()): [line for line in lines if line.mistake == mistake] for mistake in named}
    if unnamed := [line for line in lines if not line.mistake]:
        parts["", function, _behaviour(unnamed)] = unnamed
    return parts


def _behaviour(lines: list[Line]) -> tuple[tuple[str, str], ...]:
    return tuple((line.check, line.kind) for line in lines)


def _cluster(key: _Key, members: list[tuple[str, list[Line]]]) -> Cluster:
    mistake, function, behaviour = key
    shapes = [_behaviour(lines) for _, lines in members]
    common = behaviour or max(sorted(set(shapes)), key=shapes.count)
    examples = [(bool(mistake and not line.mistake), line.rank, line.size, place, name, line.check)
                for name, lines in members for place, line in enumerate(lines)]
    *_, name, check = min(examples)
    loss = median(sum(line.lost for line in lines) for _, lines in members)
    return Cluster(mistake, function, common, tuple(name for name, _ in members), loss, (name, check))
