"""Reading a submission: what counts, what is left out, and a sentence with the mend for everything else."""
from __future__ import annotations

import os
import re
import time

import pytest

from autograder.submission import SubmissionNotFound, read_submission

CODE = b"def minimax(game, depth):\n    return 0\n"


def write(folder, files):
    """Write files into a folder and return it."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def test_a_file_or_a_folder_with_helpers(tmp_path):
    """Paths are relative to search.py's folder."""
    write(tmp_path, {"search.py": CODE, "helpers.py": b"", "pack/inner.py": b"x=1", "notes.txt": b"", "__MACOSX/._search.py": b"x",
                     ".git/hooks.py": b"", "__pycache__/search.pyc": b""})
    assert set(read_submission(tmp_path).files) == {"search.py", "helpers.py", "pack/inner.py"}
    alone = read_submission(tmp_path / "search.py")
    assert alone.files == {"search.py": CODE} and alone.problem is None and alone.notes == ()


def test_what_is_not_there_is_not_a_submission(tmp_path):
    """A path that does not exist is the caller's mistake."""
    with pytest.raises(SubmissionNotFound, match="nowhere"):
        read_submission(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({}, "empty"),
        ({"Search.py": CODE}, "rename Search.py to search.py"),
        ({"search (1).py": CODE}, r"rename search \(1\).py to search.py"),
        ({"search.py.txt": CODE}, "rename search.py.txt"),
        ({"a.py": CODE, "b.py": CODE}, "found a.py, b.py"),
        ({"hw.zip": b"PK\3\4"}, "hw.zip: archives are not unpacked"),
        ({"search.ipynb": b"{}"}, "search.ipynb: export"),
        ({"a/search.py": CODE, "b/search.py": CODE}, "several below it: a/search.py, b/search.py"),
        ({"search.py/x": b""}, "is a folder"),
        ({"search.py": b""}, "is empty"),
        ({"search.py": b" \n"}, "is empty"),
        ({"search.py": "x = 1".encode("utf-16")}, "UTF-16.*save it as UTF-8"),
        ({"search.py": "x = 1\ny = 2".encode("utf-16-le")}, "UTF-16"),
        ({"search.py": "x = 1".encode("utf-32")}, "UTF-32"),
        ({"search.py": b"x = 1\n\0"}, "null bytes .line 2"),
        ({"search.py": b"x = 1\r# \x93a\x94"}, "byte 0x93 in line 2 .curly quotes"),
        ({"search.py": b"# -*- coding: utf-8 -*-\n'\xe9'"}, "byte 0xe9 in line 2"),
        ({"search.py": b"{\\rtf1\\ansi"}, "RTF.*Make Plain Text"),
        ({"search.py": b"PK\3\4abc"}, "zip"),
        ({"search.py": b'{\n "cells": [], "nbformat": 4}'}, "Jupyter notebook"),
        ({"search.py": b"<!DOCTYPE html>"}, "web page"),
        ({"search.py": b"#" * (2 << 20)}, "bytes; the most"),
    ],
)
def test_what_cannot_be_graded_says_why_and_how_to_mend_it(tmp_path, files, words):
    """One sentence, and no files."""
    read = read_submission(write(tmp_path, files))
    assert read.files == {}
    assert re.search(words, read.problem), read.problem


@pytest.mark.parametrize("content", [b"\xef\xbb\xbfx = 1", b"x = 1\ry = 2\r", b"# coding: latin-1\nx = '\xe9'",
                                     b"#!/x\n# vim: set fileencoding=cp1252 :\n'\x93'", "x = 'é'".encode()])
def test_every_encoding_of_pep_263_passes(tmp_path, content):
    """Python decodes it, in the isolated process."""
    assert read_submission(write(tmp_path, {"search.py": content})).files == {"search.py": content}


def test_a_slow_codec_costs_the_grader_nothing(tmp_path):
    """The encoding that a submission names is never used in the grader's process."""
    started = time.monotonic()
    assert read_submission(write(tmp_path, {"search.py": b"# coding: punycode\n" + b"a" * 900_000})).problem is None
    assert time.monotonic() - started < 1


def test_one_nested_search_is_found_and_said(tmp_path):
    """With its helpers, which lie beside it."""
    read = read_submission(write(tmp_path, {"project/src/search.py": CODE, "project/src/helpers.py": b"", "other.py": b""}))
    assert set(read.files) == {"search.py", "helpers.py"} and "project/src/search.py" in read.notes[0]


def test_the_search_at_the_top_counts(tmp_path):
    """A second one below is an old copy."""
    read = read_submission(write(tmp_path, {"search.py": CODE, "old/search.py": b"x"}))
    assert read.files["search.py"] == CODE and read.notes == ()


def test_names_that_hide_a_module_are_left_out_and_said(tmp_path):
    """Of the standard library, of the games, of the kit; as files and as folders."""
    names = ["random.py", "games.py", "kibitz/__init__.py", "json/x.py", "pytest.py"]
    read = read_submission(write(tmp_path, {"search.py": CODE, **dict.fromkeys(names, b"")}))
    assert set(read.files) == {"search.py"} and all(name in read.notes[0] for name in names)


@pytest.mark.skipif(os.name != "posix", reason="POSIX only")
def test_nothing_but_regular_files_is_opened(tmp_path):
    """Links, FIFOs and sockets are named and refused; reading never waits."""
    secret = tmp_path / "secret.py"
    secret.write_bytes(CODE)
    folder = tmp_path / "work"
    folder.mkdir()
    os.mkfifo(folder / "search.py")
    assert "search.py is a FIFO" in str(read_submission(folder).problem)
    assert "FIFO" in str(read_submission(folder / "search.py").problem)
    (folder / "search.py").unlink()
    (folder / "search.py").symlink_to(secret)
    assert "search.py is a link" in str(read_submission(folder).problem)
    assert "is a link" in str(read_submission(folder / "search.py").problem)
    (folder / "search.py").unlink()
    write(folder, {"search.py": CODE})
    (folder / "helper.py").symlink_to(secret)
    (folder / "loop").symlink_to(folder)
    os.mkfifo(folder / "pipe.py")
    read = read_submission(folder)
    assert set(read.files) == {"search.py"}
    assert "\n".join(read.notes).count("was left out") == 3


def test_thousands_of_files_and_helpers_too_large_are_left_out(tmp_path):
    """A cap on files, on bytes, and a note."""
    many = {f"h{number:04}.py": b"x = 1" for number in range(150)}
    read = read_submission(write(tmp_path, {"search.py": CODE, **many, "huge.py": b"#" * (2 << 20)}))
    assert len(read.files) <= 102 and any("huge.py" in note for note in read.notes)


def test_an_unreadable_search_is_a_problem_and_no_crash(tmp_path):
    """As a user other than root."""
    write(tmp_path, {"search.py": CODE})
    (tmp_path / "search.py").chmod(0)
    read = read_submission(tmp_path)
    assert read.files or "cannot be read" in str(read.problem)


def test_a_path_too_long_to_be_copied_is_left_out(tmp_path):
    """Nobody gets a fault of the kit, which costs no points, by the names of her files."""
    folder = tmp_path / "s"
    folder.mkdir()
    here = os.open(write(folder, {"search.py": CODE}), os.O_RDONLY)
    for _ in range(22):  # a path that only single steps can make
        os.close(os.open("helper.py", os.O_WRONLY | os.O_CREAT, dir_fd=here))
        os.mkdir("d" * 200, dir_fd=here)
        above, here = here, os.open("d" * 200, os.O_RDONLY, dir_fd=here)
        os.close(above)
    os.close(here)
    write(folder, {"x" * 240 + ".py": b""})
    read = read_submission(folder)
    assert set(read.files) == {"search.py", "helper.py"} and read.problem is None
    assert sum("its path is longer than 200 bytes" in note for note in read.notes) > 10
