"""The folders of a run: a scratch folder per call and, where each search imports for itself, a copy of what it imports."""
from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from autograder.isolation import sweep
from autograder.isolation.contract import KitFault
from autograder.isolation.headstart import KEPT, only_roots

_INSIDE = Path(__file__).parent / "inside"
_MACHINE_WIDE = Path("/run/kibitz")
_IN_MEMORY = Path("/dev/shm")
_MIB = 1 << 20


class RunFolder:
    """One grader's folder, removed at the end.

    Attributes:
        path: where it is.
        kit: where searches import from it, the copy.
        work: where a call may write.
        call: the scratch folder of a call, in `work`; there while one is made.
        closed: open to the grader only: the scratch folder of the next call before it is handed over, and those of earlier ones until
            they are removed.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.kit, self.work, self.closed = path / "kit", path / "work", path / "closed"
        self.call = self.work / "call"
        self._put_aside = 0

    def scratch(self, files: Mapping[str, bytes], uid: int | None, folder: Path | None = None) -> Path:
        """Make the scratch folder, or another one, with the submission's `files`, owned by the user `uid`."""
        made = str(folder or self.call)
        os.mkdir(made, 0o700)
        folders = {made}
        for name, content in files.items():
            target = os.path.join(made, name)
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
            for path in folders:
                os.chown(path, uid, uid)
        return Path(made)

    def clear_work(self, much: bool = True) -> None:
        """Leave nothing where a call may write; its owner must be dead.

        Args:
            much: whether there may be much: else it is only put aside, and goes in good time (see `clear_closed`).
        """
        self._put_aside += 1
        aside = f"{self.closed}/gone-{self._put_aside}"
        with contextlib.suppress(OSError):
            os.rename(self.call, aside)
            if much:
                sweep.remove(aside)
        try:
            left = list(os.scandir(self.work))
        except PermissionError:  # a user's program can close a folder of the same user
            self.work.chmod(0o700)
            left = list(os.scandir(self.work))
        for entry in left:
            sweep.remove(entry.path)

    def clear_closed(self) -> None:
        """Remove what `clear_work` put aside."""
        for entry in os.scandir(self.closed):
            if entry.name.startswith("gone-"):
                sweep.remove(entry.path)

    def remove(self) -> None:
        """Remove the folder."""
        sweep.remove(self.path)


def machine_folder(path: Path = _MACHINE_WIDE) -> Path:
    """Return the folder, writable by root only, that all graders of this machine share.

    Raises:
        KitFault: it cannot be made, or is not root's alone.
    """
    try:
        if not path.is_dir():
            path.mkdir(mode=0o711, parents=True)
            path.chmod(0o711)
    except OSError as error:
        raise KitFault(f"{path} cannot be made: {error}") from error
    if not only_roots(str(path)):
        raise KitFault(f"{path} must be a folder that root owns and nobody else can write")
    return path


def library_folder() -> Path:
    """Return the folder, writable by root only, that keeps a staged standard library from run to run."""
    return machine_folder(Path(KEPT))


def new_run(root: bool, room_mb: int, packages: Sequence[Path] | None = None) -> RunFolder:
    """Make a run's folder.

    Args:
        root: whether its searches will be users of their own.
        room_mb: how much a search may write.
        packages: folders that are copied into its `kit`, together with what runs inside; of a package within a package, what it lies
            in is copied as far as its __init__.py. None: there is no `kit`.

    Raises:
        KitFault: the folder cannot be made.
    """
    try:
        return _filled(_new_folder(root, room_mb), root, packages)
    except OSError as error:
        raise KitFault(f"the folder of the run cannot be made: {error}") from error


def importable_from(package: Path) -> Path:
    """Return the folder that must be on the path for a package to be imported by its full name."""
    above = package.parent
    return importable_from(above) if (above / "__init__.py").exists() else above


def _new_folder(root: bool, room_mb: int) -> Path:
    """Make it in memory where that is possible: a disk's file system takes longer to make a call's few files than the search does."""
    if _is_in_memory(_IN_MEMORY, room_mb):
        return _made_in(_IN_MEMORY)
    if root:
        return _made_in(machine_folder())
    from tempfile import gettempdir  # it imports a lot

    return _made_in(Path(gettempdir()))


def _made_in(folder: Path) -> Path:
    """Make a folder that nobody else can have made or look into."""
    made = folder / f"kibitz-{os.urandom(8).hex()}"
    made.mkdir(0o700)
    return made


def _is_in_memory(folder: Path, room_mb: int, mounts: Path = Path("/proc/mounts")) -> bool:
    """Tell whether a folder is a file system in memory, open to us, with twice the room that a search may fill."""
    try:
        mounted = [line.split()[1:3] for line in mounts.read_text().splitlines()]
        status = os.statvfs(folder)
    except OSError:
        return False
    enough = status.f_bavail * status.f_frsize >= 2 * room_mb * _MIB
    return [str(folder), "tmpfs"] in mounted and os.access(folder, os.W_OK | os.X_OK) and enough


def _filled(folder: Path, root: bool, packages: Sequence[Path] | None) -> RunFolder:
    run = RunFolder(folder)
    try:
        run.work.mkdir()
        if root:
            run.path.chmod(0o711)
            run.work.chmod(0o711)
        run.closed.mkdir(0o700)
        if packages is not None:
            run.kit.mkdir(0o755)
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
