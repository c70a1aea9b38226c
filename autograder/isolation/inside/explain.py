"""Turns the error that stopped a search.py into one sentence for its author; survives errors made to break that."""
from __future__ import annotations

import linecache
import os
import sys

_TEXT_LENGTH = 500
_MENDS = {  # what a message of Python's or the source contains: what to do
    "invalid character": "type plain quotes and signs; these come from a word processor or a web page",
    "inconsistent use of tabs": "let your editor turn all tabs into spaces",
    "<<<<<<<": "this is a conflict that git left for you to settle",
    ">>>>>>>": "this is a conflict that git left for you to settle",
    "call to 'print'": "this is Python 2",
}
PYTHON = f"the grader runs Python {sys.version_info[0]}.{sys.version_info[1]}"
# bound now: the program that raised the error may have replaced the builtins
_str, _isinstance, _len, _type_name = str, isinstance, len, type.__dict__["__name__"].__get__
_traceback_of = BaseException.__dict__["__traceback__"].__get__


def _text(value: object) -> str:
    """Return str(value), cut, or a remark where that fails."""
    try:
        text = _str(value)
        if type(text) is not _str:
            return "its text could not be shown"
        return text if _len(text) <= _TEXT_LENGTH else text[:_TEXT_LENGTH] + "..."
    except BaseException:
        return "its text could not be shown"


def _named(error: BaseException) -> str:
    name, text = _type_name(type(error)), _text(error)
    return f"{name}: {text}" if text else name


def explain_broken(error: BaseException) -> str:
    """Say that the search process itself broke, most likely because the student's code changed what it runs on."""
    try:
        if _isinstance(error, MemoryError):
            return "your program used more memory than it may"
        return f"your program broke the process it runs in ({_named(error)})"
    except BaseException:
        return "your program broke the process it runs in"


def explain_load(error: BaseException, folder: str) -> str:
    """Say why search.py, in `folder`, could not be imported, with the line of the student's own code."""
    try:
        return _explain_load(error, folder)
    except BaseException:
        return "search.py could not be imported, and its error could not be shown"


def _explain_load(error: BaseException, folder: str) -> str:
    if isinstance(error, SyntaxError):
        return _syntax(error)
    if _type_name(type(error)) == "ForbiddenImport":
        return _text(error)
    where = _where(error, folder)
    if _isinstance(error, SystemExit):
        return f"search.py ended the program while being imported (sys.exit, exit or quit){where}"
    if _isinstance(error, KeyboardInterrupt):
        return f"search.py ended with a KeyboardInterrupt while being imported{where}"
    if _isinstance(error, EOFError):
        return ("search.py asks for input while being imported (EOFError: there is nobody to type); "
                f'put that under `if __name__ == "__main__":`{where}')
    if _isinstance(error, MemoryError):
        return ("search.py could not be imported: it used more memory than it may, or an expression is nested too deeply "
                f"(MemoryError){where}")
    if _isinstance(error, ModuleNotFoundError):
        return (f"search.py could not be imported: {_named(error)}. Only the standard library, `games` and the .py files "
                f"submitted beside search.py are there{where}")
    if _isinstance(error, PermissionError):
        return (f"search.py could not be imported: {_named(error)}. The grader allows no other program, no network and no file "
                f"outside the program's own folder{where}")
    return f"search.py could not be imported: {_named(error)}{where}"


def _syntax(error: SyntaxError) -> str:
    name = os.path.basename(_text(error.filename)) if error.filename else "search.py"
    line = f", line {error.lineno}" if error.lineno else ""
    source = error.text
    hints = [mend for sign, mend in _MENDS.items() if sign in f"{_text(error.msg)} {_text(source)}"]
    said = "; ".join([f"{name}{line}: {_type_name(type(error))}: {_text(error.msg)}", *hints[:1]]) + f" ({PYTHON})"
    if type(source) is not str or not source.strip():
        return said
    shown = source.rstrip().expandtabs(1)[:200]
    indent = len(shown) - len(shown.lstrip())
    caret = max((error.offset or 1) - 1 - indent, 0)
    return f"{said}\n    {shown.strip()}\n    {' ' * caret}^"


def _where(error: BaseException, folder: str) -> str:
    """Return the innermost line of the student's own files that the error passed, or nothing."""
    found = ""
    step = _traceback_of(error)
    while step is not None:
        path = step.tb_frame.f_code.co_filename
        if path.startswith(folder):
            source = linecache.getline(path, step.tb_lineno).strip()[:200]
            found = f"\n  {os.path.relpath(path, folder)}, line {step.tb_lineno}: {source}"
        step = step.tb_next
    return found
