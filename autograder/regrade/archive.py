"""Unpacks an export's zip: nothing leaves the folder, and a zip bomb stays as small as it was.

Only programs and the metadata are unpacked in full. Of everything else the reader of submissions looks at the name and the
size alone, so those files are made as long as they should be without their content.
"""
from __future__ import annotations

import lzma
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from autograder.regrade.source import NotABatch

METADATA = "submission_metadata.yml"
_MOST_OF_A_PROGRAM = 2 << 20  # a submission's reader takes less
_MOST_OF_METADATA = 1 << 30
_LONGEST = 1 << 32
_MOST_MEMBERS = 500_000
_UNREADABLE = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, RuntimeError, OSError)  # bz2 raises OSError


def unpack(archive: Path, folder: Path) -> tuple[str, ...]:
    """Unpack `archive` into the empty `folder`; return sentences about members that were left out or are there twice.

    Raises:
        NotABatch: it cannot be read as a zip, or one of the programs in it cannot.
        OSError: the folder cannot be written.
    """
    notes: list[str] = []
    try:
        with zipfile.ZipFile(archive) as opened:
            for member in opened.infolist()[:_MOST_MEMBERS]:
                if note := _unpack_one(opened, member, folder):
                    notes.append(note)
    except (zipfile.BadZipFile, NotImplementedError) as error:
        raise NotABatch(f"{archive.name} cannot be read as a zip ({error}): download the export again") from error
    return tuple(notes)


def _unpack_one(opened: zipfile.ZipFile, member: zipfile.ZipInfo, folder: Path) -> str:
    parts = PurePosixPath(member.filename.replace("\\", "/")).parts
    shown = ascii(member.filename)
    if not parts or parts[0] == "/" or ".." in parts or any(":" in part for part in parts[:1]):
        return f"{shown} in the zip was left out: it would land outside its folder"
    if member.is_dir():
        (folder / Path(*parts)).mkdir(parents=True, exist_ok=True)
        return ""
    target, again = _free(folder, parts)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _write(opened, member, target)
    except (FileExistsError, NotADirectoryError, IsADirectoryError):
        return f"{shown} in the zip was left out: another member has its name"
    except ValueError as error:
        return f"{shown} in the zip was left out: {error}"
    return f"{shown} is in the zip twice: the second is {target.relative_to(folder)}" if again else ""


def _free(folder: Path, parts: tuple[str, ...]) -> tuple[Path, bool]:
    """Return where a member goes; one that is there twice goes to a second folder of the same submission."""
    target, number = folder.joinpath(*parts), 1
    submission = next((index for index, part in enumerate(parts) if part.startswith("submission_")), max(len(parts) - 2, 0))
    while target.exists() and target.is_file():
        number += 1
        target = folder.joinpath(*parts[:submission], f"{parts[submission]}~{number}", *parts[submission + 1:])
    return target, number > 1


def _write(opened: zipfile.ZipFile, member: zipfile.ZipInfo, target: Path) -> None:
    most = 0
    if target.name == METADATA:
        most = _MOST_OF_METADATA
    elif target.suffix.lower() == ".py":
        most = _MOST_OF_A_PROGRAM
    with open(target, "xb") as file:
        if most:
            file.write(_read(opened, member, most))
        file.truncate(min(member.file_size, _LONGEST))


def _read(opened: zipfile.ZipFile, member: zipfile.ZipInfo, most: int) -> bytes:
    """Return a member's first bytes; without them a submission would get a grade that its author did not earn."""
    try:
        with opened.open(member) as content:
            return content.read(most)
    except _UNREADABLE as error:
        archive, shown = Path(opened.filename or "").name, ascii(member.filename)[1:-1]
        state = "encrypted" if member.flag_bits & 1 else "damaged"
        raise NotABatch(f"{archive} is {state} at {shown}: download the export again") from error
