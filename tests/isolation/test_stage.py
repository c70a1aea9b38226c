"""Where a run's folder lies, and that it leaves nothing behind."""
from __future__ import annotations

from pathlib import Path

import pytest

from autograder.isolation import stage
from autograder.isolation.contract import KitFault

WATCH = Path(stage.__file__).resolve().parents[2] / "starter" / "kibitz" / "watch"
ROOM_MB = 1


def mounts(tmp_path: Path, line: str) -> Path:
    path = tmp_path / "mounts"
    path.write_text(f"proc /proc proc rw 0 0\n{line}\n")
    return path


def test_a_file_system_in_memory_is_told_from_others(tmp_path: Path) -> None:
    """Only one that is mounted there as such counts."""
    folder = tmp_path / "shm"
    folder.mkdir()
    assert stage._is_in_memory(folder, ROOM_MB, mounts(tmp_path, f"tmpfs {folder} tmpfs rw 0 0"))
    assert not stage._is_in_memory(folder, ROOM_MB, mounts(tmp_path, f"/dev/vda {folder} ext4 rw 0 0"))
    assert not stage._is_in_memory(folder, ROOM_MB, tmp_path / "nowhere")


def test_memory_with_little_room_is_not_used(tmp_path: Path) -> None:
    """A search may fill its share, and what is there must still be enough for the kit."""
    assert not stage._is_in_memory(tmp_path, 1 << 40, mounts(tmp_path, f"tmpfs {tmp_path} tmpfs rw 0 0"))


@pytest.mark.parametrize("in_memory", [True, False], ids=["in memory", "on disk"])
def test_a_run_folder_is_made_and_removed(in_memory: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both kinds hold the packages; of what a package lies in, only the __init__.py."""
    monkeypatch.setattr(stage, "_is_in_memory", lambda *_: in_memory)
    monkeypatch.setattr(stage, "_IN_MEMORY", tmp_path)
    run = stage.new_run(False, ROOM_MB, [WATCH])
    assert (run.path.parent == tmp_path) == in_memory
    assert (run.kit / "kibitz" / "watch" / "worker.py").read_bytes() == (WATCH / "worker.py").read_bytes()
    assert {path.name for path in (run.kit / "kibitz").iterdir()} == {"__init__.py", "watch"}
    run.remove()
    assert not run.path.exists()


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_an_unfinished_run_folder_leaves_nothing(error: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C or a full disk while the packages are copied: what was copied goes."""
    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr(stage, "_is_in_memory", lambda *_: True)
    monkeypatch.setattr(stage, "_IN_MEMORY", tmp_path)
    monkeypatch.setattr(stage, "_copy_file", fails)
    with pytest.raises(KitFault if error is OSError else error):
        stage.new_run(False, ROOM_MB, [WATCH])
    assert list(tmp_path.iterdir()) == []


def test_a_submission_in_folders_is_written_as_it_came(tmp_path: Path) -> None:
    """Helper modules keep their folders, each made once."""
    (tmp_path / "work").mkdir()
    files = {"search.py": b"a", "deep/er/one.py": b"b", "deep/two.py": b"c"}
    folder = stage.RunFolder(tmp_path).scratch(files, None)
    assert {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.py")} == files
