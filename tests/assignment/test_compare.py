"""python -m assignment compare: what an update in mid-term would change, before anyone's score does."""
from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from assignment import release
from assignment.__main__ import main as command
from assignment.compare import Difference, difference, main, told
from tests.assignment.as_gradescope import ROOT
from tests.assignment.test_release import WRONG


def result(**scores: float) -> dict[str, object]:
    return {"score": sum(scores.values()), "tests": [{"score": score, "max_score": 3, "extra_data": {"check": check}}
                                                     for check, score in scores.items()]}


def test_a_difference_names_the_checks_that_changed() -> None:
    """Checks that only one grader has are named, too; the same results are no difference."""
    assert difference("ada", result(a=3, b=0), result(a=3, b=3)).checks == ("b 0/3 -> 3/3",)
    assert difference("ada", result(a=3), result(a=3, c=0)).checks == ("c not there -> 0/3",)
    assert difference("ada", result(a=3), result(a=3)).checks == ()


def test_the_largest_loss_comes_first() -> None:
    """The list is sorted by what it costs, and ends with the counts."""
    lines = told([Difference("up", 0, 3, ("x",)), Difference("down", 3, 0, ("x",))], 9, ["their seeds differ: 7 and 8"])
    assert [line.split(":")[0] for line in lines[:3]] == ["note", "down", "up"]
    assert lines[-1] == "2 of 9 submissions change: 1 get more, 1 get less"


@pytest.fixture(scope="module")
def today(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Today's autograder.zip."""
    return release.build(out=tmp_path_factory.mktemp("dist"))[1].path


def test_other_points_show_as_differences(today: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An older zip in which a check was worth more changes that check's row, for whoever passed or failed it."""
    old = tmp_path / "old.zip"
    with zipfile.ZipFile(today) as now, zipfile.ZipFile(old, "w") as then:
        for member in now.namelist():
            content = now.read(member)
            if member == "autograder/data/settings.json":
                data = json.loads(content)
                data["checks"] = [row | {"points": 9} if row["id"] == "minimax.any_infinity" else row for row in data["checks"]]
                content = json.dumps(data).encode()
            then.writestr(member, content)
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "ada.py").write_text((ROOT / "solution" / "search.py").read_text(encoding="utf-8"))
    (tmp_path / "class" / "bob.py").write_text(WRONG)
    assert main(old, tmp_path / "class", 2, today) == 0
    out = capsys.readouterr().out
    assert "ada: 106 -> 100  (-6)   minimax.any_infinity 9/9 -> 3/3" in out
    assert "minimax.any_infinity 0/9 -> 0/3" in out and "2 of 2 submissions change: 0 get more, 1 get less" in out


def test_the_same_zip_twice_changes_nothing(today: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """0 of the submissions change, in words."""
    (tmp_path / "ada.py").write_text(WRONG)
    assert main(today, tmp_path, 1, today) == 0
    assert capsys.readouterr().out.strip() == "0 of 1 submissions change: 0 get more, 0 get less"


def test_what_is_no_autograder_is_refused(today: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is no zip, a zip of something else, and a folder without submissions: one line each, exit 2."""
    (tmp_path / "text.zip").write_text("no zip")
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as other:
        other.writestr("a", "b")
    (tmp_path / "empty").mkdir()
    for old, submissions, words in (("text.zip", ROOT / "solution", "cannot be read as a zip"),
                                    ("other.zip", ROOT / "solution", "is no autograder.zip"),
                                    (today, tmp_path / "empty", "no submission")):
        assert main(tmp_path / old, submissions, 1, today) == 2
        assert words in capsys.readouterr().err


def test_a_missing_old_zip_is_said_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`make compare` without OLD, or with one that is not there: what to give, whatever is wrong with the submissions."""
    assert command(["compare", "", ""]) == 2
    assert capsys.readouterr().err == "compare: give OLD=path to the autograder.zip that is on Gradescope now\n"
    assert command(["compare", str(tmp_path / "no.zip"), ""]) == 2
    assert "no.zip does not exist: give OLD=" in capsys.readouterr().err
