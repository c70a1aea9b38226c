"""The commands: the page's address, what is missing, the terminal, and nothing left behind."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from kibitz.play import cli
from kibitz.play.searches import Searches

from .test_searches import gone

Write = Callable[[str], Path]
STARTER = Path(__file__).parents[2] / "starter"
BOOT = "import sys; sys.path.insert(0, sys.argv.pop(1)); from kibitz.play.cli import main; sys.exit(main(sys.argv[1:]))"


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", BOOT, str(STARTER), *arguments], stdout=subprocess.PIPE, text=True)


def children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for task in found.parents[1].iterdir() for child in (task / "children").read_text().split()]


def type_into(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def test_without_flask_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sentence names the command, and the way to play without."""
    for name in [
        name for name in sys.modules if name.split(".")[0] in ("flask", "werkzeug") or name == "kibitz.play.server"
    ]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "flask", None)
    monkeypatch.setitem(sys.modules, "werkzeug", None)
    monkeypatch.setitem(sys.modules, "werkzeug.serving", None)
    assert cli.main([]) == 2
    said = capsys.readouterr().err
    assert "pip install -r requirements-play.txt" in said and "make play TERMINAL=1" in said


def test_nothing_but_the_server_imports_flask() -> None:
    """Terminal play, searches and the quiz run on the standard library alone."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import kibitz.play.terminal, kibitz.play.child, kibitz.quiz, kibitz.play.cli\n"
        "assert not {'flask', 'werkzeug', 'jinja2', 'rich'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code, str(STARTER)], check=True)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_a_signal_and_leaves_no_child(number: int, search_file: Write) -> None:
    """The printed address answers; Ctrl-C or a kill ends the server and its searches."""
    pytest.importorskip("flask")
    server = start("--search-file", str(search_file("endless")), "--game", "tictactoe")
    assert server.stdout
    address = server.stdout.readline().split()[-1]
    assert address.startswith("http://127.0.0.1:") and b"Kibitz play" in urllib.request.urlopen(address).read()
    base, token = address.split("/?token=")
    headers = {"X-Kibitz-Token": token, "Content-Type": "application/json"}
    body = b'{"game": "tictactoe", "moves": [], "algorithm": "alphabeta", "depth": 3}'
    for path in ("/api/search", "/api/growth"):
        urllib.request.urlopen(urllib.request.Request(base + path, body, headers)).close()
    time.sleep(0.5)
    running = children(server.pid)
    assert len(running) == 2
    os.kill(server.pid, number)
    assert server.wait(10) == 0
    server.stdout.close()
    time.sleep(0.2)
    assert all(gone(pid) for pid in running)


def test_a_port_that_is_taken_is_a_sentence(search_file: Write, capsys: pytest.CaptureFixture[str]) -> None:
    """No stack trace: what is wrong, and what to do."""
    pytest.importorskip("flask")
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert cli.main(["--port", str(taken.getsockname()[1]), "--search-file", str(search_file("solution"))]) == 2
    assert "cannot be used" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("tictactoe", "5\n1\n2\n3\n4\n6\n7\n8\n9\n" * 5),
        ("connect_four", "1\n2\n3\n4\n5\n6\n7\n" * 8),
        ("pig", "hold\nroll\n" * 2),
    ],
)
def test_a_game_is_played_in_the_terminal(
    game: str, moves: str, search_file: Write, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Typed moves and the search's answers alternate; q, or the end of the input, ends it."""
    type_into(monkeypatch, "d 1\n" + moves)
    assert cli.main(["--terminal", "--game", game, "--search-file", str(search_file("solution"))]) == 0
    said = capsys.readouterr().out
    assert "value" in said and ("The game is over." in said or game == "pig")
    assert said.isascii()


def test_the_terminal_counts_undoes_and_explains(
    search_file: Write, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """g counts, u undoes, ? lists, nonsense gets a sentence."""
    type_into(monkeypatch, "5\nu\n?\nnonsense\na minimax\nd 2\nm\ns\nn\n1\nq\n")
    assert cli.main(["--terminal", "--game", "tictactoe", "--search-file", str(search_file("solution"))]) == 0
    said = capsys.readouterr().out
    assert "'nonsense' is not a move here" in said and "let the search move" in said and "[minimax 2:" in said


def test_the_terminal_plays_on_with_a_stub(
    search_file: Write, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An unwritten search moves at random, and says so."""
    type_into(monkeypatch, "5\nq\n")
    assert cli.main(["--terminal", "--game", "tictactoe", "--search-file", str(search_file("stub"))]) == 0
    assert "alphabeta is not written yet. Moves are at random until it is." in capsys.readouterr().out


def test_the_terminal_takes_words(
    search_file: Write, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """help and undo are understood as ? and u are; a search.py that is all right is not spoken of."""
    type_into(monkeypatch, "help\n5\nundo\nq\n")
    assert cli.main(["--terminal", "--game", "tictactoe", "--search-file", str(search_file("solution"))]) == 0
    said = capsys.readouterr().out
    assert "let the search move" in said and "is not a move" not in said and "mended" not in said
    assert said.count("moves: 1, 2, 3, 4, 5, 6, 7, 8, 9") == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("broken", "search.py does not load: SyntaxError in line"),
        ("while True: pass", "did not finish loading within 1 s"),
        ("import os\nos._exit(3)", "ended its process while it was loaded (exit code 3)"),
    ],
)
def test_what_is_wrong_with_the_file_is_said_above_the_board(
    text: str, words: str, search_file: Write, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before the first move is typed, not after it."""
    from kibitz.play import terminal

    monkeypatch.setattr(terminal, "LOADING_S", 1)
    type_into(monkeypatch, "q\n")
    assert cli.main(["--terminal", "--game", "tictactoe", "--search-file", str(search_file(text))]) == 0
    said = capsys.readouterr().out
    assert words in said and said.index(words) < said.index("moves: 1")


def test_without_an_input_the_game_ends(
    search_file: Write, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where standard input is closed altogether, a sentence; no traceback."""
    monkeypatch.setattr(sys, "stdin", None)
    assert cli.main(["--terminal", "--game", "tictactoe", "--search-file", str(search_file("solution"))]) == 0
    assert "Nothing can be typed here" in capsys.readouterr().out


def test_the_terminal_fills_a_growth_table(
    search_file: Write, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same table as on the page, as text."""
    from kibitz.play import jobs

    monkeypatch.setattr(jobs, "MOST_POSITIONS", 500)
    type_into(monkeypatch, "g\nq\n")
    assert cli.main(["--terminal", "--game", "connect_four", "--search-file", str(search_file("solution"))]) == 0
    said = capsys.readouterr().out
    assert "400       343  7.0" in said and "effective branching factor" in said


def test_an_unknown_game_lists_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    """argparse says what there is."""
    with pytest.raises(SystemExit):
        cli.main(["--game", "chess"])
    assert "connect_four" in capsys.readouterr().err


def test_searches_close_even_when_play_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever ends the command, its searches are closed."""
    closed = []
    monkeypatch.setattr(Searches, "close", lambda self: closed.append(self))
    monkeypatch.setattr(cli, "_serve", lambda *options: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        cli.main([])
    assert closed
