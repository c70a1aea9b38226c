"""Playing against a search in a real browser: by keyboard, under failure, at every size and in every colour.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kibitz.play.positions import position_of, view
from tests.browser.conftest import emulate, resize, serious
from tests.browser.playing import WRITTEN, Page, Server, until
from tests.play.conftest import FILES

pytestmark = pytest.mark.browser
GAMES = ("tictactoe", "connect_four", "othello", "pig", "einstein")
HOSTILE = "</script><img src=x onerror=alert(1)>\u202e" + "x" * 10_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("play") / "a folder für play"
    folder.mkdir()
    running = Server(folder)
    yield running
    running.end()


@pytest.fixture
def page(browser: Any, server: Server) -> Iterator[Page]:
    pytest.importorskip("flask")
    server.write(WRITTEN)
    browser.get_log("browser")
    yield Page(browser, server)
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    browser.get("about:blank")
    until(lambda: server.children() == 0, "leaving the page leaves no child", 5)


def errors(driver: Any) -> list[str]:
    """Return what the console complains of; a refused request (4xx) is an answer, not an error."""
    return [entry["message"] for entry in driver.get_log("browser") if "status of 4" not in entry["message"]]


# ---- whole games by keyboard ----


@pytest.mark.parametrize("game", ["tictactoe", "connect_four"])
def test_a_whole_game_by_number_keys(page: Page, game: str) -> None:
    """Tab to the board, then only digits: the search answers until somebody wins or the board is full."""
    page.open(game)
    page.choose("depth", "2")
    page.tab_to_board()
    while page.wait_for_turn("X (MAX)"):
        before = page.moves()
        legal = [cell["label"] for cell in page.cells() if "legal" in cell["label"]]
        page.press(legal[len(legal) // 2].split(",")[0].split()[-1])
        until(lambda before=before: page.moves() > before, "the move is made")
    assert page.moves() >= 5 and not errors(page.driver)


def test_a_whole_game_of_othello_by_arrows(page: Page) -> None:
    """Arrows and Enter alone, passes included."""
    page.open("othello", "6x6")
    page.choose("depth", "1")
    page.tab_to_board()
    while page.wait_for_turn("X (MAX)"):
        before = page.moves()
        page.go_to(next(cell["index"] for cell in page.cells() if "legal" in cell["label"]))
        page.press("\ue007")
        until(lambda before=before: page.moves() > before, "the move is made")
    assert "wins by" in page.text("status") or "draw" in page.text("status")
    assert not errors(page.driver)


def test_a_whole_game_of_pig_by_letters(page: Page) -> None:
    """r rolls and h holds; the die rolls by itself and is told in words."""
    page.open("pig", "to 20")
    page.choose("depth", "2")
    page.tab_to_board()
    told = set()
    while page.wait_for_turn("MAX"):
        told.add(page.text("status").split(".")[0])
        before = page.moves()
        total = page.text("board").split("+")
        page.press("h" if len(total) > 1 and int(total[1].split()[0]) >= 6 else "r")
        until(lambda before=before: page.moves() > before, "the move is made")
    assert any(sentence.startswith("The die shows") for sentence in told)
    assert "wins" in page.text("status") and not errors(page.driver)


def test_a_die_can_be_rolled_by_hand(page: Page) -> None:
    """Without `roll by itself` the odds are shown, and a button rolls."""
    page.open("einstein", side="both")
    page.click("autoroll")
    page.click("new")
    until(lambda: page.text("roll"), "the button is there")
    assert "1: 1 in 6" in page.text("status")
    page.click("roll")
    until(lambda: "The die shows" in page.text("status"), "the roll is told")


def test_a_whole_game_of_einstein_by_picking_cubes(page: Page) -> None:
    """Enter picks a cube, arrows and Enter bring it to a square; Esc lets it go."""
    page.open("einstein")
    page.choose("depth", "1")
    page.tab_to_board()
    first = True
    while page.wait_for_turn("Black (MAX)"):
        before = page.moves()
        cube = next(cell["index"] for cell in page.cells() if "pick this cube" in cell["label"])
        page.go_to(cube)
        page.press("\ue007")
        if first:
            page.press("\ue00c")
            assert not [cell for cell in page.cells() if "go here" in cell["label"]]
            page.press("\ue007")
            first = False
        page.go_to(next(cell["index"] for cell in page.cells() if "go here" in cell["label"]))
        page.press("\ue007")
        until(lambda before=before: page.moves() > before, "the move is made")
    assert "wins" in page.text("status") and not errors(page.driver)


def test_a_pass_in_othello_is_said(page: Page) -> None:
    """A position after which a side must pass says so."""
    moves = _moves_to_a_pass()
    page.open("othello", "4x4", "both", ",".join(moves))
    assert "has no move and passes" in page.text("status")


def _moves_to_a_pass() -> list[str]:
    dice = random.Random(1)
    while True:
        moves: list[str] = []
        while True:
            shown = view(position_of({"game": "othello", "start": "4x4", "moves": moves}))
            if "passes" in shown["status"]:
                return moves
            if shown["finished"]:
                break
            moves.append(dice.choice(shown["choices"])["code"])


# ---- slow and endless searches ----


def test_all_of_tic_tac_toe_leaves_the_page_alive(page: Page) -> None:
    """Plain minimax from the empty board looks at 549,946 positions; the page answers all the while."""
    page.open("tictactoe", side="both")
    page.choose("algorithm", "minimax")
    page.choose("depth", "9")
    page.click("think")
    slowest = 0.0
    while not page.text("result").startswith("move"):
        began = time.monotonic()
        page.run("return document.getElementById('status').textContent")
        slowest = max(slowest, time.monotonic() - began)
        time.sleep(0.05)
    assert "549,946 positions" in page.text("result") and slowest < 1


def test_a_slow_search_shows_progress_and_stops(page: Page) -> None:
    """The bar only grows, the counter counts, and stop takes under a second."""
    page.server.write(WRITTEN.replace("    values = []", "    values = [*range(0)]\n    sum(range(5000))"))
    page.open("tictactoe", side="both")
    page.choose("algorithm", "minimax")
    page.choose("depth", "9")
    page.click("think")
    until(lambda: page.text("stop"), "the stop button is there")
    bar, said = [], []
    for _ in range(20):
        bar.append(int(page.run("return document.getElementById('bar').getAttribute('aria-valuenow')")))
        said.append(page.text("counter"))
        time.sleep(0.15)
    assert bar == sorted(bar) and bar[-1] > bar[0]
    assert all("positions" in text and text.startswith("searching:") for text in said) and "s left" in said[-1]
    page.run("window.pressed = performance.now(); document.getElementById('stop').click()")
    until(lambda: page.server.children() == 0, "the child is gone", 2)
    assert page.run("return performance.now() - window.pressed") < 1000
    assert "You stopped it." in until(lambda: page.text("trouble"), "it says so")
    page.click("random")
    until(lambda: page.moves() == 1, "the game goes on")


def test_an_endless_search_can_be_stopped_and_played_on(page: Page) -> None:
    """`while True` is stopped by its button; the page offers a random move."""
    page.server.write(FILES["endless"])
    page.open("connect_four")
    page.tab_to_board()
    page.press("4")
    until(lambda: page.text("stop"), "the stop button is there")
    page.click("stop")
    until(lambda: page.text("random"), "a way on is offered")
    page.click("random")
    page.wait_for_turn("X (MAX)")
    assert page.moves() == 2 and page.server.children() == 0


def test_no_child_is_left_after_a_reload(page: Page) -> None:
    """Leaving or reloading the page stops its search; the position comes back from the address."""
    page.server.write(FILES["endless"])
    page.open("connect_four")
    page.tab_to_board()
    page.press("4")
    until(lambda: page.server.children() == 1, "the search runs")
    page.driver.get(page.driver.current_url.replace("/3", "/"))
    page.driver.get("about:blank")
    until(lambda: page.server.children() == 0, "nobody searches", 5)


def test_a_second_tab_adds_no_second_search(page: Page) -> None:
    """Two tabs share the lanes: never more than one search for a move and one for a table."""
    page.server.write(FILES["endless"])
    page.open("connect_four", side="MIN")
    first = page.driver.current_window_handle
    until(lambda: page.server.children() == 1, "the search runs")
    page.driver.switch_to.new_window("tab")
    page.open("tictactoe", side="MIN")
    page.click("count")
    until(lambda: page.server.children() == 2, "a move and a table are searched")
    time.sleep(0.5)
    assert page.server.children() == 2
    page.driver.close()
    page.driver.switch_to.window(first)
    assert "Another search took its place." in until(lambda: page.text("trouble"), "the first tab says what happened")


# ---- search.py in every state ----


@pytest.mark.parametrize(("file", "sentence"), [
    ("stub", "alphabeta is not written yet. Moves are at random until it is."),
    ("raising", "Your code raised ZeroDivisionError"),
    ("illegal", "best_move returned 99, which is not a legal move here."),
    ("broken", "search.py does not load: SyntaxError in line"),
    ("none", "best_move returned None, although the game is not over."),
    ("leaving", "The search's process ended without an answer"),
])  # fmt: skip
def test_a_search_that_fails_leaves_a_playable_page(page: Page, file: str, sentence: str) -> None:
    """A sentence says what happened, and the game goes on."""
    page.server.write(FILES[file])
    page.open("tictactoe")
    page.tab_to_board()
    page.press("5")
    assert sentence in until(lambda: page.text("trouble-text"), "the page says what happened")
    if page.text("random"):
        page.click("random")
    page.wait_for_turn("X (MAX)")
    page.server.write(WRITTEN)
    page.tab_to_board()
    legal = [cell["label"] for cell in page.cells() if "legal" in cell["label"]]
    page.press(legal[0].split(",")[0].split()[-1])
    until(lambda: page.moves() == 4, "the mended search answers")
    assert not errors(page.driver)


def test_an_edit_between_two_moves_takes_effect(page: Page) -> None:
    """Save and press again: no restart."""
    answer = "def alphabeta(game, depth):\n    return 0\ndef best_move(game, depth, search):\n    return {}\n"
    page.server.write(answer.format(2))
    page.open("connect_four")
    page.tab_to_board()
    page.press("1")
    until(lambda: page.driver.current_url.endswith("/0,2"), "the first version moved")
    page.server.write(answer.format(5))
    page.press("1")
    until(lambda: page.driver.current_url.endswith("/0,2,0,5"), "the second version moved")


def test_hostile_texts_are_shown_as_text(page: Page) -> None:
    """What the student's code prints, raises and returns is text: no element, no script, no overflow."""
    text = (
        f"def alphabeta(game, depth):\n    return 0\nclass Odd:\n    def __repr__(self):\n        return {HOSTILE!r}\n"
        f"def best_move(game, depth, search):\n    print({HOSTILE!r})\n    return Odd()\n"
    )
    page.server.write(text)
    page.open("tictactoe", moves="4")
    assert "</script><img" in until(lambda: page.text("trouble-text"), "the page says what came back")
    assert "</script><img" in page.text("notes")
    assert not page.driver.find_elements("css selector", "main img, main script")
    assert page.run("return document.documentElement.scrollWidth <= innerWidth")
    assert not errors(page.driver)


# ---- the growth table, the banner, the trace ----


def test_the_growth_table_shows_the_counts_of_python(page: Page) -> None:
    """Connect Four at depth 6: 137,257 positions, 117,649 at the limit, beside what alpha-beta makes of it."""
    page.open("connect_four")
    page.click("count")
    script = (
        "const rows = [...document.querySelectorAll('#growth tbody tr')];"
        "const row = rows.find((row) => row.cells[0].textContent === '6');"
        "return row && row.cells.length === 9 && [...row.cells].map((cell) => cell.textContent)"
    )
    row = until(lambda: page.run(script), "depth 6 is counted")
    page.click("count-stop") if page.text("count-stop") else None
    assert row[1].startswith("137,257") and "117,649 at limit" in row[1] and row[3] == "7.0"
    assert row[4].startswith("10,300") and row[7] == "8 %" and row[8] == "0"
    assert "square root of 7.0, which is 2.6" in page.text("summary")


def test_a_disagreement_opens_its_trace(page: Page) -> None:
    """A broken alpha-beta raises the banner; its button draws the position in a page of its own."""
    page.server.write(FILES["cuts_too_early"])
    page.open("connect_four")
    page.click("count")
    until(lambda: page.text("disagree"), "the banner is there")
    assert "They disagree at depth 2: minimax -0.0428571, alphabeta +0.0571429." in page.text("disagree-text")
    page.click("count-stop") if page.text("count-stop") else None
    page.driver.find_element("css selector", "[data-trace=alphabeta]").click()
    until(lambda: "Open the trace" in page.text("trace-said"), "the trace is drawn")
    first, opened = page.driver.current_window_handle, page.run("return document.querySelector('#trace-said a').href")
    for handle in page.driver.window_handles:
        if handle != first:
            page.driver.switch_to.window(handle)
            page.driver.close()
    page.driver.switch_to.window(first)
    page.driver.get(opened)
    until(lambda: "WRONG" in page.run("return document.body.textContent"), "the trace says what is wrong")


# ---- the page itself ----


def test_undo_redo_and_reload_keep_the_position(page: Page) -> None:
    """The address is the game: reload, undo and redo come back to the same board."""
    page.open("connect_four")
    page.tab_to_board()
    page.press("4")
    page.wait_for_turn("X (MAX)")
    until(lambda: page.moves() == 2, "the search answered")
    labels = page.cells()
    page.driver.refresh()
    until(lambda: page.cells() == labels, "the reloaded board is the same")
    page.click("undo")
    until(lambda: page.moves() == 0, "both moves are taken back")
    page.click("redo")
    until(lambda: page.cells() == labels, "and made again")


def test_an_address_with_an_illegal_move_starts_again(page: Page) -> None:
    """A list that cannot be played gets a sentence, and a fresh game."""
    page.open("tictactoe", moves="0,0")
    assert "move 2 of the list" in until(lambda: page.text("trouble-text"), "the page says why")
    assert "X (MAX) to move." in page.text("status")


def test_the_page_asks_only_its_own_server(page: Page) -> None:
    """No request leaves this machine, and the console is empty."""
    page.open("othello")
    names = page.run("return performance.getEntriesByType('resource').map((entry) => entry.name)")
    origin = page.server.address.split("?")[0]
    assert names and all(name.startswith(origin) or name.startswith("data:") for name in names)
    assert not errors(page.driver)


def test_a_server_that_is_gone_is_said_to_be(page: Page, tmp_path: Path) -> None:
    """The page says so and tries again by itself."""
    other = Page(page.driver, Server(tmp_path))
    other.open("tictactoe")
    other.server.end()
    other.tab_to_board()
    other.press("5")
    assert "does not answer" in until(lambda: other.text("gone"), "the page says so")


def test_without_javascript_a_sentence_says_what_to_do(page: Page) -> None:
    """The terminal is offered instead."""
    page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    page.driver.get(page.server.address)
    source = page.driver.find_element("css selector", "noscript").text
    page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert "make play TERMINAL=1" in source


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_serious(page: Page, axe: str, game: str, scheme: str) -> None:
    """No serious or critical finding of axe-core, with a table, a result and a failure on the page."""
    emulate(page.driver, prefers_color_scheme=scheme)
    page.open(game, side="both")
    page.run("document.getElementById('autoroll').checked = true")
    if game != "einstein":
        page.choose("depth", "2")
        page.click("think")
        until(lambda: page.text("result"), "a result is shown")
    page.click("count")
    until(lambda: page.run("return document.querySelectorAll('#growth tbody tr').length") >= 3, "a table is shown")
    page.click("count-stop") if page.text("count-stop") else None
    page.server.write(FILES["raising"])
    page.click("think")
    until(lambda: page.text("trouble-text"), "a failure is shown")
    assert not serious(page.driver, axe)


@pytest.mark.parametrize("game", GAMES)
def test_at_320_pixels_nothing_scrolls_sideways(page: Page, game: str) -> None:
    """A telephone, or a zoom of 400 %: the page fits its window, and every target is at least 24 pixels."""
    resize(page.driver, 320)
    page.open(game, side="both")
    page.click("count")
    until(lambda: page.run("return document.querySelectorAll('#growth tbody tr').length") >= 3, "a table is shown")
    assert page.run("return document.documentElement.scrollWidth") <= 320
    small = page.run("return [...document.querySelectorAll('button, select')].filter((e) => e.offsetParent)"
                     ".filter((e) => e.offsetWidth < 24 || e.offsetHeight < 24).map((e) => e.outerHTML)")  # fmt: skip
    assert not small


def test_forced_colours_keep_the_pieces_apart(page: Page) -> None:
    """Where the system picks the colours, X and O are letters in borders of different width."""
    emulate(page.driver, forced_colors="active")
    page.open("connect_four", moves="3,2", side="both")
    borders = page.run(
        "return ['max', 'min'].map((side) => getComputedStyle(document.querySelector(`.piece.${side}`)).borderWidth)"
    )
    texts = page.run("return [...document.querySelectorAll('.piece')].map((piece) => piece.textContent)")
    assert borders[0] != borders[1] and sorted(texts) == ["O", "X"]


def test_reduced_motion_moves_nothing(page: Page) -> None:
    """Who asks for less motion gets none."""
    emulate(page.driver, prefers_reduced_motion="reduce")
    page.open("connect_four")
    script = "return [...document.querySelectorAll('*')].filter((e) => getComputedStyle(e).transitionDuration !== '0s')"
    assert page.run(script) == []


def test_the_focus_is_visible_and_stays_on_the_board(page: Page) -> None:
    """After a move the focus is where it was, with an outline of three pixels."""
    page.open("tictactoe")
    page.tab_to_board()
    page.press("5")
    page.wait_for_turn("X (MAX)")
    until(lambda: page.moves() == 2, "the search answered")
    focused = page.run("const e = document.activeElement; return [e.className, getComputedStyle(e).outlineWidth]")
    assert "cell" in focused[0] and focused[1] == "3px"


def test_the_board_is_one_grid_with_named_cells(page: Page) -> None:
    """A screen reader hears a grid of rows, and each cell by its place, content and what a press does."""
    page.open("connect_four", moves="3", side="both")
    assert (
        page.run("return document.querySelectorAll('[role=grid] > [role=row] > [role=gridcell] > button').length") == 42
    )
    labels = [cell["label"] for cell in page.cells()]
    assert len(set(labels)) == 42 and labels[38] == "column 4, row 1, X, last move"
    assert labels[31] == "column 4, row 2, empty, legal: a stone dropped here"
    assert page.run("return document.querySelectorAll('.cell[tabindex=\"0\"]').length") == 1
