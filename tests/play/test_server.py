"""The server answers this machine's page only, picks names from lists, and has a sentence for everything."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kibitz.play.searches import Searches

pytest.importorskip("flask", reason="make play needs Flask; make test does not")

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from kibitz.play import server, tracing
from kibitz.play.server import create_app

Write = Callable[[str], Path]
TOKEN = {"X-Kibitz-Token": "token"}


class Page:
    """The client side of the page."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def get(self, path: str) -> TestResponse:
        return self.client.get(path, headers=TOKEN)

    def post(self, path: str, **data: Any) -> TestResponse:
        return self.client.post(path, json={"game": "tictactoe", "moves": [], **data}, headers=TOKEN)

    def ended(self, number: str, kind: str = "search") -> dict[str, Any]:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            said: dict[str, Any] = self.get(f"/api/{kind}/{number}").get_json()
            if said["state"] != "running":
                return said
            time.sleep(0.05)
        raise AssertionError("it did not end")


@pytest.fixture
def page(search_file: Write, searches: Searches) -> Page:
    return Page(create_app(search_file("solution"), searches, token="token").test_client())


def test_a_search_is_started_asked_about_and_ends_with_a_legal_move(page: Page) -> None:
    """202 with a number, then the numbers, then the move."""
    started = page.post("/api/search", algorithm="alphabeta", depth=4)
    assert started.status_code == 202
    said = page.ended(started.get_json()["id"])
    assert said["move"] in [str(move) for move in range(9)] and said["positions"] > 100 and said["fraction"] == 1.0


def test_a_search_can_be_stopped(page: Page, search_file: Write) -> None:
    """DELETE kills it within a second and says how far it was."""
    search_file("endless")
    number = page.post("/api/search", algorithm="alphabeta", depth=4).get_json()["id"]
    time.sleep(0.4)
    began = time.monotonic()
    said = page.client.delete(f"/api/search/{number}", headers=TOKEN).get_json()
    assert time.monotonic() - began < 1 and said["state"] == "stopped" and said["message"].endswith("You stopped it.")


def test_a_table_can_be_filled_and_stopped(page: Page, search_file: Write) -> None:
    """The growth table arrives row by row, each number as text."""
    table = page.post("/api/growth", moves=["0", "1", "3", "4"]).get_json()
    said = page.ended(table["id"], "growth")
    assert [row["cells"][0]["positions"] for row in said["rows"]] == ["6", "22", "61", "121", "157", "157"]
    search_file("endless")
    number = page.post("/api/growth").get_json()["id"]
    time.sleep(0.4)
    page.client.delete(f"/api/growth/{number}", headers=TOKEN)
    assert page.ended(number, "growth")["rows"][0]["cells"][0]["state"] == "stopped"


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/search/1", "/trace/1"])
def test_nothing_is_answered_without_the_token(page: Page, path: str) -> None:
    """No token, or a wrong one: 403 and a sentence."""
    assert page.client.get(path).status_code == 403
    wrong = page.client.get(path, headers={"X-Kibitz-Token": "tokem"})
    assert wrong.status_code == 403 and "make play" in wrong.get_json()["error"]


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:5000", 200),
        ("localhost:5000", 200),
        ("evil.example", 400),
        ("127.0.0.1.evil.example", 400),
        ("[::1]", 400),
        ("10.0.0.1", 400),
    ],
)
def test_foreign_hosts_are_refused(page: Page, host: str, status: int) -> None:
    """A name that was rebound to this machine does not reach the page, token or not."""
    assert page.client.get("/?token=token", headers={"Host": host}).status_code == status


def test_only_json_is_understood(page: Page) -> None:
    """A form, which any page could send, is refused; so is a body that is no JSON, or too large."""
    assert page.client.post("/api/position", data={"game": "pig"}, headers=TOKEN).status_code == 415
    broken = page.client.post("/api/position", data="{", content_type="application/json", headers=TOKEN)
    assert broken.status_code == 400 and broken.get_json()["error"]
    large = page.client.post("/api/position", data=b" " * (1 << 18), content_type="application/json", headers=TOKEN)
    assert large.status_code == 413


def test_the_page_may_load_nothing_from_elsewhere(page: Page) -> None:
    """The policy allows its own scripts and styles only, and no frame around it."""
    answer = page.client.get("/?token=token")
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
    assert answer.headers["Referrer-Policy"] == "no-referrer" and "Access-Control-Allow-Origin" not in answer.headers
    assert b"http:" not in answer.data and b"https:" not in answer.data


def test_the_page_is_small(page: Page) -> None:
    """Page, style and scripts together stay under 80 KB."""
    folder = Path(server.__file__).parent
    files = [path for name in ("templates", "static") for path in (folder / name).iterdir()]
    assert sum(path.stat().st_size for path in files) < 80_000
    assert all(len(path.read_text(encoding="utf-8").splitlines()) <= 400 for path in files)


@pytest.mark.parametrize(
    ("path", "data", "sentence"),
    [
        ("/api/position", {"moves": ["0", "0"]}, "cannot be played: it is not legal there."),
        ("/api/position", {"game": "../../etc/passwd"}, "there is no such game"),
        ("/api/search", {"algorithm": "__import__", "depth": 2}, "Tic-tac-toe is searched by alphabeta or minimax."),
        ("/api/search", {"algorithm": "alphabeta", "depth": 0}, "The depth is a whole number"),
        ("/api/search", {"algorithm": "alphabeta", "depth": "2"}, "The depth is a whole number"),
        (
            "/api/search",
            {"algorithm": "expectimax", "depth": 2, "game": "einstein"},
            "The die moves here: roll it first.",
        ),
        ("/api/search", {"algorithm": "alphabeta", "depth": 2, "moves": ["0", "3", "1", "4", "2"]}, "The game is over"),
        ("/api/growth", {"moves": ["0", "3", "1", "4", "2"]}, "The game is over"),
    ],
)
def test_what_cannot_be_gets_400_and_a_sentence(page: Page, path: str, data: dict[str, Any], sentence: str) -> None:
    """The page can pick only what the lists hold."""
    answer = page.post(path, **data)
    assert answer.status_code == 400 and sentence in answer.get_json()["error"]


@pytest.mark.parametrize("path", ["/api/search/77", "/api/growth/77", "/trace/77", "/api/nothing"])
def test_what_is_not_known_gets_404_and_a_sentence(page: Page, path: str) -> None:
    """An old number, or an address that never was."""
    answer = page.get(path)
    assert answer.status_code == 404 and answer.get_json()["error"]


def test_without_kibitz_trace_a_sentence_says_so(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kit without the trace still plays."""
    monkeypatch.setattr(tracing, "_is_there", lambda: False)
    assert "cannot draw a trace" in page.post("/api/trace", algorithm="alphabeta", depth=2).get_json()["message"]


def test_a_trace_is_written_by_a_child_and_served_apart(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page that kibitz.trace wrote is served in a sandbox of its own, without the token's origin."""
    monkeypatch.setattr(tracing, "_is_there", lambda: True)
    monkeypatch.setattr(tracing, "BOOT", "import sys; open(sys.argv[-1], 'w').write('<p>' + ' '.join(sys.argv[2:-1]))")
    url = page.post("/api/trace", algorithm="alphabeta", depth=2).get_json()["url"]
    answer = page.client.get(url)
    assert answer.headers["Content-Security-Policy"] == "sandbox allow-scripts" and b"alphabeta" in answer.data


@pytest.mark.parametrize(
    ("game", "algorithm"), [("tictactoe", "alphabeta"), ("othello", "minimax"), ("pig", "expectimax")]
)
def test_the_trace_of_a_position_is_drawn(page: Page, game: str, algorithm: str) -> None:
    """kibitz.trace writes the page of the position that was asked for."""
    url = page.post("/api/trace", game=game, algorithm=algorithm, depth=2).get_json()["url"]
    assert f"{algorithm}" in page.client.get(url).get_data(as_text=True)


def test_a_trace_that_is_too_large_says_so(page: Page) -> None:
    """What cannot be drawn is told in the trace's own words."""
    message = page.post("/api/trace", algorithm="alphabeta", depth=9).get_json()["message"]
    assert message.startswith("No trace could be drawn.") and "positions" in message


def test_a_trace_that_fails_says_why(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no page was written, the last line that the command printed is shown."""
    monkeypatch.setattr(tracing, "_is_there", lambda: True)
    monkeypatch.setattr(tracing, "BOOT", "print('too many positions')")
    assert (
        page.post("/api/trace", algorithm="alphabeta", depth=2).get_json()["message"]
        == "No trace could be drawn. too many positions"
    )


def test_every_game_is_listed_with_what_fits_it(page: Page) -> None:
    """Games with dice offer expectimax, the others minimax and alphabeta."""
    games = {game["name"]: game for game in page.get("/api/games").get_json()}
    assert games["pig"]["algorithms"] == ["expectimax"] and games["othello"]["algorithms"] == ["alphabeta", "minimax"]
    assert all(1 <= game["depth"] <= game["deepest"] for game in games.values())
