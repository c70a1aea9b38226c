"""Whatever a program builds on the disk can be taken away."""
from __future__ import annotations

import os

import pytest

from autograder.isolation import sweep

pytestmark = pytest.mark.skipif(os.name != "posix", reason="POSIX only")


def test_a_tree_too_deep_for_any_path_is_removed(tmp_path):
    """600 folders deep, thirty thousand letters, far beyond the longest path that the system takes."""
    top = tmp_path / "top"
    top.mkdir()
    here = os.open(top, os.O_RDONLY)
    for _ in range(600):
        os.mkdir("d" * 50, dir_fd=here)
        below = os.open("d" * 50, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    sweep.remove(top)
    assert not top.exists()


def test_closed_folders_odd_names_and_many_files_are_removed(tmp_path):
    """Closed to their owner, named like the sweeper's own, nested, full."""
    top = tmp_path / "top"
    for name in (".removing-0", "a", "a/.removing-1", "a/b", "\n"):
        (top / name).mkdir(parents=True, exist_ok=True)
    for number in range(500):
        (top / "a" / str(number)).touch()
    os.mkfifo(top / "fifo")
    for folder in (top / "a" / "b", top / "a", top):
        folder.chmod(0)
    sweep.remove(top)
    assert not top.exists()


def test_links_are_removed_and_not_followed(tmp_path):
    """A link to a folder outside costs nothing outside."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "file").touch()
    top = tmp_path / "top"
    top.mkdir()
    (top / "link").symlink_to(outside)
    (tmp_path / "direct").symlink_to(outside)
    sweep.remove(top)
    sweep.remove(tmp_path / "direct")
    sweep.remove(tmp_path / "not there")
    assert (outside / "file").exists() and not (tmp_path / "direct").is_symlink()


def test_usage_is_counted_up_to_a_limit(tmp_path):
    """Bytes and entries; what is nested too deep, or cannot be listed, counts as too much."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "x").write_bytes(bytes(10_000))
    size, number = sweep.usage(tmp_path, 10)
    assert size >= 10_000 and number == 2
    for number in range(30):
        (tmp_path / str(number)).touch()
    assert sweep.usage(tmp_path, 10)[1] >= 10
    (tmp_path / "a" / "/".join("b" * 40)).mkdir(parents=True)
    assert sweep.usage(tmp_path / "a", 10**6)[1] == 10**6


@pytest.mark.skipif(os.geteuid() != 0, reason="root only")
def test_shared_folders_are_swept_by_owner(tmp_path):
    """What the user owns goes, also in a folder that everyone can write; what others own stays."""
    shared, open_to_all, uid = tmp_path / "tmp", tmp_path / "tmp" / "open", 61_099
    open_to_all.mkdir(parents=True)
    open_to_all.chmod(0o1777)
    for folder in (shared, open_to_all):
        (folder / "mine").mkdir()
        (folder / "theirs").touch()
        os.chown(folder / "mine", uid, uid)
    assert len(sweep.sweep_user(uid, (shared, tmp_path / "absent"))) == 2
    assert sorted(path.name for path in shared.rglob("*")) == ["open", "theirs", "theirs"]
