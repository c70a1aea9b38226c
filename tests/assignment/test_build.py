"""python -m assignment build: one command for a term, and what it refuses."""
from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from assignment.build import set_seed
from tests.assignment.as_gradescope import ROOT, python, verdicts
from tests.assignment.project import Project


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The project in a folder with a blank in its name, built once."""
    project = Project(tmp_path_factory.mktemp("a term") / "the project").without_the_catalogue()
    done = project.run("build")
    assert done.returncode == 0, done.stderr
    return project


def test_what_is_in_git_is_what_a_build_makes(built: Project) -> None:
    """A build of the project as it is changes nothing of it: stubs, data, cases and handout are up to date."""
    for name, content in built.products().items():
        if (ROOT / name).exists() and not name.startswith(("dist", "build")):
            assert (ROOT / name).read_bytes() == content, f"{name} is not what make assignment makes"


def test_a_second_build_changes_nothing_and_takes_seconds(built: Project) -> None:
    """With nothing changed, the validation is not run again, and the zips stay as they are."""
    before, started = built.products(), time.monotonic()
    done = built.run("build")
    assert done.returncode == 0 and built.products() == before
    assert time.monotonic() - started < 20
    assert "passed before, with the same files" in done.stdout and done.stdout.count("unchanged") == 2


def test_the_summary_says_what_to_upload_where(built: Project) -> None:
    """The last lines name both zips, the handout and the answers, with sizes and digests above."""
    out = built.run("build").stdout
    for words in ("dist/autograder.zip", "to Gradescope", "dist/starter.zip", "build/answers.md", "sha256", "graded cases", "known trees"):
        assert words in out


def test_the_answers_are_in_no_zip(built: Project) -> None:
    """The staff's answers are made, and only in build/."""
    import zipfile

    answers = (built.root / "build" / "answers.md").read_text(encoding="utf-8")
    assert "**Answer.**" in answers
    for name in ("starter.zip", "autograder.zip"):
        with zipfile.ZipFile(built.root / "dist" / name) as zipped:
            assert not [member for member in zipped.namelist() if b"**Answer.**" in zipped.read(member)]


def test_wrong_settings_write_nothing(built: Project) -> None:
    """One line with file, line and mend; exit 2; every product is as it was."""
    before, right = built.products(), built.toml.read_text(encoding="utf-8")
    try:
        built.edit("assignment/assignment.toml", ("total = 100", "total = 99"))
        done = built.run("build", "--seed", "8")
        assert done.returncode == 2 and done.stderr.strip().count("\n") == 0
        assert done.stderr.strip().startswith("assignment.toml, line") and "sum to 100, not to 99" in done.stderr
        assert built.products() == before and "seed = 7" in built.toml.read_text(encoding="utf-8")
    finally:
        built.toml.write_text(right, encoding="utf-8")


def test_a_leak_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    """A line of the solution planted in a docstring ends the build with that line."""
    project = Project(tmp_path / "project").without_the_catalogue()
    before = project.products()
    project.edit("solution/search.py", ("    Args:\n", "    values.append(minimax(game, depth - 1))\n\n    Args:\n"))
    done = project.run("build")
    assert done.returncode == 2 and "give away a line of the solution: values.append(minimax" in done.stderr
    assert project.products() == before


def test_a_failing_validation_writes_no_zips(tmp_path: Path) -> None:
    """A solution that does not get all points ends the build with 1 and the reason; there are no zips."""
    project = Project(tmp_path / "project").without_the_catalogue()
    project.edit("solution/search.py", ("    if depth == 0:\n        return game.evaluate()\n", "    if depth == 0:\n        return 0\n"))
    done = project.run("build")
    assert done.returncode == 1
    assert "NOT VALID, no zip was written: solution/search.py gets" in done.stderr and "minimax." in done.stderr
    assert not list((project.root / "dist").glob("*.zip"))


def test_a_failing_catalogue_writes_no_zips(tmp_path: Path) -> None:
    """What python -m assignment.validate refuses is refused here, in its own words."""
    project = Project(tmp_path / "project").without_the_catalogue()
    (project.root / "dist").mkdir()
    (project.root / "dist" / "starter.zip").write_bytes(b"of an earlier build")
    (project.root / "assignment" / "validate.py").write_text("import sys\nprint('a matrix')\n"
                                                              "print('NOT VALID: forgets_undo is not caught')\nsys.exit(1)\n")
    done = project.run("build")
    reason, gone, other = done.stderr.strip().rsplit("\n", 2)
    assert done.returncode == 1 and reason == "NOT VALID, no zip was written: \nforgets_undo is not caught"
    assert gone.startswith("dist/starter.zip of an earlier build removed") and "make assignment REDRAW=1, or SEED=" in other
    assert "validation by known mistakes: tries every known mistake" in done.stdout
    assert not list((project.root / "dist").glob("*.zip"))


def test_a_seed_is_written_where_the_settings_are(tmp_path: Path) -> None:
    """SEED=n changes that one number in assignment.toml, and its comment stays."""
    path = tmp_path / "assignment.toml"
    text = (ROOT / "assignment" / "assignment.toml").read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    set_seed(path, 12)
    assert path.read_text(encoding="utf-8") == text.replace("\nseed = 7 ", "\nseed = 12 ")


@pytest.mark.soak
def test_the_same_seed_gives_the_same_files_everywhere(tmp_path: Path) -> None:
    """Another seed, in two folders, under two Pythons where there are two with the packages: identical files."""
    made = []
    projects = [Project(tmp_path / name).without_the_catalogue() for name in ("one", "another place")]
    for project, interpreter in zip(projects, (sys.executable, _other_python(tmp_path / "python"))):
        done = project.run("build", "--seed", "8", python=interpreter)
        assert done.returncode == 0, done.stderr
        assert "seed: 7 -> 8" in done.stdout and "8 of 8 known trees" in done.stdout
        made.append(project.products())
    assert made[0] == made[1]
    assert all(made[0][name] != (ROOT / name).read_bytes() for name in ("handout.md", "autograder/data/cases.json"))


def _other_python(folder: Path) -> str:
    """Return another Python, in a virtual environment with the packages that a build needs; this one where there is no other."""
    version = "3.10" if sys.version_info[:2] != (3, 10) else "3.13"
    found = python(version)
    if found is None:
        return sys.executable
    subprocess.run([found, "-m", "venv", str(folder)], check=True)
    interpreter = str(folder / "bin" / "python")
    packages = ["hypothesis", "jinja2", "markdown-it-py", "gradescope-utils", "rich", "PyYAML", "tomli"]
    constraints = str(ROOT / "requirements" / "constraints.txt")
    done = subprocess.run([interpreter, "-m", "pip", "install", "--quiet", "-c", constraints, *packages], capture_output=True)
    return sys.executable if done.returncode else interpreter


SUBSET = (
    ('title = "Game-tree search"', 'title = "Búsqueda en árboles: ¿quién gana?"'),
    (', "expectimax", "best_move"]', "]"),
    ("total = 100", "total = 60"), ("minimax = 30", "minimax = 25"),
    ("known_trees = 5 ", "known_trees = 2 "), ("each_node_once = 2\n", "each_node_once = 0\n"),
    ('all = "visible"', 'all = "after_due_date"'),
)


@pytest.mark.soak
def test_an_assignment_of_two_functions_builds_and_grades(tmp_path: Path) -> None:
    """Minimax and alphabeta only, 60 points, seen after the due date, a title with accents: everything follows."""
    project = Project(tmp_path / "project").without_the_catalogue()
    project.edit("assignment/assignment.toml", *SUBSET)
    done = project.run("build")
    assert done.returncode == 0, done.stderr
    assert "expectimax" not in (project.root / "starter" / "search.py").read_text(encoding="utf-8")
    handout = (project.root / "handout.md").read_text(encoding="utf-8")
    assert "# Búsqueda en árboles: ¿quién gana?\n" in handout and "| **all** | **60** |" in handout
    results = json.loads((project.root / "build" / "validation.json").read_text(encoding="utf-8"))
    rows = verdicts(results)
    assert sum(row[3] for row in rows) == 60 and {row[1].partition(".")[0] for row in rows} == {"minimax", "alphabeta"}
    assert {test["visibility"] for test in results["tests"]} == {"after_due_date"}
    assert "each_node_once" not in str(rows)
