"""Reading assignment.toml: what is right is read whole, what is wrong is refused in one line with its mend."""
from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from assignment.data import as_bytes, grading, studying
from assignment.settings import TOML, SettingsError, load
from autograder.settings import load_settings
from games.tree import MAX, TreeGame
from kibitz.cases.case import Case
from kibitz.watch.wire import game_to_json
from tests.assignment.as_gradescope import ROOT

TEXT = TOML.read_text(encoding="utf-8")
#: name: (old text, new text, the key whose line is named, words of the message)
WRONG = {
    "unknown key": ("\nseed = 7", "\nsede = 7", "sede", 'unknown key "sede": do you mean "seed"?'),
    "unknown check": ("window = 2", "windows = 2", "windows = 2", 'unknown key "windows" in [checks.alphabeta]: do you mean "window"?'),
    "checks not summing": ("proves_its_value = 5", "proves_its_value = 6", "[checks.alphabeta]", "alphabeta sum to 36, not to 35"),
    "functions not summing": ("total = 100", "total = 90", "total =", "sum to 100, not to 90: set total = 100"),
    "negative limit": ("memory_mb = 256", "memory_mb = -256", "memory_mb", "limits.memory_mb is -256: it must be at least 128"),
    "negative points": ("known_trees = 5 ", "known_trees = -5 ", "known_trees", "checks.minimax.known_trees is -5"),
    "duplicate id": (
        "any_infinity = 3\ndepth_limit = 4", "any_infinity = 3\nany_infinity = 4", "any_infinity = 4", "is there twice, delete one"),
    "missing seed": ("\nseed = 7", "\n# seed = 7", "#", "seed is missing: add seed = 7"),
    "bad TOML": ('term = "Spring 2027"', "term = Spring 2027", "term =", "this is not TOML"),
    "unclosed text": ('policy = """', 'policy = "', 'policy = "', "this is not TOML"),
    "no such game": ('"othello"', '"otelo"', "games =", 'games has no "otelo": do you mean "othello"?'),
    "no such function": ('"alphabeta", "exp', '"alphabet", "exp', "functions =", 'no "alphabet": do you mean "alphabeta"?'),
    "a function twice": ('"alphabeta", "exp', '"minimax", "exp', "functions =", "functions names something twice"),
    "a text for a number": ("\nseed = 7", '\nseed = "seven"', "seed =", 'seed must be a whole number, not "seven": write seed = 7'),
    "a switch for a number": ("uids = 100", "uids = true", "uids =", "limits.uids must be a whole number, not true"),
    "an empty title": ('title = "Game-tree search"', 'title = " "', "title =", "title is empty"),
    "no such visibility": ('all = "visible"', 'all = "public"', "all =", 'visibility.all has no "public"'),
    "users of the system": ("first_uid = 61000", "first_uid = 0", "first_uid", "at least 1,000"),
    "a limit beyond Gradescope's": ("total_seconds = 240", "total_seconds = 1000", "total_seconds =", "at most 500"),
    "more computing than time": (
        "total_cpu_seconds = 110", "total_cpu_seconds = 300", "total_cpu_seconds", "more than limits.total_seconds"),
    "not a number": ("cpu_seconds = 2.0", "cpu_seconds = nan", "cpu_seconds =", "must be a finite number"),
    "without minimax": ('["minimax", "alphabeta"', '["alphabeta"', "functions =", "functions is without minimax"),
    "a leaderboard of nothing": ("leaderboard = false", "leaderboard = true", "leaderboard =", "which is off"),
    "no games to check on": (
        'games = ["tictactoe", "connect_four", "othello", "pig", "einstein"]', 'games = ["pig"]', "games =", "needs a game"),
    "a table that is none": ("[handout]", "[other]", "[other]", 'unknown key "other"'),
}


def changed(tmp_path: Path, *edits: tuple[str, str]) -> Path:
    """Return a settings file with some of its text replaced."""
    text = TEXT
    for old, new in edits:
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    path = tmp_path / "assignment.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    """The message is one line that names the file, the line of the mistake, and what to do."""
    old, new, place, words = WRONG[name]
    path = changed(tmp_path, (old, new))
    with pytest.raises(SettingsError) as refused:
        load(path)
    message = str(refused.value)
    assert words in message and "\n" not in message
    number = int(message.removeprefix("assignment.toml, line ").partition(":")[0])
    line = path.read_text(encoding="utf-8").splitlines()[number - 1]
    assert line.strip().startswith(place) or name == "unclosed text", line


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    """Another encoding is named as such, with the line where it shows."""
    (tmp_path / "assignment.toml").write_bytes(TEXT.replace("Spring", "Frühling").encode("latin-1"))
    with pytest.raises(SettingsError, match=r"line 6: this is not UTF-8"):
        load(tmp_path / "assignment.toml")


def test_a_refused_file_writes_nothing(tmp_path: Path) -> None:
    """The command ends with 2 and one line on stderr, and the data files are not there."""
    path = changed(tmp_path, ("\nseed = 7", "\nseed = -7"))
    done = subprocess.run([sys.executable, "-m", "assignment.data", path, tmp_path / "a.json", tmp_path / "s.json"], cwd=ROOT,
                          env={"PYTHONPATH": f"{ROOT}:{ROOT / 'starter'}"}, capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "seed is -7" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["assignment.toml"]


def test_the_data_files_are_what_the_settings_give() -> None:
    """autograder/data/settings.json and starter/kibitz/assignment.json equal what assignment.toml gives, byte for byte."""
    settings = load()
    assert (ROOT / "autograder" / "data" / "settings.json").read_bytes() == as_bytes(grading(settings))
    assert (ROOT / "starter" / "kibitz" / "assignment.json").read_bytes() == as_bytes(studying(settings))


def test_the_points_are_those_of_the_mission() -> None:
    """100 points, no check above 8, and at least 3 for each of the four bugs in each searching function."""
    settings = load()
    assert settings.total == 100 and max(settings.points.values()) <= 8
    assert [sum(settings.of(function).values()) for function in settings.functions] == [30, 35, 25, 10]
    for bug in ("restores_the_position", "any_infinity", "depth_limit", "terminal_first"):
        assert all(settings.points[f"{function}.{bug}"] >= 3 for function in ("minimax", "alphabeta", "expectimax"))


def test_functions_that_are_out_leave_points_and_checks(tmp_path: Path) -> None:
    """With minimax and alphabeta only, no check of another function is left, whatever lines the file still has."""
    settings = load(changed(tmp_path, (', "expectimax", "best_move"]', "]"), ("total = 100", "total = 65")))
    assert settings.total == 65 and {name.partition(".")[0] for name in settings.points} == {"minimax", "alphabeta"}


def test_a_check_can_be_shown_differently_from_the_others(tmp_path: Path) -> None:
    """Visibility is all's, except where a check has its own."""
    settings = load(changed(tmp_path, ('# "minimax.games"', '"minimax.games"'), ('"visible" ', '"after_due_date" ')))
    assert settings.visibility["minimax.games"] == "after_published"
    assert settings.visibility["minimax.known_trees"] == "after_due_date"


def test_every_key_is_explained_in_the_file() -> None:
    """Each key at the top, and each limit, has a comment."""
    for key in ("title", "due", "seed", "total", "all", "on", "leaderboard", "cpu_seconds", "memory_mb", "first_uid", "uids"):
        assert any(line.startswith(f"{key} =") and "#" in line for line in TEXT.splitlines()), key


def test_limits_reach_the_grader(tmp_path: Path) -> None:
    """Memory, users and times of the settings are those of the search processes, and of the run."""
    settings = load(changed(tmp_path, ("memory_mb = 256", "memory_mb = 300"), ("first_uid = 61000", "first_uid = 62000"),
                            ("total_seconds = 240", "total_seconds = 200"), ("cpu_seconds = 2.0", "cpu_seconds = 3")))
    (tmp_path / "settings.json").write_bytes(as_bytes(grading(settings)))
    read = load_settings(tmp_path / "settings.json")
    assert (read.limits.memory_mb, read.limits.first_uid, read.limits.total_wall_s, read.cpu_s) == (300, 62000, 200, 3)


def test_the_budget_of_events_reaches_the_students_kit_too() -> None:
    """A case's budget is made of the two numbers of the settings."""
    case = Case("minimax", game_to_json(TreeGame(MAX(1, 2))), 1)
    assert case.budget == load().limits["events_base"] + 3 * load().limits["events_per_node"]


def test_the_data_name_no_class_of_python() -> None:
    """What is stored is plain JSON."""
    assert json.loads(as_bytes(grading(load())))["seed"] == load().seed
