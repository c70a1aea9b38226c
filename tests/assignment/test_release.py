"""The zips: what is in them, that they are the same wherever they are made, and that they grade as Gradescope would."""
from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from assignment import contents, release
from assignment.catalogue import load as load_mistakes
from autograder.wheels import pinned
from tests.assignment.as_gradescope import ROOT, Gradescope, graded_here, python, verdicts

HOSTILE_FOLDER = ROOT / "tests" / "isolation" / "hostile"
HOSTILE = ("101_eq_always_true", "115_results_at_exit", "119_exit_at_import", "133_forge_protocol", "134_read_hidden_tests")
SYNTAX_ERROR = "def minimax(game, depth)\n    return 0\n"
WRONG = """def minimax(game, depth):
    if game.is_terminal():
        return game.utility()
    best = -1000
    for move in game.legal_moves():
        game.play(move)
        best = max(best, minimax(game, depth - 1))
    return best
"""


@pytest.fixture(scope="module")
def zips(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Both zips, the one for Gradescope with its wheels."""
    out = tmp_path_factory.mktemp("dist")
    return {built.path.name: built.path for built in release.build(out=out, offline=True)}


def names(archive: Path) -> list[str]:
    with zipfile.ZipFile(archive) as zipped:
        return zipped.namelist()


def test_the_autograder_zip_begins_at_its_root(zips: dict[str, Path]) -> None:
    """setup.sh and run_autograder are at the root and may be executed; the whole is under 1 MB."""
    with zipfile.ZipFile(zips["autograder.zip"]) as zipped:
        for name in ("setup.sh", "run_autograder"):
            assert zipped.getinfo(name).external_attr >> 16 == 0o100755
    assert zips["autograder.zip"].stat().st_size < release.MOST_BYTES


def test_the_autograder_zip_holds_nothing_but_what_grading_needs(zips: dict[str, Path]) -> None:
    """No solution, no mistakes, no tests, no class report, and no Hypothesis."""
    inside = names(zips["autograder.zip"])
    for word in ("solution", "mistakes", "tests", "regrade", "strategies", "__pycache__"):
        assert not [name for name in inside if word in name.split("/") or word in Path(name).stem.split("_")], word
    with zipfile.ZipFile(zips["autograder.zip"]) as zipped:
        assert not [name for name in inside if name.endswith(".py") and b"import hypothesis" in zipped.read(name)]


def test_the_starter_zip_is_one_folder(zips: dict[str, Path]) -> None:
    """Students unpack one folder, with the stubs in it."""
    inside = names(zips["starter.zip"])
    assert {name.split("/")[0] for name in inside} == {contents.FOLDER}
    assert f"{contents.FOLDER}/search.py" in inside and f"{contents.FOLDER}/games/game.py" in inside


def test_students_get_everything_of_the_starter_folder_that_is_kept_in_git() -> None:
    """A file added to starter/ is forgotten by no list."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no git checkout")
    listed = subprocess.run(["git", "ls-files", "starter"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    kept = {name.removeprefix("starter/") for name in listed if name}
    packed = {name.removeprefix(f"{contents.FOLDER}/") for name in contents.starter_files(ROOT)}
    assert kept <= packed | {".gitignore"}


def test_what_else_lies_in_the_starter_folder_stays_there(tmp_path: Path) -> None:
    """Caches, hidden files and a teacher's own attempts do not get into the zip."""
    shutil.copytree(ROOT / "starter", tmp_path / "starter")
    before = contents.starter_files(tmp_path)
    for name in ("my_search.py", ".venv/lib/x.py", "games/__pycache__/x.py", "kibitz/.hypothesis/x.json"):
        (tmp_path / "starter" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "starter" / name).write_text("x = 1\n")
    assert contents.starter_files(tmp_path) == before


def test_zips_are_the_same_in_another_folder_and_another_python(zips: dict[str, Path], tmp_path: Path) -> None:
    """The same inputs give the same bytes: another folder, other times and modes, another hash seed and time zone."""
    copy = tmp_path / "another place"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", "dist", "__pycache__", ".*_cache", "build", ".venv*"),
                    copy_function=shutil.copy)
    if (ROOT / "build" / "wheels").exists():
        shutil.copytree(ROOT / "build" / "wheels", copy / "build" / "wheels")
    environment = {**os.environ, "PYTHONPATH": f"{copy}:{copy / 'starter'}", "PYTHONHASHSEED": "5", "TZ": "Asia/Tokyo"}
    subprocess.run([sys.executable, "-m", "assignment.release", "--offline"], cwd=copy, env=environment, check=True, capture_output=True)
    for name, path in zips.items():
        assert (copy / "dist" / name).read_bytes() == path.read_bytes(), name


def test_a_secret_in_a_zip_is_refused() -> None:
    """Nothing from a folder of secrets gets into a zip, whoever put it on the list."""
    with pytest.raises(release.ReleaseError, match="must not be in a zip"):
        release._checked({"starter/solution/search.py": b""})


def test_the_hashed_wheels_are_those_of_the_requirements() -> None:
    """autograder.lock pins each package of autograder.txt at the same version, with a hash."""
    folder = ROOT / "requirements"
    locked, wanted = (pinned((folder / name).read_text()) for name in ("autograder.lock", "autograder.txt"))
    assert set(locked) == set(wanted) and all(locked.values())


def test_a_wheel_that_is_not_the_pinned_one_is_refused(zips: dict[str, Path], tmp_path: Path) -> None:
    """setup.sh fails loudly when a bundled wheel was changed."""
    image = Gradescope(tmp_path, zips["autograder.zip"], sys.executable)
    wheel = next((tmp_path / "source" / "wheels").iterdir())
    wheel.write_bytes(wheel.read_bytes() + b"x")
    done = image.set_up()
    assert done.returncode != 0 and "is not the file that autograder.lock pins" in done.stderr


def test_setup_says_what_is_missing(zips: dict[str, Path], tmp_path: Path) -> None:
    """A Python that is not there, and a zip without its source, end setup.sh with a sentence."""
    assert "there is no no-such-python" in Gradescope(tmp_path / "a", zips["autograder.zip"], "no-such-python").set_up().stderr
    image = Gradescope(tmp_path / "b", zips["autograder.zip"], sys.executable)
    shutil.rmtree(tmp_path / "b" / "source" / "autograder")
    done = image.set_up()
    assert done.returncode == 1 and "upload autograder.zip as it was built" in done.stderr


def test_without_setup_there_is_a_valid_zero(zips: dict[str, Path], tmp_path: Path) -> None:
    """run_autograder leaves valid results even where setup.sh never ran."""
    results = Gradescope(tmp_path, zips["autograder.zip"], sys.executable).grade(ROOT / "solution")
    assert results["score"] == 0 and sum(test["max_score"] for test in results["tests"]) == 100


def _same_verdicts(image: Gradescope, here: Path, submissions: list[Path]) -> None:
    for number, submission in enumerate(submissions):
        there = image.grade(submission)
        assert verdicts(there) == verdicts(graded_here(submission, here / f"{number}.json")), submission


def test_the_unpacked_zip_grades_as_we_do(zips: dict[str, Path], tmp_path: Path) -> None:
    """setup.sh without network or ensurepip, then run_autograder: the same verdicts as here, and everything is sealed."""
    image = Gradescope(tmp_path / "an autograder", zips["autograder.zip"], sys.executable)
    done = image.set_up()
    assert done.returncode == 0, done.stderr
    wrong = tmp_path / "wrong.py"
    wrong.write_text(WRONG)
    _same_verdicts(image, tmp_path, [ROOT / "solution" / "search.py"])
    assert image.grade(ROOT / "solution")["score"] == 100
    for name in ("source", "results"):
        assert (image.root / name).stat().st_mode & 0o777 == 0o700
    assert (image.root / "submission_metadata.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.soak
@pytest.mark.parametrize("version", ["3.10", "3.13"])
def test_the_unpacked_zip_grades_as_we_do_on_other_pythons(zips: dict[str, Path], tmp_path: Path, version: str) -> None:
    """With 3.10 as the system's Python and with the newest one, right, unwritten, wrong and broken files get the same verdicts."""
    interpreter = python(version)
    if interpreter is None:
        pytest.skip(f"there is no Python {version} here")
    image = Gradescope(tmp_path / "autograder", zips["autograder.zip"], interpreter)
    before = _digests(Path(interpreter).resolve().parent.parent)
    done = image.set_up()
    assert done.returncode == 0, done.stderr
    assert _digests(Path(interpreter).resolve().parent.parent) == before, "the system's Python was changed"
    made = {"wrong": WRONG, "syntax": SYNTAX_ERROR, "empty": None}
    made |= {mistake.id: mistake.programs[0] for mistake in load_mistakes()[::50][:5]}
    for name, text in made.items():
        (tmp_path / name).mkdir()
        if text is not None:
            (tmp_path / name / "search.py").write_text(text)
    _same_verdicts(image, tmp_path, [ROOT / "solution", ROOT / "starter" / "search.py", *(tmp_path / name for name in made)])
    for name in HOSTILE:
        there, here = image.grade(HOSTILE_FOLDER / name), graded_here(HOSTILE_FOLDER / name, tmp_path / f"{name}.json")
        assert [row[:4] for row in verdicts(there)] == [row[:4] for row in verdicts(here)], name


def _digests(home: Path) -> str:
    """Return a digest of the names and sizes of the packages installed in a Python."""
    found = sorted(str(path) for folder in home.glob("lib/python3*/site-packages") for path in folder.iterdir())
    return hashlib.sha256("\n".join(found).encode()).hexdigest()
