"""How the commands read what is typed: a complaint is one sentence, and names what there is instead."""
from __future__ import annotations

import argparse
from collections.abc import Callable, Collection
from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """A parser that answers a mistake in one sentence, without the usage; --help prints that."""

    def error(self, message: str) -> NoReturn:
        """End with status 2 and the sentence."""
        said = message.partition(": ")[2] if message.startswith("argument ") else message
        self.exit(2, f"{said}.  (All options: {self.prog} --help)\n".encode("ascii", "backslashreplace").decode())


def one_of(what: str, names: Collection[str]) -> Callable[[str], str]:
    """Return a type for an option that is one of these names.

    >>> one_of("game", ["pig", "othello"])("chess")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: there is no game 'chess'; there are: pig, othello
    """

    def named(text: str) -> str:
        if text not in names:
            raise argparse.ArgumentTypeError(f"there is no {what} {text!r}; there are: {', '.join(names)}")
        return text

    return named


def whole(text: str) -> int:
    """Read a whole number.

    >>> whole("three")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: 'three' is no whole number
    """
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None
