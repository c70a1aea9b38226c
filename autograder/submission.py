"""Reads what was submitted: the files to run, or one clear sentence about why there is nothing to run.

A submission is hostile until shown otherwise: links are not followed, nothing but regular files is opened, sizes are capped,
and no line of it is executed or even parsed here.
"""
from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from autograder.reading import encoding, walk
from autograder.reading.walk import Entry

SEARCH = "search.py"
_MOST_BYTES = 1 << 20  # of one file: a search is a few KB
_MOST_BYTES_IN_ALL = 4 << 20
_MOST_HELPERS = 100
_LONGEST_PATH = 200  # bytes: elsewhere, below another folder, a longer one might not fit, and that would be a fault of the kit
_NAMES_SHOWN = 8
_NAME_SHOWN = 60  # characters
_TAKEN = frozenset(sys.stdlib_module_names) | {"games", "kibitz", "search", "_isolation", "pytest", "hypothesis", "autograder", "solution"}


class SubmissionNotFound(Exception):
    """The path that was to be graded does not exist."""


@dataclass(frozen=True)
class Submission:
    """What was submitted.

    Attributes:
        files: search.py and its helper modules, path to content; empty if there is a problem.
        problem: a sentence for the student that says why it cannot be graded and how to mend it.
        notes: sentences about what was left out or found in an odd place.
    """

    files: dict[str, bytes] = field(default_factory=dict)
    problem: str | None = None
    notes: tuple[str, ...] = ()


def read_submission(path: Path) -> Submission:
    """Read the submission at `path`, a search.py or a folder with one.

    Raises:
        SubmissionNotFound: there is nothing at `path`.
    """
    try:
        top = walk.entry(path, path.name) if path.is_symlink() or not path.is_dir() else None
    except OSError as error:
        raise SubmissionNotFound(f"{path} does not exist") from error
    if top is None:
        return _read_folder(path)
    if not top.is_file:
        return Submission(problem=f"{top.name} is {top.kind}, not a regular file: submit search.py itself")
    if top.name != SEARCH:
        return Submission(problem=_misnamed([top]))
    return _with_files(top, [])


def _read_folder(folder: Path) -> Submission:
    found = walk.entries(folder)
    search = next((item for item in found if item.name == SEARCH), None)
    if search is not None:
        return _with_files(search, [item for item in found if item is not search])
    nested = [item for item in found if item.is_file and PurePosixPath(item.name).name == SEARCH]
    if len(nested) == 1:
        return _with_nested(nested[0], found)
    if nested:
        return Submission(problem=f"there is no search.py at the top of the upload, and several below it: {_list(nested)}. "
                                  "Submit one, at the top")
    return Submission(problem=_misnamed(found))


def _with_nested(search: Entry, found: list[Entry]) -> Submission:
    place = PurePosixPath(search.name).parent
    beside = [Entry(str(PurePosixPath(item.name).relative_to(place)), item.kind, item.size, item.path)
              for item in found if place in PurePosixPath(item.name).parents and item is not search]
    read = _with_files(Entry(SEARCH, search.kind, search.size, search.path), beside)
    note = f"search.py is not at the top of the upload; this one was graded: {search.name}"
    return Submission(read.files, read.problem, (note, *read.notes))


def _with_files(search: Entry, others: list[Entry]) -> Submission:
    if not search.is_file:
        return Submission(problem=f"search.py is {search.kind}, not a regular file: submit the file itself")
    if search.size > _MOST_BYTES:
        return Submission(problem=f"search.py has {search.size:,} bytes; the most that is read is {_MOST_BYTES:,}")
    try:
        content = walk.read(search, _MOST_BYTES)
    except OSError as error:
        return Submission(problem=f"search.py cannot be read: {error.strerror}")
    if not content.strip():
        return Submission(problem="search.py is empty: was it saved before it was submitted?")
    if wrong := encoding.problem(SEARCH, content):
        return Submission(problem=wrong)
    helpers, notes = _helpers(others, _MOST_BYTES_IN_ALL - len(content))
    return Submission({SEARCH: content, **helpers}, None, notes)


def _helpers(others: list[Entry], room: int) -> tuple[dict[str, bytes], tuple[str, ...]]:
    files: dict[str, bytes] = {}
    notes, shadowing = [], []
    for item in others:
        if PurePosixPath(item.name).name.startswith(("test_", "conftest")):  # tests are no part of a search: the whole folder was submitted
            continue
        if not item.name.endswith(".py") or item.kind == "a folder":
            if item.kind not in ("a file", "a folder"):
                notes.append(f"{item.name} was left out: it is {item.kind}, not a regular file")
            continue
        if PurePosixPath(item.name).parts[0].removesuffix(".py") in _TAKEN:  # a folder search/ would hide search.py
            shadowing.append(item)
        elif left_out := _left_out(item, files, room):
            notes.append(left_out)
        else:
            try:
                files[item.name] = walk.read(item, _MOST_BYTES)
                room -= item.size
            except OSError as error:
                notes.append(f"{item.name} was left out: it cannot be read ({error.strerror})")
    if shadowing:
        notes.insert(0, f"left out, because a module of Python or of the kit has that name: {_list(shadowing)}. "
                        "Rename a file that your search needs")
    return files, tuple(notes)


def _left_out(item: Entry, files: dict[str, bytes], room: int) -> str | None:
    if not item.is_file:
        return f"{item.name} was left out: it is {item.kind}, not a regular file"
    if len(os.fsencode(item.name)) > _LONGEST_PATH:
        return f"{item.name[:_NAME_SHOWN]}... was left out: its path is longer than {_LONGEST_PATH} bytes"
    if item.size > min(_MOST_BYTES, room) or len(files) == _MOST_HELPERS:
        return f"{item.name} was left out: there are too many files, or too large ones"
    return None


def _misnamed(found: list[Entry]) -> str:
    """Say what was found instead of search.py, and how to mend it."""
    if not found:
        return "the submission is empty: submit search.py"
    by_ending = {PurePosixPath(item.name).suffix.lower(): item for item in found if item.is_file}
    programs = [item for item in found if item.is_file and item.name.endswith((".py", ".py.txt", ".PY"))]
    if programs:
        rename = f"rename {programs[0].name} to search.py" if len(programs) == 1 else "name the one to be graded search.py"
        return f"there is no search.py; found {_list(programs)}: {rename}"
    if ".ipynb" in by_ending:
        return f"there is no search.py; found {by_ending['.ipynb'].name}: export the notebook as search.py"
    for ending in (".zip", ".tar", ".gz", ".tgz", ".7z", ".rar"):
        if ending in by_ending:
            return f"there is no search.py; found {by_ending[ending].name}: archives are not unpacked, submit search.py itself"
    return f"there is no search.py; found {_list(found)}: submit search.py itself"


def _list(items: list[Entry]) -> str:
    names = [item.name for item in items[:_NAMES_SHOWN]]
    return ", ".join(names) + (f" and {len(items) - _NAMES_SHOWN} more" if len(items) > _NAMES_SHOWN else "")
