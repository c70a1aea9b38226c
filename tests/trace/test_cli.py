"""`python -m kibitz trace`: what may be typed, and what comes of it."""
from __future__ import annotations

import sys
from pathlib import Path

import pytest

from games.tree import MAX, TreeGame
from kibitz.trace.cases import NoSuchCase, case_of, game_after, position_from
from kibitz.trace.cli import main
from tests.searches import SOLUTION, edited
from tests.trace.mistakes import MISTAKES


@pytest.fixture
def search(tmp_path: Path) -> Path:
    """A folder with a space and an umlaut in its name, and the reference in it."""
    folder = tmp_path / "my k\u00fcbel"
    folder.mkdir()
    path = folder / "search.py"
    path.write_text(SOLUTION, encoding="utf-8")
    return path


@pytest.mark.parametrize("text", ["MAX(MIN(3, 12, 8), -2.5, CHANCE((1/4, 3), (0.75, Fraction(1, 3))), estimate=7)",
                                  "TreeGame(MAX(MIN(3, 12), 2), path=(0,))", "ConnectFour.from_moves('4455')",
                                  "GraphGame([{'turn': 'MAX', 'to': [1]}, {'value': 5, 'label': 'end'}])"])
def test_what_a_report_prints_can_be_pasted(text: str) -> None:
    """Trees, positions and graphs are read back from their repr."""
    game = position_from(text)
    assert repr(position_from(repr(game))) == repr(game)


@pytest.mark.parametrize("text", ["__import__('os').system('true')", "MAX(", "MAX(*[1])", "open('x')", "MAX(1).children", "MAX('a')", "",
                                  "lambda: 1", "(" * 500 + "1" + ")" * 500, "MAX(9**9**9)", "TicTacToe.__init__(1)", "MAX(1, **{})"])
def test_nothing_else_is_understood_or_executed(text: str) -> None:
    """An expression that is no position is refused with a sentence."""
    with pytest.raises(NoSuchCase):
        position_from(text)


def test_games_start_after_moves() -> None:
    """A game is named as games.GAMES names it, moves as they print; what is illegal is refused with what is legal."""
    assert game_after("tictactoe", "4, 0").legal_moves() == [1, 2, 3, 5, 6, 7, 8]
    with pytest.raises(NoSuchCase, match="4 is not a move here; these are: 0, 1"):
        game_after("tictactoe", "4,4")
    with pytest.raises(NoSuchCase, match="there is no game 'nim'"):
        game_after("nim", "")


def test_depth_is_the_trees_height_unless_it_is_given() -> None:
    """Without a depth the whole of a tree is searched."""
    assert case_of(TreeGame(MAX(MAX(1), 2)), "minimax", None).depth == 2
    assert case_of(TreeGame(MAX(MAX(1), 2)), "minimax", 1).depth == 1
    with pytest.raises(NoSuchCase, match="1 or more"):
        case_of(TreeGame(MAX(1)), "best_move", 0)


def test_a_page_is_written(search: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The verdict goes to the terminal in plain ASCII, the page to the file that was asked for."""
    out = search.with_name("out \u00e9.html")
    assert main(["--case", "MAX(MIN(3, 12), 2)", "--search-file", str(search), "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Running your alphabeta ...\nRIGHT: your alphabeta returned 3, and the leaves it looked at prove it.")
    assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_a_check_shows_its_smallest_failing_case(search: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """CHECK= draws the case that the check's report shows, with the same first wrong step."""
    search.write_text(MISTAKES["cuts too early"][1], encoding="utf-8")
    assert main(["--check", "alphabeta.known_trees", "--search-file", str(search), "--out", str(search.with_name("t.html"))]) == 0
    said = capsys.readouterr().out
    assert "First wrong step (" in said
    from kibitz.judge.checks import BY_ID
    from kibitz.selfcheck.public import problem_with

    report = " ".join(problem_with(BY_ID["alphabeta.known_trees"], search).split())
    step = next(line for line in said.splitlines() if line.startswith("First wrong step"))
    assert step in report


@pytest.mark.parametrize("options", [["--case", "MAX("], ["--check", "alphabeta.nothing"], ["--game", "nim"],
                                     ["--game", "connect_four", "--depth", "9"]])
def test_what_cannot_be_drawn_is_said_in_a_sentence(options: list[str], search: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 2 and one line; no traceback."""
    assert main([*options, "--search-file", str(search)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("No trace: ")
    assert said.count("\n") == 1


def test_a_search_that_does_not_load_is_said_in_a_sentence(search: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A SyntaxError in search.py is told with its line."""
    search.write_text("def minimax(game, depth)\n", encoding="utf-8")
    assert main(["--case", "MAX(1, 2)", "--search-file", str(search)]) == 2
    assert "line 1" in capsys.readouterr().err


def test_helper_modules_beside_search_are_observed(search: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Values that a helper module's function returns are hers too."""
    search.with_name("helper.py").write_text(edited("max(values)", "min(values)", "minimax"), encoding="utf-8")
    search.write_text("import helper\n\n\ndef minimax(game, depth):\n    return helper.minimax(game, depth)\n", encoding="utf-8")
    assert main(["--case", "MAX(MAX(3, 12), 2)", "--search", "minimax", "--search-file", str(search),
                 "--out", str(search.with_name("t.html"))]) == 0
    assert "at node 0 it returned 3 (line" in capsys.readouterr().out


def test_only_jinja_is_needed(search: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Hypothesis the failing case is looked for among those that need no drawing."""
    for name in ("public", "sources", "strategies"):
        monkeypatch.delitem(sys.modules, f"kibitz.{name}", raising=False)
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    search.write_text(MISTAKES["maximum at MIN"][1], encoding="utf-8")
    assert main(["--search-file", str(search), "--out", str(search.with_name("t.html"))]) == 0
    assert "WRONG VALUE" in capsys.readouterr().out


def test_an_unwritten_function_gives_way_to_a_wrong_one(search: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With nothing typed, the first check that fails is drawn; a stub only where nothing written is wrong."""
    wrong = edited("return best", "return value", "alphabeta")
    start = wrong.index("    if game.is_terminal()")
    search.write_text(wrong[:start] + "    raise NotImplementedError\n" + wrong[start:], encoding="utf-8")
    assert main(["--search-file", str(search), "--out", str(search.with_name("t.html"))]) == 0
    assert "Your alphabeta returned" in capsys.readouterr().out


def test_a_page_that_cannot_be_written_is_said_in_a_sentence(search: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder that is not there, or a folder in the file's place."""
    for out in (search.with_name("nope") / "x.html", search.parent):
        assert main(["--case", "MAX(1, 2)", "--search-file", str(search), "--out", str(out)]) == 2
        said = capsys.readouterr().err
        assert said.startswith("No trace: cannot write ") and said.count("\n") == 1


def test_an_unknown_check_gives_those_that_are_like_it(capsys: pytest.CaptureFixture[str]) -> None:
    """A slip of the keyboard gets the id that was meant; anything else gets all ids, in rows that fit a terminal."""
    assert main(["--check", "minimax.any_infinty"]) == 2
    assert "there is no check 'minimax.any_infinty'; did you mean minimax.any_infinity" in capsys.readouterr().err
    assert main(["--check", "x"]) == 2
    rows = capsys.readouterr().err.splitlines()
    assert len(rows) > 5 and max(map(len, rows)) <= 78 and "minimax.any_infinity" in "".join(rows)


def test_ctrl_c_ends_it(search: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C is the student's wish, not a fault of the code."""
    search.write_text("raise KeyboardInterrupt", encoding="utf-8")
    assert main(["--case", "MAX(1, 2)", "--search-file", str(search)]) == 130
    assert capsys.readouterr().err.strip() == "Stopped."


def test_a_functions_name_is_as_good_as_a_check(search: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """CHECK=minimax draws the first check of minimax that fails."""
    search.write_text(SOLUTION.replace("game.undo()", "pass"), encoding="utf-8")
    assert main(["--check", "minimax", "--search-file", str(search), "--out", str(tmp_path / "out.html")]) == 0
    assert "Running your minimax" in capsys.readouterr().out


@pytest.mark.parametrize(("case", "drawn"), [("MAX(MIN(3, 12), 7)", "minimax"), ("MAX(CHANCE((0.5, 2), (0.5, 4)), 1)", "expectimax")])
def test_a_case_is_drawn_with_a_function_that_is_written(search: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], case: str,
                                                         drawn: str) -> None:
    """Without SEARCH, an alphabeta that is not written gives way to a minimax that is; chance nodes call for expectimax."""
    stub = "    raise NotImplementedError\n"
    head, rest = SOLUTION.split("def alphabeta")
    stubbed = f"{head}def alphabeta(game, depth, alpha=0, beta=0):\n{stub}\n\ndef expectimax{rest.split('def expectimax')[1]}"
    search.write_text(stubbed, encoding="utf-8")
    assert main(["--case", case, "--search-file", str(search), "--out", str(tmp_path / "out.html")]) == 0
    said = capsys.readouterr().out
    assert f"Running your {drawn} ..." in said and "RIGHT" in said


@pytest.mark.parametrize(("words", "said"), [
    (["--search", "foo"], "there is no search 'foo'; there are: minimax, alphabeta, expectimax, best_move."),
    (["--depth", "x"], "'x' is no whole number."),
    (["--nothing"], "unrecognized arguments: --nothing."),
])
def test_a_mistyped_option_is_answered_in_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """No usage of ten lines: what is wrong, and where all options are listed."""
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert capsys.readouterr().err == f"{said}  (All options: python -m kibitz trace --help)\n"


@pytest.mark.parametrize(("text", "why"), [("", "it is empty: was it saved?"), ("import numpyy", "it raised ModuleNotFoundError: No")])
def test_a_file_that_does_not_load_is_said_once(search: Path, capsys: pytest.CaptureFixture[str], text: str, why: str) -> None:
    """What is wrong with the file is one sentence that names it once."""
    search.write_text(text, encoding="utf-8")
    assert main(["--search-file", str(search)]) == 2
    assert f"No trace: search.py could not be loaded: {why}" in capsys.readouterr().err


def test_two_functions_are_one_too_many(search: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """CHECK=minimax SEARCH=alphabeta is refused; with a case, CHECK=minimax says which function."""
    assert main(["--check", "minimax", "--search", "alphabeta", "--search-file", str(search)]) == 2
    assert "CHECK=minimax and SEARCH=alphabeta name two functions; give one of them" in capsys.readouterr().err


def test_a_case_is_drawn_with_the_function_that_check_names(search: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """CHECK=minimax CASE=... draws minimax."""
    assert main(["--check", "minimax", "--case", "MAX(3, 4)", "--search-file", str(search), "--out", str(tmp_path / "out.html")]) == 0
    assert "Running your minimax" in capsys.readouterr().out
