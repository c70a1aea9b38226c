"""The trace's page in a real browser: what it says, its keys, its outline, its looks, its speed."""
from __future__ import annotations

import html
import itertools
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.connect_four import ConnectFour
from games.game import Game
from games.tictactoe import TicTacToe
from games.tree import MAX, MIN
from kibitz.judge.run import Run
from kibitz.steps.wrong import describe, first_wrong_step, steps_of
from kibitz.trace.cli import write
from kibitz.trace.phrases import told
from kibitz.trace.verdict import verdict_on
from tests.browser.conftest import emulate, resize, serious
from tests.searches import SOLUTION
from tests.trace.mistakes import DICE, MISTAKES
from tests.trace.runs import AIMA, case_on, observed
from tests.trace.styles import STYLES

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
ENDLESS = "def minimax(game, depth):\n    while True:\n        game.play(0)\n        game.undo()\n"
STUB = "def alphabeta(game, depth):\n    raise NotImplementedError\n"

RUNS: dict[str, Callable[[], Run]] = {
    "right": lambda: observed(SOLUTION, case_on("alphabeta", AIMA, 2)),
    "one leaf": lambda: observed(SOLUTION, case_on("minimax", MAX(1), 1)),
    "nothing to cut": lambda: observed(SOLUTION, case_on("alphabeta", MAX(1, 2), 1)),
    "chance": lambda: observed(SOLUTION, case_on("expectimax", DICE, 3)),
    "negamax": lambda: observed(STYLES["negamax"][1], case_on("alphabeta", MIN(MAX(3, 1), MIN(2, 5)), 2)),
    "explicit stack": lambda: observed(STYLES["explicit stack"][1], case_on("minimax", AIMA, 2)),
    "depth limit": lambda: observed(SOLUTION, case_on("minimax", MAX(MIN(3, 4, estimate=5), 2), 1)),
    "endless": lambda: observed(ENDLESS, case_on("minimax", MAX(*range(900)), 1)),
    **{name: lambda name=name: wrong_run(name) for name, row in MISTAKES.items() if row[4]},
}


def wrong_run(name: str) -> Run:
    """Return the observed run of a mistake on its case."""
    function, text, tree, depth, _ = MISTAKES[name]
    return observed(text, case_on(function, tree, depth, given="default" if function == "best_move" else ""))


def written(run: Run, folder: Path) -> Path:
    """Write a run's page into a folder with a space and an umlaut in its name."""
    out = folder / "a \u00fcbel folder" / "trace.html"
    out.parent.mkdir()
    write(run, out)
    return out


def text_of(driver: Any, name: str) -> str:
    """Return the text of the element with this id."""
    return str(driver.execute_script("return document.getElementById(arguments[0]).textContent", name)).strip()


def press(driver: Any, *keys: str, shift: bool = False) -> None:
    """Press keys where the focus is."""
    from selenium.webdriver import ActionChains, Keys

    chain = ActionChains(driver)
    for key in keys:
        code = getattr(Keys, key) if len(key) > 1 else key
        chain = chain.key_down(Keys.SHIFT).send_keys(code).key_up(Keys.SHIFT) if shift else chain.send_keys(code)
    chain.perform()


def click(driver: Any, name: str) -> None:
    """Press the button with this id."""
    driver.execute_script("document.getElementById(arguments[0]).click()", name)


def state(driver: Any) -> str:
    """Return everything that the page shows of the current step."""
    return str(driver.execute_script("""
        return ["now", "outline", "steps", "svg"].map((id) => document.getElementById(id).textContent).join("|") + location.hash"""))


@pytest.mark.parametrize("name", RUNS)
def test_the_page_agrees_with_python(name: str, opened: Open, tmp_path: Path) -> None:
    """Verdict, first wrong step and the words of each step are Python's; nothing is requested from anywhere."""
    run = RUNS[name]()
    steps = steps_of(run)
    verdict, wrong = verdict_on(run, steps), first_wrong_step(run, steps)
    driver = opened(written(run, tmp_path))
    assert verdict.sentence in text_of(driver, "verdict")
    assert all(fact in text_of(driver, "verdict") for fact in verdict.facts)
    number = wrong.number if wrong else len(steps.steps)
    assert text_of(driver, "where") == f"step {number} of {len(steps.steps)}"
    assert text_of(driver, "says").startswith(told(steps, number - 1, number if wrong else 0))
    if wrong:
        assert describe(wrong) in text_of(driver, "first-wrong")
        assert wrong.sentence in text_of(driver, "evidence")
    assert driver.execute_script("return performance.getEntriesByType('resource').length") == 0
    if len(steps.steps) < 200:
        listed = driver.execute_script("return [...document.querySelectorAll('#steps li')].map((li) => li.lastChild.textContent)")
        marked = {wrong.number - 1: " WRONG"} if wrong else {}
        assert listed == [told(steps, index, wrong.number if wrong else 0) + marked.get(index, "") for index in range(len(steps.steps))]


def test_a_stub_shows_the_game(opened: Open, tmp_path: Path) -> None:
    """Nothing was searched: the plain text stays, and the controls stay away."""
    driver = opened(written(observed(STUB, case_on("alphabeta", AIMA, 2)), tmp_path))
    assert "is not written yet" in text_of(driver, "verdict")
    assert "`-- 2 MIN" in text_of(driver, "plain")
    assert not driver.execute_script("return document.getElementById('tool').checkVisibility()")


@pytest.mark.parametrize("name", ["right", "chance", "cuts too early", "forgets undo", "one leaf"])
def test_steps_forward_and_back_show_the_same(name: str, opened: Open, tmp_path: Path) -> None:
    """Each step looks the same from either side; End and Home lead to the ends."""
    driver = opened(written(RUNS[name](), tmp_path))
    click(driver, "first")
    forward = [state(driver)]
    assert "undefined" not in forward[0]
    while driver.execute_script("return !document.getElementById('next').disabled"):
        click(driver, "next")
        forward.append(state(driver))
    back = [state(driver)]
    while driver.execute_script("return !document.getElementById('back').disabled"):
        click(driver, "back")
        back.append(state(driver))
    assert back[::-1] == forward
    press(driver, "END")
    assert state(driver) == forward[-1]
    press(driver, "HOME")
    assert state(driver) == forward[0]


def test_a_step_has_an_address(opened: Open, tmp_path: Path) -> None:
    """#14 opens step 14, and going on changes the address."""
    path = written(RUNS["right"](), tmp_path)
    driver = opened(path, "#14")
    assert text_of(driver, "where") == "step 14 of 43"
    press(driver, "ARROW_RIGHT")
    assert driver.execute_script("return location.hash") == "#15"
    driver.execute_script("location.hash = '#3'")
    assert driver.execute_async_script("setTimeout(() => arguments[0](document.getElementById('where').textContent), 50)") == "step 3 of 43"


def test_the_keyboard_is_enough(opened: Open, tmp_path: Path) -> None:
    """From Tab to the first wrong step, next cut, this depth, and the keys' help, without a mouse."""
    driver = opened(written(RUNS["cuts too early"](), tmp_path), "#1")
    for _ in range(3):
        press(driver, "TAB")
    assert driver.switch_to.active_element.is_displayed()
    press(driver, "ESCAPE")
    assert driver.switch_to.active_element.get_attribute("id") == "steps"
    press(driver, "n")
    assert text_of(driver, "where") == "step 20 of 23"
    assert "WRONG" in text_of(driver, "mark")
    press(driver, "HOME", "c")
    assert text_of(driver, "where") == "step 20 of 23"
    press(driver, "HOME")
    press(driver, "ARROW_RIGHT", shift=True)
    assert text_of(driver, "where") == "step 13 of 23"
    press(driver, "?")
    assert driver.execute_script("return document.getElementById('help').open")


def test_single_keys_can_be_switched_off(opened: Open, tmp_path: Path) -> None:
    """With the box empty a letter does nothing; arrows still step."""
    driver = opened(written(RUNS["cuts too early"](), tmp_path), "#1")
    click(driver, "keys")
    press(driver, "ESCAPE", "n")
    assert text_of(driver, "where") == "step 1 of 23"
    press(driver, "ARROW_RIGHT")
    assert text_of(driver, "where") == "step 2 of 23"


def test_space_plays_and_nothing_is_read_out_meanwhile(opened: Open, tmp_path: Path) -> None:
    """Playing switches the live region off, and ends at the last step."""
    driver = opened(written(RUNS["nothing to cut"](), tmp_path), "#1")
    driver.execute_script("document.getElementById('speed').value = 16")
    press(driver, "ESCAPE", " ")
    assert text_of(driver, "play") == "pause"
    live = driver.execute_async_script("setTimeout(() => arguments[0](document.getElementById('says').getAttribute('aria-live')), 150)")
    assert live == "off"
    at_end = driver.execute_async_script("setTimeout(() => arguments[0](document.getElementById('play').textContent), 2500)")
    assert at_end == "play"
    assert driver.execute_script("return document.getElementById('next').disabled")


def test_the_outline_is_a_tree_for_everyone(opened: Open, tmp_path: Path) -> None:
    """One tree with levels, states and names, moved through by the keys that trees have."""
    driver = opened(written(RUNS["right"](), tmp_path))
    nodes = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    roles = [node.get("role", {}).get("value") for node in nodes]
    assert roles.count("tree") == 1
    assert roles.count("treeitem") == 13
    items = [node for node in nodes if node.get("role", {}).get("value") == "treeitem"]
    assert items[0]["name"]["value"].startswith("root MAX, proved = 3")
    levels = [next(each["value"]["value"] for each in node["properties"] if each["name"] == "level") for node in items]
    assert sorted(levels) == [1] + [2] * 3 + [3] * 9
    buttons = [node for node in nodes if node.get("role", {}).get("value") == "button" and not node.get("ignored")]
    assert buttons
    assert all(node["name"]["value"] for node in buttons)
    driver.execute_script("document.querySelector('#outline [tabindex=\"0\"]').focus()")
    focused = "return document.activeElement.dataset.node + ' ' + document.activeElement.getAttribute('aria-expanded')"
    for key, then in [("ARROW_DOWN", "1 true"), ("ARROW_LEFT", "1 false"), ("ARROW_DOWN", "5 true"), ("ARROW_LEFT", "5 false"),
                      ("ARROW_LEFT", "0 true"), ("END", "12 null"), ("HOME", "0 true"), ("ARROW_RIGHT", "1 false"), ("*", "1 true"),
                      ("ENTER", "1 false"), ("ARROW_UP", "0 true")]:
        press(driver, key)
        assert driver.execute_script(focused) == then, key
    assert driver.execute_script("return document.querySelectorAll('#outline [tabindex=\"0\"]').length") == 1
    press(driver, "ESCAPE")
    assert driver.switch_to.active_element.get_attribute("id") == "steps"


def test_the_live_text_changes_once_a_step(opened: Open, tmp_path: Path) -> None:
    """A screen reader hears each step once."""
    driver = opened(written(RUNS["right"](), tmp_path), "#5")
    driver.execute_script("""window.heard = []; new MutationObserver((all) => heard.push(all.length))
        .observe(document.getElementById('says'), { childList: true, characterData: true, subtree: true })""")
    for _ in range(3):
        click(driver, "next")
        driver.execute_async_script("setTimeout(arguments[0], 20)")
    assert driver.execute_script("return heard") == [1, 1, 1]


def test_a_guess_comes_before_the_step(opened: Open, tmp_path: Path) -> None:
    """Predict asks for a returned value and for a cut, hides what comes, and counts the right guesses."""
    driver = opened(written(RUNS["right"](), tmp_path), "#15")
    click(driver, "predict")
    hidden = "return [...document.querySelectorAll('#steps li')].map((li) => li.id).pop()"
    assert driver.execute_script(hidden) == "s15"
    press(driver, "ARROW_RIGHT")
    assert text_of(driver, "question") == "What does alphabeta return at node 0?"
    assert text_of(driver, "where") == "step 15 of 43"
    press(driver, "3", "ENTER")
    assert text_of(driver, "where") == "step 16 of 43"
    assert text_of(driver, "score") == "Right: 3. 1 of 1 guesses right."
    asking = "return !document.getElementById('ask').hidden"
    while not (driver.execute_script(asking) and text_of(driver, "question").startswith("Back at node 1:")):
        click(driver, "skip" if driver.execute_script(asking) else "next")
    click(driver, "looks")
    assert text_of(driver, "score") == "No: it cuts it off. 1 of 2 guesses right."
    click(driver, "predict")
    assert driver.execute_script(hidden) == "s43"


@pytest.mark.parametrize("width", [320, 640])
def test_a_small_screen_scrolls_one_way_only(width: int, opened: Open, tmp_path: Path) -> None:
    """At 320 CSS pixels, and at 200 % of 1,280, nothing sticks out of the page, and targets keep 24 pixels."""
    driver = opened(written(RUNS["cuts too early"](), tmp_path))
    resize(driver, width, scale=2 if width == 640 else 1)
    assert driver.execute_script("return document.documentElement.scrollWidth") <= width
    small = driver.execute_script("""return [...document.querySelectorAll('button, input, select, summary, #outline li > span, #steps li')]
        .filter((each) => each.checkVisibility()).map((each) => [each.id, each.getBoundingClientRect()])
        .filter(([, box]) => box.width < 24 || box.height < 24).map(([id]) => id)""")
    assert small == []


def test_without_a_script_everything_is_told(opened: Open, tmp_path: Path, browser: Any) -> None:
    """JavaScript off: the verdict, the tree as text, and the steps as a table."""
    run = RUNS["cuts too early"]()
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    driver = opened(written(run, tmp_path))
    from selenium.webdriver.common.by import By

    text = driver.find_element(By.TAG_NAME, "body").text
    assert "Your alphabeta returned 4." in text
    assert "`-- 1 MIN" in text
    assert told(steps_of(run), 3) in text
    assert "first wrong" not in text


def contrast(one: str, other: str) -> float:
    """Return the contrast of two CSS colours, as WCAG defines it."""
    lights = []
    for colour in (one, other):
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        lights.append(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2])
    return (max(lights) + 0.05) / (min(lights) + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_have_contrast(scheme: str, opened: Open, tmp_path: Path) -> None:
    """Text has 4.5 to 1 or more against its ground, lines and shapes 3 to 1, by day and by night."""
    driver = opened(written(RUNS["cuts too early"](), tmp_path))
    emulate(driver, prefers_color_scheme=scheme)
    colours = driver.execute_script("""
        const value = (name) => { const made = document.createElement('i'); made.className = 'probe'; document.body.append(made);
          made.style.color = `var(--${name})`; const colour = getComputedStyle(made).color; made.remove(); return colour; };
        return Object.fromEntries(['ground', 'panel', 'node', 'ink', 'soft', 'line', 'blue', 'red', 'red-ink', 'green', 'green-ink']
          .map((name) => [name, value(name)]))""")
    for name, ground in itertools.product(("ink", "soft", "red-ink", "green-ink", "blue"), ("ground",)):
        assert contrast(colours[name], colours[ground]) >= 4.5, (name, ground)
    for name in ("ink", "soft"):
        assert contrast(colours[name], colours["panel"]) >= 4.5, name
    for name in ("line", "red", "green", "blue"):
        assert contrast(colours[name], colours["ground"]) >= 3, name


def test_states_differ_without_colour(opened: Open, tmp_path: Path) -> None:
    """What was not seen is dotted and hatched, the wrong node thick and named, the current one framed: shapes, not colours."""
    driver = opened(written(RUNS["cuts too early"](), tmp_path))
    emulate(driver, forced_colors="active")
    styles = driver.execute_script("""
        const style = (query) => { const found = document.querySelector(query); return found && getComputedStyle(found); };
        return [style('.shape.unseen').strokeDasharray, document.querySelectorAll('.hatch').length, style('.shape.bad').strokeWidth,
          style('.shape:not(.bad)').strokeWidth, document.querySelectorAll('.here').length, document.querySelectorAll('.cut').length,
          [...document.querySelectorAll('svg text')].some((text) => text.textContent === 'WRONG')]""")
    assert styles[0] != "none"
    assert styles[1] >= 1
    assert float(styles[2].rstrip("px")) >= 2 * float(styles[3].rstrip("px"))
    assert styles[4] == 3
    assert styles[5] == 1
    assert styles[6]


def test_motion_can_be_reduced(opened: Open, tmp_path: Path) -> None:
    """Nothing is animated, whatever the system asks for."""
    driver = opened(written(RUNS["right"](), tmp_path))
    emulate(driver, prefers_reduced_motion="reduce")
    moving = driver.execute_script("""return [...document.querySelectorAll('*')].map((each) => getComputedStyle(each))
        .filter((style) => parseFloat(style.transitionDuration) || parseFloat(style.animationDuration)
          || style.scrollBehavior === 'smooth').length""")
    assert moving == 0


def test_the_focus_is_seen(opened: Open, tmp_path: Path) -> None:
    """Whatever Tab reaches has an outline."""
    driver = opened(written(RUNS["cuts too early"](), tmp_path))
    for _ in range(15):
        press(driver, "TAB")
        ring = driver.execute_script("""const at = document.activeElement, inside = at.matches('[role=treeitem]') ? at.firstChild : at;
            const style = getComputedStyle(inside);
            return at === document.body ? 'body' : style.outlineStyle + parseFloat(style.outlineWidth)""")
        assert ring == "body" or ring == "solid3", driver.switch_to.active_element.get_attribute("outerHTML")[:100]


def test_hostile_texts_are_shown_as_texts(opened: Open, tmp_path: Path) -> None:
    """A message made of markup is read, not run."""
    run = RUNS["raises"]()
    run.answer["message"] = "</script><img src=x onerror=document.title=1>\u202e\ud800" + "x" * 10_000
    run.answer["error"] = "<b>Evil</b>"
    driver = opened(written(run, tmp_path))
    assert driver.execute_script("return document.images.length") == 0
    assert "</script><img src=x" in text_of(driver, "verdict")
    assert text_of(driver, "says") == "raises <b>Evil</b>"
    assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("game", "depth", "events", "size"), [(ConnectFour(), 4, 10_000, 520_000), (ConnectFour(), 6, 190_000, 6_500_000)])
def test_large_searches_stay_quick(game: Game, depth: int, events: int, size: int, opened: Open, tmp_path: Path) -> None:
    """10,000 events are ready in half a second and step in 50 ms, 200,000 in a second; here four times that, for a busy machine."""
    from kibitz.trace.cli import observed as observed_file

    (tmp_path / "search.py").write_text(SOLUTION, encoding="utf-8")
    run = observed_file(tmp_path / "search.py", case_on("minimax", game, depth))
    path = written(run, tmp_path)
    assert path.stat().st_size <= size
    driver = opened(path)
    ready = driver.execute_script("return performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    assert ready <= (2_000 if events < 100_000 else 4_000)
    click(driver, "first")
    took = driver.execute_script("""const began = performance.now();
        for (let i = 0; i < 50; i++) { document.getElementById('next').click(); document.body.offsetHeight; }
        return (performance.now() - began) / 50""")
    assert took <= 200
    click(driver, "last")
    assert int(text_of(driver, "where").split()[1]) >= events
    assert driver.execute_script("return document.querySelectorAll('*').length") < 3_000


def test_what_is_left_out_of_the_drawing_opens(opened: Open, tmp_path: Path) -> None:
    """Beyond 200 nodes the rest are boxes with their numbers; a click draws fifty more, the boards stand beside."""
    run = observed(SOLUTION, case_on("minimax", TicTacToe.from_text("O.X .X. ..."), 5))
    driver = opened(written(run, tmp_path))
    drawn = "return document.querySelectorAll('#svg .node').length"
    assert driver.execute_script(drawn) == 200
    box = driver.execute_script("return document.querySelector('#svg .more').textContent")
    assert re.fullmatch(r"\+ [\d,]+ nodes,[\d,]+ leaves", box)
    driver.execute_script("document.querySelector('#svg .more rect').dispatchEvent(new MouseEvent('click', { bubbles: true }))")
    assert driver.execute_script(drawn) == 250
    assert text_of(driver, "board") == "O.X\n.X.\n..."


def test_the_data_in_the_page_is_what_was_written(opened: Open, tmp_path: Path) -> None:
    """Escaping changes nothing: the browser reads the same data as Python."""
    path = written(RUNS["chance"](), tmp_path)
    driver = opened(path)
    found = re.search(r'id="data">(.*?)</script>', path.read_text(encoding="utf-8"), re.S)
    assert found
    read = driver.execute_script("return document.getElementById('data').textContent")
    assert json.loads(read) == json.loads(html.unescape(found.group(1)))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["right", "chance", "depth limit", "endless", *[name for name in MISTAKES if name in RUNS][:2]])
def test_axe_finds_nothing_serious(opened: Open, tmp_path: Path, axe: str, name: str, scheme: str) -> None:
    """No serious or critical finding of axe-core, at the first wrong step and while a value is to be guessed."""
    driver = opened(written(RUNS[name](), tmp_path))
    emulate(driver, prefers_color_scheme=scheme)
    assert not serious(driver, axe)
    click(driver, "predict")
    assert not serious(driver, axe)
