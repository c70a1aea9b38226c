"""Every known mistake and every right program: what the page says is what the report says, in the terminal and in results.json."""
from __future__ import annotations

import html
from collections.abc import Iterator
from pathlib import Path

import pytest

from assignment import catalogue, trial
from assignment.catalogue import Mistake
from autograder.settings import load_cases
from kibitz.judge.checks import BY_ID, CHECKS
from kibitz.judge.judging import first_look, made_small
from kibitz.selfcheck.local import LocalRunner
from kibitz.steps.wrong import describe, first_wrong_step, steps_of
from kibitz.trace.cli import Choice, observed, write
from kibitz.words.report import report
from tests.full import FULL

EVERY = 1 if FULL else 8  #: so many of the catalogue are tried
CASES = load_cases()


def disagreements(source: str, folder: Path, checks: tuple[str, ...]) -> list[str]:
    """Return the checks whose report and page tell another first wrong step, or another verdict."""
    return list(_disagreements(source, folder, checks))


def _disagreements(source: str, folder: Path, checks: tuple[str, ...]) -> Iterator[str]:
    search, out = folder / "search.py", folder / "trace.html"
    search.write_text(source, encoding="utf-8")
    for name in checks:
        check, run = BY_ID[name], LocalRunner(search)
        outcome = made_small(check, first_look(check, CASES[name], run), run)
        if outcome.failure is None:
            case = CASES[name][0]
            said = write(observed(search, case), out, Choice(case, check))
            if not said.startswith("RIGHT") or 'id="first-wrong"' in out.read_text(encoding="utf-8"):
                yield f"{name}: passes, and the page says {said}"
            continue
        case = outcome.failure.run.case
        said = write(observed(search, case, outcome.earlier), out, Choice(case, check, outcome.failure.finding, outcome.earlier))
        told, page = " ".join(report(check, outcome).split()), html.unescape(out.read_text(encoding="utf-8"))
        step = first_wrong_step(outcome.failure.run, steps_of(outcome.failure.run))
        if said.startswith("RIGHT"):
            yield f"{name}: fails, and the page says {said}"
        if step and not all(describe(step) in text for text in (told, page, said)):
            yield f"{name}: {describe(step)!r} is not in the report, on the page and in the terminal: {told} | {said}"


@pytest.mark.parametrize("mistake", catalogue.load()[::EVERY], ids=lambda mistake: mistake.id)
def test_a_mistake_is_told_alike_everywhere(mistake: Mistake, tmp_path: Path) -> None:
    """For the checks that a mistake fails, the first wrong step of the page is the report's and the terminal's."""
    assert trial.in_child(lambda: disagreements(mistake.programs[0], tmp_path, tuple(mistake.fails))) == []


@pytest.mark.parametrize("name", [*catalogue.accepted()][::EVERY])
def test_a_right_program_is_right_on_every_page(name: str, tmp_path: Path) -> None:
    """The page of a right program says RIGHT for each check, and shows no wrong step."""
    assert trial.in_child(lambda: disagreements(catalogue.accepted()[name], tmp_path, tuple(check.id for check in CHECKS))) == []
