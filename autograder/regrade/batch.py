"""Finds a class's submissions in an export (zip or folder) or in any folder with a file or folder per submission."""
from __future__ import annotations

import contextlib
import os
import re
import shutil
import stat
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from autograder.regrade.archive import METADATA, unpack
from autograder.regrade.metadata import read_metadata
from autograder.regrade.names import Unique
from autograder.regrade.source import Batch, Details, NotABatch, Source, natural
from autograder.submission import SEARCH, Submission, read_submission

_FOLDER = re.compile(r"submission_\d+(~\d+)?")
_LEFT_BY_SYSTEMS = {"__MACOSX", "Thumbs.db", "desktop.ini", "__pycache__"}
_MOST_BYTES = 2 << 20  # of a single file: more is never read


@contextlib.contextmanager
def open_batch(path: Path) -> Iterator[Batch]:
    """Find the submissions at `path`; what had to be unpacked is removed afterwards.

    Raises:
        NotABatch: there are none.
    """
    if path.is_dir():
        yield _batch(path, ())
    elif path.suffix.lower() == ".zip" and path.is_file():
        with tempfile.TemporaryDirectory(prefix="kibitz-export-") as folder:
            yield _batch(Path(folder), unpack(path, Path(folder)), path.stem)
    elif path.exists():
        raise NotABatch(f"{path} is neither a folder nor a zip: give SUBMISSIONS=folder or export.zip")
    else:
        raise NotABatch(f"{path} does not exist: give SUBMISSIONS=folder or export.zip")


def _batch(folder: Path, notes: tuple[str, ...], name: str = "") -> Batch:
    top = _top(folder)
    known: dict[str, Details] = {}
    if (top / METADATA).is_file():
        known, more = read_metadata(top / METADATA)
        notes += more
    elif any(_FOLDER.fullmatch(entry) for entry in _listed(top)):
        notes += (f"there is no {METADATA}: names and old scores are missing",)
    sources, more = _sources(top, known, name or top.resolve().name)
    if not sources:
        where = f"{name}.zip" if name else folder
        raise NotABatch(f"there is no submission in {where}: give a folder with a file or a folder for each")
    return Batch(sources, (*notes, *more, *_same_person(sources)))


def _listed(folder: Path) -> list[str]:
    return sorted((name for name in os.listdir(folder) if not name.startswith(".") and name not in _LEFT_BY_SYSTEMS), key=natural)


def _top(folder: Path) -> Path:
    """Return the folder that holds the submissions: an export has one of its own inside the zip."""
    for _ in range(3):
        inside = _listed(folder)
        if len(inside) != 1 or not (folder / inside[0]).is_dir() or (folder / inside[0]).is_symlink() or _FOLDER.fullmatch(inside[0]):
            return folder
        below = _listed(folder / inside[0])
        if METADATA not in below and (SEARCH in below or not any((folder / inside[0] / name).is_dir() for name in below)):
            return folder  # it is the only submission
        folder = folder / inside[0]
    return folder


def _sources(top: Path, known: dict[str, Details], name: str) -> tuple[list[Source], tuple[str, ...]]:
    unique, notes, sources = Unique(), [], []
    entries = _listed(top)
    if SEARCH in entries:
        return [Source(unique.name(name), top)], (f"{SEARCH} is at the top of {name}: the whole folder is one submission",)
    for entry in entries:
        if not _is_submission(top / entry):
            if entry != METADATA:
                notes.append(f"{ascii(entry)[1:-1]} was left out: it is neither a folder nor a .py file")
            continue
        single = not (top / entry).is_dir() or (top / entry).is_symlink()
        given = unique.name(entry.removesuffix(".py") if single else entry)
        if "~" in given and "~" not in entry:
            notes.append(f"two submissions are called {given.partition('~')[0]}: the second is graded as {given}")
        sources.append(Source(given, top / entry, known.get(entry.partition("~")[0], Details()), single))
    for missing in sorted(set(known) - set(entries), key=natural):
        notes.append(f"{ascii(missing)[1:-1]} is in {METADATA}, but its folder is missing")
        sources.append(Source(unique.name(missing), None, known[missing]))
    return sorted(sources, key=lambda source: natural(source.name)), tuple(notes)


def _is_submission(path: Path) -> bool:
    return path.is_symlink() or path.is_dir() or path.suffix.lower() == ".py"


def _same_person(sources: list[Source]) -> tuple[str, ...]:
    """Say which student id stands in several submissions: a grade book would take either."""
    ids = Counter(person.sid for source in sources for person in source.details.people if person.sid)
    return tuple(f"student id {ascii(sid)[1:-1]} is in {count} submissions, all of them graded: "
                 + ", ".join(source.name for source in sources if any(person.sid == sid for person in source.details.people))
                 for sid, count in ids.items() if count > 1)


def read_source(source: Source) -> Submission:
    """Read what was submitted, as `make grade` would; whatever is wrong with it becomes its problem."""
    if source.path is None:
        return Submission(problem="the export lists this submission, but its folder is missing: download the export again")
    try:
        if not source.single or not stat.S_ISREG(os.lstat(source.path).st_mode):
            return read_submission(source.path)
        with tempfile.TemporaryDirectory(prefix="kibitz-one-") as folder:
            _copy(source.path, Path(folder) / SEARCH)
            return read_submission(Path(folder))
    except OSError as error:
        return Submission(problem=f"it cannot be read ({error.strerror or error})")


def _copy(path: Path, target: Path) -> None:
    size = path.stat().st_size
    if size <= _MOST_BYTES:
        shutil.copyfile(path, target)
    else:
        target.touch()
        os.truncate(target, size)  # too large to be graded: its size is all that is said of it
