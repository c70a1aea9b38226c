"""Takes out of a failed check's text whatever could tell whose it is, so that it can be shown to a class."""
from __future__ import annotations

import re
from collections.abc import Sequence

from autograder.regrade.source import Person
from kibitz.words.report import plain

_PRINTED = re.compile(r"^Your program printed:\n(?:    .*(?:\n|\Z))*", re.M)
_FRAME = re.compile(r"^    \S.*, line \d+, in .*(?:\n|\Z)", re.M)
_SHORTEST_PART = 4  # "Max" and "Min" are first names, and words of every report


def anonymous(text: str, people: Sequence[Person]) -> str:
    """Return a check's text without what the program printed, without lines of its code, and without its authors.

    >>> anonymous("Your code raised KeyError: Ada Lovelace.\\n    ada.py, line 3, in f:  x\\nHint: look.", [Person("Ada Lovelace")])
    'Your code raised KeyError: [name].\\nHint: look.'
    """
    text = _FRAME.sub("", _PRINTED.sub("", text))
    for word in _names(people):
        text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", "[name]", text)
    return text.rstrip("\n")


def _names(people: Sequence[Person]) -> list[str]:
    """Return what could name a person, longest first."""
    found: set[str] = set()
    for person in people:
        found.update({person.name, person.email, person.email.partition("@")[0], person.sid})
        found.update(person.name.split())
    shown = {plain(word) for word in found if len(word) >= _SHORTEST_PART}
    return sorted(shown, key=lambda word: (-len(word), word))
