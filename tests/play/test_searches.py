"""A search runs in a process of its own that can be counted, stopped and trusted to go away."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from games import GAMES, ConnectFour, Game, Player
from kibitz.play import searches as searches_module
from kibitz.play import sentences
from kibitz.play.counted import Counted, Counts
from kibitz.play.positions import position_of, random_move
from kibitz.play.searches import Searches
from kibitz.watch.watched import choices_of

from .conftest import finished, request

Write = Callable[[str], Path]
SAME_VALUE = "def alphabeta(game, depth):\n    return 0\n"


def positions_within(game: Game, depth: int) -> tuple[int, int]:
    """Count the positions down to a depth, and those at it."""
    if game.is_terminal() or depth == 0:
        return 1, int(depth == 0)
    total, at_limit = 1, 0
    for move in choices_of(game):
        game.play(move)
        below = positions_within(game, depth - 1)
        game.undo()
        total, at_limit = total + below[0], at_limit + below[1]
    return total, at_limit


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("name", GAMES)
def test_counts_equal_those_of_a_plain_count(name: str, search_file: Write, searches: Searches) -> None:
    """Positions looked at by a full-width search are all positions down to the depth, in every game."""
    game = position_of({"game": name}).game
    algorithm = "minimax" if Player.CHANCE not in _players(game) else "expectimax"
    asked = request(search_file("solution"), game=name, text=str(game), task="value", algorithm=algorithm)
    latest = finished(searches.start("growth", asked)).latest
    assert (latest["positions"], latest["at_limit"]) == positions_within(game, 3)


def _players(game: Game) -> set[Player]:
    game = deepcopy(game)
    seen = {game.turn}
    game.play(choices_of(game)[0])
    return seen | {game.turn}


def test_connect_four_at_depth_6_is_the_published_count(search_file: Write, searches: Searches) -> None:
    """137,257 positions are looked at, 117,649 of them at the depth limit."""
    asked = request(
        search_file("solution"),
        game="connect_four",
        text=str(ConnectFour()),
        task="value",
        algorithm="minimax",
        depth=6,
    )
    latest = finished(searches.start("growth", asked)).latest
    assert (latest["positions"], latest["at_limit"]) == (137_257, 117_649)


def test_a_search_on_copies_is_counted_alike() -> None:
    """Copies share the count, so that deep copies instead of undo give the same numbers."""

    def by_copies(game: Any, depth: int) -> Any:
        if game.is_terminal():
            return game.utility()
        if depth == 0:
            return game.evaluate()
        values = []
        for move in game.legal_moves():
            other = deepcopy(game)
            other.play(move)
            values.append(by_copies(other, depth - 1))
        return max(values) if game.turn == "MAX" else min(values)

    counts = Counts(4)
    by_copies(Counted(ConnectFour(), counts), 4)
    assert (counts.positions, counts.at_limit) == (2801, 2401)
    assert counts.fraction > 0.99


@pytest.mark.parametrize("depth", [2, 4])
def test_the_fraction_never_goes_down_and_ends_near_one(depth: int) -> None:
    """The part done grows with each position of a full-width search, evenly."""
    counts = Counts(depth)
    game, seen = Counted(ConnectFour(), counts), []

    def walk(left: int) -> None:
        seen.append((counts.positions, counts.fraction))
        if left:
            for move in game.legal_moves():
                game.play(move)
                walk(left - 1)
                game.undo()

    walk(depth)
    fractions = [fraction for _, fraction in seen]
    assert fractions == sorted(fractions)
    assert fractions[-1] > 0.95
    assert max(abs(fraction - positions / counts.positions) for positions, fraction in seen) < 0.15


def test_each_move_of_the_solution_is_legal_and_valued(search_file: Write, searches: Searches) -> None:
    """The move, its value, the line and the values of all moves come back."""
    search = finished(searches.start("move", request(search_file("solution"))))
    said = sentences.outcome(search)
    assert said["failed"] is False and said["warning"] == ""
    assert said["message"].startswith("move ") and "expected line" in said["message"]
    assert search.latest["compared"] and len(search.latest["values"]) == 9 and search.latest["restored"]


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("stub", "alphabeta is not written yet. Moves are at random until it is."),
        ("raising", "Your code raised ZeroDivisionError: division by zero (search.py, line "),
        ("illegal", "best_move returned 99, which is not a legal move here."),
        ("none", "best_move returned None, although the game is not over."),
        ("broken", "search.py does not load: SyntaxError in line "),
        ("leaving", "The search's process ended without an answer (exit code "),
        ("exiting", "Your code raised SystemExit: 3 (search.py, line "),
        ("x = 1", "search.py does not define best_move. Moves are at random until it is."),
        ("1 / 0", "search.py does not load: ZeroDivisionError: division by zero (search.py, line 1, in <module>)"),
        ("import nothing_like_it", "search.py does not load: ModuleNotFoundError: No module named 'nothing_like_it'"),
    ],
)
def test_a_file_that_fails_gives_a_sentence_and_a_random_legal_move(
    file: str, sentence: str, search_file: Write, searches: Searches
) -> None:
    """Whatever search.py does, the page has a sentence to show and a move to go on with."""
    said = sentences.outcome(finished(searches.start("move", request(search_file(file)))))
    assert said["failed"] and said["message"].startswith(sentence), said["message"]
    assert said["random_move"] in [str(move) for move in range(9)]


def test_a_syntax_error_is_shown_with_its_line_and_a_caret(search_file: Write, searches: Searches) -> None:
    """The line stands below the sentence, and the caret below the place."""
    said = sentences.outcome(finished(searches.start("move", request(search_file("x = 1\nif x = 3:\n    pass\n")))))
    assert said["message"].splitlines()[1] == "    if x = 3:"
    assert said["message"].splitlines()[2].strip() == "^"


def test_a_missing_file_is_said_to_be_missing(tmp_path: Path, searches: Searches) -> None:
    """Before anything is written the page says what it looks for."""
    said = sentences.outcome(finished(searches.start("move", request(tmp_path / "search.py"))))
    assert said["message"] == "There is no search.py in this folder yet."


def test_an_endless_search_stops_within_a_second(search_file: Write, searches: Searches) -> None:
    """`while True: pass` is killed at once, and no process is left."""
    search = searches.start("move", request(search_file("endless")))
    time.sleep(0.5)
    assert search.state == "running"
    began = time.monotonic()
    search.stop("You stopped it.")
    assert time.monotonic() - began < 1 and search.state == "stopped" and gone(search.pid)


def test_a_new_search_takes_the_place_of_the_one_in_its_lane(search_file: Write, searches: Searches) -> None:
    """At most one search runs in each of the two lanes."""
    first = searches.start("move", request(search_file("endless")))
    other = searches.start("growth", request(search_file("endless")))
    second = searches.start("move", request(search_file("endless")))
    assert (first.state, other.state, second.state) == ("stopped", "running", "running")
    assert first.why == "Another search took its place."


def test_what_a_search_starts_is_killed_with_it(tmp_path: Path, search_file: Write, searches: Searches) -> None:
    """A process that the student's code started does not outlive the search."""
    note = tmp_path / "pid"
    text = (
        f"import subprocess, sys\np = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        f"open({str(note)!r}, 'w').write(str(p.pid))\nwhile True:\n    pass\n"
    )
    search = searches.start("move", request(search_file(text)))
    while not (note.exists() and note.read_text()):
        time.sleep(0.05)
    search.stop("")
    time.sleep(0.2)
    assert gone(int(note.read_text())) or "zombie" in Path(f"/proc/{note.read_text()}/status").read_text()


def test_a_search_that_nobody_asks_about_is_stopped(
    search_file: Write, searches: Searches, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that left before it could stop its search leaves no child for long."""
    monkeypatch.setattr(searches_module, "NEVER_ASKED_S", 0.5)
    search = searches.start("move", request(search_file("endless")))
    assert search.finished.wait(5) and gone(search.pid)


def test_closing_leaves_no_child(search_file: Write) -> None:
    """When the server ends, so do its searches, and none can be started any more."""
    searches = Searches()
    running = [searches.start(lane, request(search_file("endless"))) for lane in ("move", "growth")]
    searches.close()
    assert all(gone(search.pid) for search in running)
    with pytest.raises(RuntimeError):
        searches.start("move", request(search_file("solution")))


def test_a_child_ends_when_its_server_dies(search_file: Write, searches: Searches) -> None:
    """A server that was killed outright leaves no search behind: the child notices its closed input."""
    search = searches.start("move", request(search_file("endless")))
    time.sleep(0.5)
    assert search._process.stdin
    search._process.stdin.close()
    assert search.finished.wait(5) and gone(search.pid)


def test_search_py_is_read_afresh_each_time(search_file: Write, searches: Searches) -> None:
    """Two saves within one second, of one length, both take effect: no cached file gets in between."""
    moves = []
    for answer in (3, 5):
        search = finished(
            searches.start(
                "move",
                request(
                    search_file(
                        "def minimax(game, depth):\n    return 0\nalphabeta = minimax\n"
                        f"def best_move(game, depth, search):\n    return {answer}\n"
                    )
                ),
            )
        )
        moves.append(search.latest["move"])
    assert moves == ["3", "5"]


def test_a_save_during_the_search_is_told(search_file: Write, searches: Searches) -> None:
    """A result of an older file says so."""
    search = searches.start(
        "move",
        request(
            search_file(
                "import time\ndef minimax(game, depth):\n    return 0\nalphabeta = minimax\n"
                "def best_move(game, depth, search):\n    time.sleep(1)\n    return 0\n"
            )
        ),
    )
    time.sleep(0.6)
    search_file("solution")
    assert "older file" in sentences.outcome(finished(search))["notes"][0]


def test_a_helper_module_beside_search_py_is_found(tmp_path: Path, search_file: Write, searches: Searches) -> None:
    """Students may split their search over several files."""
    (tmp_path / "helper.py").write_text("ANSWER = 4\n")
    text = "from helper import ANSWER\n" + SAME_VALUE + "def best_move(game, depth, search):\n    return ANSWER\n"
    assert finished(searches.start("move", request(search_file(text)))).latest["move"] == "4"


def test_prints_are_shown_and_do_no_harm(search_file: Write, searches: Searches) -> None:
    """A flood of prints is cut, and hostile text is passed on as text."""
    text = (
        "def alphabeta(game, depth):\n    return 0\ndef best_move(game, depth, search):\n"
        "    print('</script><img src=x onerror=alert(1)>\\u202e\\ud800' * 10000)\n    return 0\n"
    )
    notes = sentences.outcome(finished(searches.start("move", request(search_file(text)))))["notes"]
    assert notes[0].startswith("Your code printed: </script>") and len(notes[0]) < 4100


def test_lines_that_are_no_messages_are_passed_over(search_file: Write, searches: Searches) -> None:
    """A search that writes into whatever pipe it finds is not believed, and breaks nothing."""
    text = (
        "import os\nfor number in range(3, 20):\n    try:\n"
        "        os.write(number, b'nonsense\\n[1]\\n{}\\n')\n    except OSError:\n"
        "        pass\ndef alphabeta(game, depth):\n    return 0\ndef best_move(game, depth, search):\n    return 0\n"
    )
    assert finished(searches.start("move", request(search_file(text)))).latest["move"] == "0"


def test_a_search_that_asks_for_input_is_told_that_there_is_none(search_file: Write, searches: Searches) -> None:
    """input() would wait for ever: it raises at once instead."""
    text = SAME_VALUE + "def best_move(game, depth, search):\n    return int(input('which? '))\n"
    assert "EOFError" in sentences.outcome(finished(searches.start("move", request(search_file(text)))))["message"]


def test_a_move_not_of_best_value_is_warned_of(search_file: Write, searches: Searches) -> None:
    """best_move is judged by the values that its own search returned."""
    position = {"game": "tictactoe", "moves": ["0", "3", "1", "4"]}
    asked = request(search_file("worst"), text="XX. OO. ...", position=position)
    warning = sentences.outcome(finished(searches.start("move", asked)))["warning"]
    assert "although alphabeta says that 3 is worth +1 (depth 3)" in warning


def test_a_forgotten_undo_is_noted(search_file: Write, searches: Searches) -> None:
    """The position is compared with what it was before."""
    text = SAME_VALUE + "def best_move(game, depth, search):\n    game.play(0)\n    return 1\n"
    said = sentences.outcome(finished(searches.start("move", request(search_file(text)))))
    assert "an undo is missing" in said["notes"][0]


def test_a_value_that_is_no_number_is_noted(search_file: Write, searches: Searches) -> None:
    """A search that returns a text is told so, although best_move may have found a move all the same."""
    said = sentences.outcome(finished(searches.start("move", request(search_file("text")))))
    assert said["notes"] == ["alphabeta returned 'high' (str), which is not a number."]


@pytest.mark.parametrize("value", ["10**400", "-10**400", "float('inf')", "Fraction(1, 3)", "True + 0"])
def test_any_number_can_be_told(value: str, search_file: Write, searches: Searches) -> None:
    """Values far beyond a float, infinite or fractional are shown like any other."""
    text = f"from fractions import Fraction\ndef alphabeta(game, depth):\n    return {value}\n"
    text += "def asked(game, move, search):\n    game.play(move)\n    value = search(game, 0)\n    game.undo()\n"
    text += "    return value\ndef best_move(game, depth, search):\n"
    text += "    return max(game.legal_moves(), key=lambda move: asked(game, move, search))\n"
    said = sentences.outcome(finished(searches.start("move", request(search_file(text)))))
    assert not said["failed"] and "good for" in said["message"] and not said["warning"]


def test_a_limit_of_positions_ends_a_search(search_file: Write, searches: Searches) -> None:
    """A search that would catch the exception is stopped all the same: every further move raises it again."""
    text = (
        "def minimax(game, depth):\n    for _ in range(10):\n        try:\n            game.play(0); game.undo()\n"
        "        except BaseException:\n            pass\n    game.play(0)\n    return 0\n"
    )
    asked = request(search_file(text), task="value", algorithm="minimax", limit=5)
    latest = finished(searches.start("growth", asked)).latest
    assert (latest["status"], latest["positions"]) == ("limit", 5)


def test_a_random_move_is_the_same_for_the_same_position() -> None:
    """Reloading the page does not change what the dice say."""
    position = position_of({"game": "othello", "seed": 7})
    assert random_move(position) == random_move(position) and random_move(position) in ("d3", "c4", "f5", "e6")
