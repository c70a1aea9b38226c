"""The folders of a run: a pristine copy of what searches import, and a scratch folder per call."""
from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from autograder.isolation import sweep
from autograder.isolation.contract import KitFault

_INSIDE = Path(__file__).parent / "inside"
_MACHINE_WIDE = Path("/run/kibitz")
_KEPT = Path("/var/cache/kibitz")


@dataclass(frozen=True)
class RunFolder:
    """One grader's folder: `kit` (read by searches), `work` (one scratch folder per call), removed at the end."""

    path: Path

    @property
    def kit(self) -> Path:
        """The staged packages."""
        return self.path / "kit"

    @property
    def work(self) -> Path:
        """Where the scratch folders are made."""
        return self.path / "work"

    def scratch(self, files: Mapping[str, bytes], uid: int | None) -> Path:
        """Make a folder with the submission's `files`, owned by the user `uid`."""
        folder = Path(tempfile.mkdtemp(dir=self.work))
        made = [folder]
        for name, content in files.items():
            target = folder / name
            for parent in reversed(target.relative_to(folder).parents):
                if not (folder / parent).exists():
                    (folder / parent).mkdir()
                    made.append(folder / parent)
            target.write_bytes(content)
            made.append(target)
        if uid is not None:
            for path in made:
                os.chown(path, uid, uid)
        return folder

    def clear_work(self) -> None:
        """Remove all scratch folders; their owner must be dead."""
        for entry in os.scandir(self.work):
            sweep.remove(Path(entry.path))

    def remove(self) -> None:
        """Remove the folder."""
        sweep.remove(self.path)


def machine_folder(path: Path = _MACHINE_WIDE) -> Path:
    """Return the folder, writable by root only, that all graders of this machine share.

    Raises:
        KitFault: it cannot be made, or is not root's alone.
    """
    try:
        path.mkdir(mode=0o711, parents=True, exist_ok=True)
        status = os.lstat(path)
    except OSError as error:
        raise KitFault(f"{path} cannot be made: {error}") from error
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != 0 or status.st_mode & 0o022:
        raise KitFault(f"{path} must be a folder that root owns and nobody else can write")
    os.chmod(path, 0o711)
    return path


def library_folder() -> Path:
    """Return the folder, writable by root only, that keeps a staged standard library from run to run."""
    return machine_folder(_KEPT)


def new_run(root: bool, packages: list[Path]) -> RunFolder:
    """Make a run's folder and stage `packages`, and what runs inside, in it.

    Raises:
        KitFault: the folder cannot be made.
    """
    try:
        run = RunFolder(Path(tempfile.mkdtemp(prefix="run-", dir=machine_folder()) if root else tempfile.mkdtemp(prefix="kibitz-")))
        run.work.mkdir()
        if root:
            run.path.chmod(0o711)
            run.work.chmod(0o711)
        _stage(_INSIDE, run.kit / "_isolation")
        for package in packages:
            _stage(package, run.kit / package.name)
    except OSError as error:
        raise KitFault(f"the folder of the run cannot be made: {error}") from error
    return run


def _not_code(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if not (name.endswith((".py", ".pyc")) or os.path.isdir(os.path.join(folder, name)))]


def _stage(package: Path, target: Path) -> None:
    """Copy a package's source and its compiled code, readable by all and writable by its owner."""
    shutil.copytree(package, target, ignore=_not_code)
    for folder, _, files in os.walk(target.parent):
        os.chmod(folder, 0o755)
        for name in files:
            os.chmod(os.path.join(folder, name), 0o644)
