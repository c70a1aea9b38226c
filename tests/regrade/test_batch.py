"""Every way in which a class's submissions can lie about is read, and what is odd is said."""
from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
import yaml

from autograder.regrade.batch import open_batch, read_source
from autograder.regrade.cli import main
from autograder.regrade.names import Unique, harmless
from autograder.regrade.source import Batch, NotABatch, Source, natural
from tests.regrade.exports import entry, export, search, written


def names(batch: Batch) -> list[str]:
    return [source.name for source in batch.sources]


def zipped(path: Path, members: list[tuple[str, str]]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in members:
            made.writestr(name, content)
    return path


def test_an_export_gives_people_old_scores_and_files(tmp_path: Path) -> None:
    """A folder as Gradescope exports it is read whole, a group's members too."""
    top = export(tmp_path, written(tmp_path / "made", [100, 40, 7, 8, 9, 60]), {1: {"score": 17.5, "tests": []}})
    with open_batch(top) as batch:
        assert names(batch) == [f"submission_{1000 + place}" for place in range(6)]
        assert batch.sources[1].details.old is not None and batch.sources[1].details.old.score == 17.5
        assert [len(source.details.people) for source in batch.sources] == [1, 1, 1, 1, 1, 2]
        assert batch.sources[3].details.people[0].sid == "" and batch.sources[4].details.people[0].email == ""
        assert read_source(batch.sources[0]).files == {"search.py": search(100).encode()}
        assert batch.notes == ()


def test_the_zip_of_an_export_reads_like_its_folder(tmp_path: Path) -> None:
    """An export is graded as it was downloaded, with what macOS adds to it."""
    top = export(tmp_path, written(tmp_path / "made", [100, 40]))
    archive = tmp_path / "export.zip"
    with zipfile.ZipFile(archive, "w") as made:
        for path in sorted(top.rglob("*")):
            made.write(path, path.relative_to(tmp_path))
        made.writestr("__MACOSX/assignment_77_export/._x", "")
        made.writestr("assignment_77_export/.DS_Store", "")
    with open_batch(top) as folder, open_batch(archive) as batch:
        assert names(batch) == names(folder)
        assert [source.details for source in batch.sources] == [source.details for source in folder.sources]
        assert [read_source(source) for source in batch.sources] == [read_source(source) for source in folder.sources]


@pytest.mark.parametrize("text", ["submission_1000:\n  - {:name: [", "\x00\x01", "- just\n- a list", ""])
def test_a_broken_metadata_file_costs_only_the_names(tmp_path: Path, text: str) -> None:
    """Metadata that cannot be read is said, and everything is graded."""
    top = export(tmp_path, written(tmp_path / "made", [100]))
    (top / "submission_metadata.yml").write_text(text)
    with open_batch(top) as batch:
        assert names(batch) == ["submission_1000"]
        assert batch.sources[0].details.people == ()
        assert "names and old scores are missing" in batch.notes[0]


def test_missing_metadata_is_said(tmp_path: Path) -> None:
    """Folders of an export without their metadata are graded without names."""
    top = export(tmp_path, written(tmp_path / "made", [100]))
    (top / "submission_metadata.yml").unlink()
    with open_batch(top) as batch:
        assert names(batch) == ["submission_1000"] and "there is no submission_metadata.yml" in batch.notes[0]


def test_a_folder_that_the_metadata_lists_but_the_export_lacks_is_reported(tmp_path: Path) -> None:
    """Nobody gets lost: a submission without files stays in the list, with a reason."""
    top = export(tmp_path, written(tmp_path / "made", [100, 50]))
    (top / "submission_1001" / "search.py").unlink()
    (top / "submission_1001").rmdir()
    with open_batch(top) as batch:
        assert names(batch) == ["submission_1000", "submission_1001"]
        assert "its folder is missing" in (read_source(batch.sources[1]).problem or "") and "submission_1001" in batch.notes[0]


def test_an_id_that_is_twice_in_a_zip_loses_neither(tmp_path: Path) -> None:
    """Two members of one name become two submissions, and a sentence says so."""
    name = "e/submission_5/search.py"
    with pytest.warns(UserWarning, match="Duplicate name"):
        archive = zipped(tmp_path / "e.zip", [(name, search(1)), (name, search(2)), ("e/submission_6/search.py", search(3))])
    with open_batch(archive) as batch:
        assert names(batch) == ["submission_5", "submission_5~2", "submission_6"]
        assert [read_source(source).files["search.py"].decode() for source in batch.sources] == [search(1), search(2), search(3)]
        assert "twice" in batch.notes[0]


def test_a_file_and_a_folder_of_one_name_are_two_submissions(tmp_path: Path) -> None:
    """ada.py and ada/ are both graded, under names of their own."""
    written(tmp_path, [1])
    (tmp_path / "student_0").mkdir()
    (tmp_path / "student_0" / "search.py").write_text(search(2))
    with open_batch(tmp_path) as batch:
        assert names(batch) == ["student_0", "student_0~2"] and "two submissions are called student_0" in batch.notes[0]


def test_one_student_in_two_submissions_is_said(tmp_path: Path) -> None:
    """A grade book would take either score, so the instructor is told."""
    top = export(tmp_path, written(tmp_path / "made", [1, 2]))
    (top / "submission_metadata.yml").write_text(yaml.safe_dump({"submission_1000": entry(0), "submission_1001": entry(0)}))
    with open_batch(top) as batch:
        assert "7000 is in 2 submissions" in batch.notes[0]


def test_any_folder_with_files_or_folders_will_do(tmp_path: Path) -> None:
    """Files of any name stand for a search.py; what is no submission is left out aloud."""
    written(tmp_path, [10, 9])
    (tmp_path / "Zoë (late)").mkdir()
    (tmp_path / "Zoë (late)" / "search.py").write_text(search(3))
    (tmp_path / "README.txt").write_text("hello")
    with open_batch(tmp_path) as batch:
        assert names(batch) == ["student_0", "student_1", "Zoë (late)"]
        assert batch.notes == ("README.txt was left out: it is neither a folder nor a .py file",)
        assert read_source(batch.sources[0]).files == {"search.py": search(10).encode()}


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    """A link for a submission gets its sentence, and what it points at stays unread."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "ada.py").symlink_to("/etc/passwd")
    (tmp_path / "a" / "bob.py").write_text(search(1))
    with open_batch(tmp_path / "a") as batch:
        assert "a link" in (read_source(batch.sources[0]).problem or "")


def test_a_folder_that_is_one_submission_counts_as_one(tmp_path: Path) -> None:
    """A search.py at the top makes helper modules beside it helpers, not submissions."""
    (tmp_path / "search.py").write_text(search(1))
    (tmp_path / "helper.py").write_text("x = 1\n")
    with open_batch(tmp_path) as batch:
        assert len(batch.sources) == 1 and set(read_source(batch.sources[0]).files) == {"search.py", "helper.py"}


def test_nothing_leaves_the_folder_of_a_zip(tmp_path: Path) -> None:
    """Members with absolute paths, drives or `..` are left out aloud."""
    outside = ("../evil.py", "/abs.py", "C:/drive.py", "..\\win.py")
    archive = zipped(tmp_path / "e.zip", [*((name, "x") for name in outside), ("ada.py", search(1))])
    with open_batch(archive) as batch:
        assert names(batch) == ["ada"] and len(batch.notes) == 4
    assert not (tmp_path / "evil.py").exists() and not (tmp_path.parent / "evil.py").exists()


def test_a_zip_bomb_stays_small(tmp_path: Path) -> None:
    """A file that swells to gigabytes is not unpacked; its submission is told how large it is."""
    archive = tmp_path / "e.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
        with made.open("a/search.py", "w") as member:
            for _ in range(64):
                member.write(bytes(1 << 20))
        made.writestr("b/search.py", search(1))
    with open_batch(archive) as batch:
        assert "67,108,864 bytes" in (read_source(batch.sources[0]).problem or "")
        path = batch.sources[0].path
        assert path is not None and (path / "search.py").stat().st_blocks * 512 < 4 << 20


@pytest.mark.parametrize("make", ["nothing", "text", "bad zip", "empty folder"])
def test_what_is_no_class_gets_one_clear_sentence(tmp_path: Path, make: str) -> None:
    """A path without submissions is refused, and the message says what to give."""
    path = tmp_path / ("e.zip" if make == "bad zip" else "e.txt" if make == "text" else "e")
    if make == "empty folder":
        path.mkdir()
    elif make != "nothing":
        path.write_text("not a zip")
    with pytest.raises(NotABatch, match=r"SUBMISSIONS=|download the export again|give a folder"), open_batch(path):
        pass


def test_a_missing_path_in_a_source_is_a_problem_not_an_error(tmp_path: Path) -> None:
    """A submission that vanishes while the class is read costs itself only."""
    assert read_source(Source("gone", tmp_path / "gone.py", single=True)).problem


def test_names_are_unique_on_every_file_system() -> None:
    """Names that differ in case only, or are taken by the report's own files, get a number."""
    unique = Unique()
    assert [unique.name(name) for name in ("Ada", "ada", "grades.csv", "a/b")] == ["Ada", "ada~2", "grades.csv~2", "a_b"]


@pytest.mark.parametrize("name", ["", ".", "..", "a\x00b", "x" * 500, "\udc80", "con\u202etrol", "trailing. "])
def test_odd_names_become_harmless(name: str) -> None:
    """Whatever a name holds, its folder can be made, and made below the output folder."""
    made = harmless(name)
    assert made and len(made.encode()) <= 120 and "/" not in made and made not in (".", "..") and made.isprintable()


def test_submissions_are_sorted_as_people_count() -> None:
    """submission_9 comes before submission_10, and no number is too long."""
    assert natural("submission_" + "9" * 10_000)
    assert sorted(["submission_10", "submission_9"], key=natural) == ["submission_9", "submission_10"]


def damaged(path: Path, how: str) -> Path:
    """Write a zip of two programs, the second of which cannot be read."""
    method = {"bz2": zipfile.ZIP_BZIP2, "lzma": zipfile.ZIP_LZMA}.get(how, zipfile.ZIP_DEFLATED)
    with zipfile.ZipFile(path, "w", method) as made:
        made.writestr("submission_0/search.py", search(1))
        made.writestr("submission_1/search.py", search(2) * 9)
        member = made.infolist()[1]
    data = bytearray(path.read_bytes())
    start, central = member.header_offset, data.rindex(b"PK\1\2")
    content = start + 30 + len(member.filename)
    if how == "encrypted":
        data[start + 6] |= 1
        data[central + 8] |= 1
    elif how == "method":
        data[start + 8] = data[central + 10] = 99
    elif how == "checksum":
        data[central + 16] ^= 1
    elif how == "header":
        data[start] = 0
    else:
        data[content:content + member.compress_size] = b"\xff" * member.compress_size
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("how", ["deflate", "bz2", "lzma", "checksum", "header", "method", "encrypted"])
def test_a_damaged_member_is_named(how: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence and exit 2, whatever is wrong with a program in the zip: graded without it, its author would get 0."""
    archive = damaged(tmp_path / "corrupt.zip", how)
    assert main([str(archive), "--out", str(tmp_path / "out")]) == 2
    word = "encrypted" if how == "encrypted" else "damaged"
    assert f"corrupt.zip is {word} at submission_1/search.py: download the export again" in capsys.readouterr().err
