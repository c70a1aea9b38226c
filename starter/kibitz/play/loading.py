"""Loads search.py afresh and says in one sentence what is wrong where it, or a function in it, fails."""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path
from types import ModuleType

TEXT_LIMIT = 300


class Broken(Exception):
    """search.py cannot be loaded; the message is a sentence for the student, with the line for a syntax error."""


def load(path: Path) -> ModuleType:
    """Return the module in `path`, compiled from what the file holds now.

    Bytecode is neither read nor written for it: a cached file goes by the second, and two saves may fall into one.

    Raises:
        Broken: there is no such file, or it cannot be read, compiled or run.
    """
    sys.dont_write_bytecode = True
    module = ModuleType("search")
    module.__file__ = str(path)
    try:
        code = compile(path.read_bytes(), str(path), "exec")
        sys.modules["search"] = module
        exec(code, module.__dict__)
    except FileNotFoundError as error:
        raise Broken(
            f"There is no {path.name} in this folder yet." if not path.exists() else describe(error, path)
        ) from None
    except SyntaxError as error:
        raise Broken(_syntax(error, path)) from None
    except BaseException as error:  # SystemExit too: whatever it is, it is the file's
        raise Broken(f"{path.name} does not load: {describe(error, path)}") from None
    return module


def _syntax(error: SyntaxError, path: Path) -> str:
    """Return the sentence, the line and a caret under the place."""
    name = os.path.basename(str(error.filename or path.name))
    first = f"{name} does not load: {type(error).__name__} in line {error.lineno}: {error.msg}"
    if not error.text:
        return first
    line = error.text.rstrip("\n").expandtabs(4)
    indent = len(line) - len(line.lstrip())
    caret = max((error.offset or 1) - 1 - indent, 0)
    return f"{first}\n    {line.strip()[:TEXT_LIMIT]}\n    {' ' * min(caret, TEXT_LIMIT)}^"


def describe(error: BaseException, path: Path) -> str:
    """Return the error's type and message, and the last line of the student's own that it passed.

    >>> describe(ValueError("no"), Path("search.py"))
    'ValueError: no'
    """
    text = f"{_name(error)}: {_message(error)}".rstrip(": ")
    folder = str(path.parent)
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if os.path.dirname(frame.filename) == folder]
    if not frames:
        return text
    last = frames[-1]
    where = f" ({os.path.basename(last.filename)}, line {last.lineno}, in {last.name})"
    return text + where + (f"\n    {last.line[:TEXT_LIMIT]}" if last.line else "")


def _name(error: BaseException) -> str:
    return type(error).__name__[:60]


def _message(error: BaseException) -> str:
    try:
        return str(error)[:TEXT_LIMIT]
    except BaseException:  # a message of the student's own making may raise
        return "(its message cannot be shown)"
