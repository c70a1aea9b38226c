"""The trace's page, without a browser: what it says, what it embeds, and how large it is."""
from __future__ import annotations

import html
import json
import re
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from games.connect_four import ConnectFour
from games.tree import MAX, MIN
from kibitz.judge.check import batch
from kibitz.judge.checks import BY_ID
from kibitz.judge.judging import first_look, made_small
from kibitz.judge.run import Run
from kibitz.steps.wrong import describe, first_wrong_step, steps_of
from kibitz.trace.cli import write
from kibitz.trace.page import page
from kibitz.trace.phrases import told
from kibitz.trace.verdict import verdict_on
from kibitz.watch.worker import perform
from kibitz.words.report import report
from tests.searches import SOLUTION, edited, module, runner
from tests.trace.mistakes import MISTAKES
from tests.trace.runs import AIMA, case_on, observed
from tests.trace.styles import STYLES

HOSTILE = "</script><img src=x onerror=alert(1)>\u202e\u2028\ud800" + "x" * 10_000


def page_of(run: Run) -> str:
    """Return a run's page."""
    steps = steps_of(run)
    return page(steps, verdict_on(run, steps), first_wrong_step(run, steps))


def data_in(text: str) -> Any:
    """Return the data that a page embeds."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    assert found
    return json.loads(found.group(1))


def run_with(name: str) -> Run:
    """Return the observed run of a mistake on its case."""
    function, text, tree, depth, _ = MISTAKES[name]
    return observed(text, case_on(function, tree, depth, given="default" if function == "best_move" else ""))


@pytest.mark.parametrize("name", MISTAKES)
def test_the_page_says_what_python_says(name: str, tmp_path: Path) -> None:
    """Verdict and first wrong step are the same on the page, in its data, in the terminal, and in a report."""
    run = run_with(name)
    step = first_wrong_step(run)
    text = page_of(run)
    words = write(run, tmp_path / "trace.html")
    verdict = verdict_on(run, steps_of(run))
    assert verdict.sentence in html.unescape(text)
    assert verdict.sentence in words
    if step is None:
        assert data_in(text)["wrong"] is None
        return
    assert describe(step) in html.unescape(text)
    assert describe(step) in words
    assert data_in(text)["wrong"] == {"index": step.number - 1, "node": step.node, "text": step.sentence, "kind": step.kind}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_check_that_fails_shows_the_same_step_as_the_trace(name: str) -> None:
    """What the check reports of its failing case is what the page says of it."""
    function, text, tree, depth, kind = MISTAKES[name]
    case = case_on(function, tree, depth, given="default" if function == "best_move" else "")
    check = BY_ID[f"{function}.known_trees"]
    outcome = made_small(check, first_look(check, [case], runner(text)), runner(text))
    if outcome.failure and kind:
        step = first_wrong_step(observed(text, outcome.failure.run.case))
        assert step is not None
        assert describe(step) in " ".join(report(check, outcome).split())


@pytest.mark.parametrize("style", STYLES)
def test_a_right_search_is_called_right(style: str) -> None:
    """The verdict is RIGHT, there is no wrong step, and what was saved is said."""
    function, text = STYLES[style]
    run = observed(text, case_on(function, AIMA, 2))
    verdict = verdict_on(run, steps_of(run))
    assert (verdict.word, verdict.right) == ("RIGHT", True)
    assert "of 9 leaves" in verdict.facts[0]
    assert data_in(page_of(run))["wrong"] is None


def test_the_same_search_gives_the_same_bytes() -> None:
    """No date, no path of the machine, no order of a set."""
    once, again = (page_of(run_with("cuts too early")) for _ in range(2))
    assert once == again
    assert str(Path(__file__).parents[2]) not in once


def test_nothing_is_loaded_from_anywhere() -> None:
    """No address in the page, and a policy that lets only its own style and script run."""
    text = page_of(run_with("cuts too early"))
    assert not re.findall(r"""(?:src|href)=["']?(?:https?:|//)""", text)
    assert "default-src &#39;none&#39;" in text
    assert "unsafe" not in text


def test_hostile_texts_are_texts() -> None:
    """What a student's repr or message holds cannot end the script element or start one."""
    run = run_with("raises")
    run.answer["message"], run.answer["error"] = HOSTILE, "Evil<b>"
    run.answer["frames"] = [["search.py", 3, "f", HOSTILE[:100]]]
    text = page_of(run).encode("utf-8", "replace").decode()
    assert "<img" not in text
    assert text.count("</script>") == 2
    assert data_in(text)["end"] == "raises Evil<b>"


def test_a_lone_surrogate_does_not_stop_the_page(tmp_path: Path) -> None:
    """A message that no encoding can write is written with its escapes."""
    run = run_with("raises")
    run.answer["message"] = HOSTILE
    write(run, tmp_path / "trace.html")
    assert "\\ud800" in (tmp_path / "trace.html").read_text(encoding="utf-8")


def test_without_a_script_the_page_still_tells() -> None:
    """The verdict, the tree as text and the first steps are in the page itself."""
    run = run_with("cuts too early")
    text = html.unescape(page_of(run))
    assert "`-- 1 MIN" in text
    for index in range(3):
        assert f"<td>{index + 1}</td><td>{told(steps_of(run), index)}" in text


def test_a_stub_shows_the_game_it_will_be_given() -> None:
    """Nothing was searched: the page says so and draws the tree."""
    run = observed("def alphabeta(game, depth):\n    raise NotImplementedError", case_on("alphabeta", AIMA, 2))
    text = html.unescape(page_of(run))
    assert "alphabeta is not written yet; this is the game it will be given." in text
    assert "`-- 2 MIN" in text


def test_an_endless_search_is_cut_to_its_ends() -> None:
    """The first 2,000 and the last 200 steps are kept, and the numbers stay those of the whole."""
    text = "def minimax(game, depth):\n    while True:\n        game.play(0)\n        game.undo()\n"
    run = observed(text, case_on("minimax", MAX(*range(900)), 1))
    step, data = first_wrong_step(run), data_in(page_of(run))
    assert step is not None
    assert len(data["steps"]) == 2_200
    assert data["gap"] == [2_000, step.total - 2_200]
    assert data["wrong"]["index"] == 2_199


def test_a_search_too_long_to_draw_is_no_fault() -> None:
    """Stopped by the trace's own limit, a right search is not called wrong."""
    from dataclasses import replace

    case = case_on("minimax", ConnectFour(), 3)
    request = {**replace(case, observe=True).request(), "budget": 900}
    run = Run(case, perform(module(), {"function": "minimax", "cases": [request]})["answers"][0])
    verdict = verdict_on(run, steps_of(run))
    assert (verdict.word, verdict.right) == ("CUT SHORT", True)


def test_ten_thousand_events_fit_the_budget(tmp_path: Path) -> None:
    """At most 450 KB for 10,000 events, written in a second (four are allowed here); the page's own parts take 60 KB at most."""
    run = observed(SOLUTION, case_on("minimax", ConnectFour(), 4))
    began = perf_counter()
    write(run, tmp_path / "trace.html")
    took = perf_counter() - began
    size = (tmp_path / "trace.html").stat().st_size
    events = len(steps_of(run).steps)
    assert size * 10_000 / events <= 450_000
    assert took <= 4
    parts = [path for path in Path(write.__code__.co_filename).parent.iterdir() if path.suffix in (".js", ".css", ".j2")]
    assert sum(path.stat().st_size for path in parts) <= 60_000


def test_the_script_stays_short() -> None:
    """Each file of the script has at most 400 lines."""
    for path in Path(write.__code__.co_filename).parent.glob("*.js"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


def test_what_lies_below_an_unseen_node_of_a_large_case_is_counted() -> None:
    """The page of a large case holds the nodes that were entered and their children, and the number of all others."""
    case = case_on("alphabeta", ConnectFour(), 5)
    run = observed(SOLUTION, case)
    nodes = data_in(page_of(run))["nodes"]
    hidden = sum(count for count, _ in nodes["hidden"].values())
    assert hidden > 1_000
    assert len(nodes["ply"]) + hidden == len(case.arena)


def test_a_batch_asks_for_what_its_cases_ask() -> None:
    """Only a case that is to be observed is."""
    from dataclasses import replace

    case = case_on("minimax", MIN(1, 2), 1)
    asked: Any = batch([case, replace(case, observe=True)])["cases"]
    assert [row.get("observe") for row in asked] == [None, True]


def test_a_wrong_window_is_still_judged_by_the_window_it_got() -> None:
    """A search that passes alpha and beta the wrong way round has a first wrong step, and it is no crash."""
    text = edited("alphabeta(game, depth - 1, alpha, beta)", "alphabeta(game, depth - 1, beta, alpha)", "alphabeta")
    run = observed(text, case_on("alphabeta", AIMA, 2))
    page_of(run)
    assert first_wrong_step(run) is not None


def test_long_numbers_are_shown_short_and_kept_whole() -> None:
    """A value is shown with six digits, and the page has all of it."""
    run = observed(SOLUTION, case_on("minimax", MAX(1 / 3, 3.0, -2), 1))
    data = data_in(page_of(run))
    assert {data["texts"][int(number)]: whole for number, whole in data["exact"].items()} == {"0.333333": "0.3333333333333333"}


def test_every_interval_starts_open() -> None:
    """The two ends of an open interval are there even where no leaf leaves one open."""
    assert data_in(page_of(observed(SOLUTION, case_on("minimax", MAX(1), 1))))["texts"][:2] == ["-inf", "inf"]
