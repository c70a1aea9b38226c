"""The folders of a run: a pristine copy of what searches import, and a scratch folder per call."""
from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.isolation import sweep
from autograder.isolation.contract import KitFault

_INSIDE = Path(__file__).parent / "inside"
_MACHINE_WIDE = Path("/run/kibitz")
_KEPT = Path("/var/cache/kibitz")
_IN_MEMORY = Path("/dev/shm")
_MIB = 1 << 20


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
        folder = tempfile.mkdtemp(dir=self.work)
        folders = {folder}
        for name, content in files.items():
            target = os.path.join(folder, name)
            parent = os.path.dirname(target)
            if parent not in folders:
                os.makedirs(parent, exist_ok=True)
                while parent not in folders:
                    folders.add(parent)
                    parent = os.path.dirname(parent)
            with open(target, "xb", buffering=0) as file:
                file.write(content)
                if uid is not None:
                    os.fchown(file.fileno(), uid, uid)
        if uid is not None:
            for made in folders:
                os.chown(made, uid, uid)
        return Path(folder)

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


def new_run(root: bool, packages: Sequence[Path], room_mb: int) -> RunFolder:
    """Make a run's folder and stage `packages`, and what runs inside, in it.

    Args:
        root: whether its searches will be users of their own.
        packages: folders; of a package within a package, what it lies in is staged as far as its __init__.py.
        room_mb: how much a search may write.

    Raises:
        KitFault: the folder cannot be made.
    """
    try:
        return _staged(_new_folder(root, room_mb), root, packages)
    except OSError as error:
        raise KitFault(f"the folder of the run cannot be made: {error}") from error


def _new_folder(root: bool, room_mb: int) -> Path:
    """Make it in memory where that is possible: a disk's file system takes longer to make a call's few files than the search does."""
    if _is_in_memory(_IN_MEMORY, room_mb):
        return Path(tempfile.mkdtemp(prefix="kibitz-", dir=_IN_MEMORY))
    return Path(tempfile.mkdtemp(prefix="run-", dir=machine_folder()) if root else tempfile.mkdtemp(prefix="kibitz-"))


def _is_in_memory(folder: Path, room_mb: int, mounts: Path = Path("/proc/mounts")) -> bool:
    """Tell whether a folder is a file system in memory, open to us, with twice the room that a search may fill."""
    try:
        mounted = [line.split()[1:3] for line in mounts.read_text().splitlines()]
        room = shutil.disk_usage(folder).free
    except OSError:
        return False
    return [str(folder), "tmpfs"] in mounted and os.access(folder, os.W_OK | os.X_OK) and room >= 2 * room_mb * _MIB


def _staged(folder: Path, root: bool, packages: Sequence[Path]) -> RunFolder:
    run = RunFolder(folder)
    try:
        run.work.mkdir()
        if root:
            run.path.chmod(0o711)
            run.work.chmod(0o711)
        run.kit.mkdir()
        run.kit.chmod(0o755)
        _copy(_INSIDE, run.kit / "_isolation")
        for package in packages:
            _copy(package, _within_its_package(package, run.kit))
    except BaseException:  # Ctrl-C too: nothing stays behind
        sweep.remove(run.path)
        raise
    return run


def _within_its_package(package: Path, kit: Path) -> Path:
    """Return where a package's copy goes, its parent package made there as far as its __init__.py."""
    above = package.parent
    if not (above / "__init__.py").exists():
        return kit / package.name
    made = _within_its_package(above, kit)
    if not made.exists():
        made.mkdir()
        made.chmod(0o755)
        _copy_file(above / "__init__.py", made / "__init__.py")
    return made / package.name


def _copy(package: Path, target: Path) -> None:
    """Copy a package's source and its compiled code, readable by all and writable by its owner."""
    target.mkdir()
    target.chmod(0o755)
    with os.scandir(package) as entries:
        for entry in entries:
            if entry.is_dir():
                _copy(Path(entry.path), target / entry.name)
            elif entry.name.endswith((".py", ".pyc")):
                _copy_file(Path(entry.path), target / entry.name)


def _copy_file(source: Path, target: Path) -> None:
    """Copy a file with its time, by which Python tells whether its compiled code is still good."""
    status = os.stat(source)
    target.write_bytes(source.read_bytes())
    target.chmod(0o644)
    os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))
