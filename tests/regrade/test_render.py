"""The report says the same in every form, asks for nothing, runs nothing of a student's, and names nobody where it must not."""
from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from autograder.regrade.grades import grades
from autograder.regrade.record import Record, save
from autograder.regrade.render import fence, markdown, md, page
from autograder.regrade.report import Report, report
from autograder.regrade.source import Details, Old, Person, Source
from autograder.regrade.terminal import lines
from autograder.render import results
from autograder.verdict import Verdict
from tests.regrade.fakes import SETTINGS, record_of, verdict

EVIL = "</script><img src=x onerror=alert(1)>\u202e\ud800 | `code` =1+1"


class Seen(HTMLParser):
    """Collects the tags and attributes that a browser would see."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs


Made = tuple[Report, list[Source], dict[str, Record]]


def made(tmp_path: Path, verdicts: list[Verdict], anon: bool = False, old: float | None = 50.0) -> Made:
    sources, records = [], {}
    for place, found in enumerate(verdicts):
        details = Details((Person(f"{EVIL} {place}", f"sid{place}", f"someone{place}@example.edu"),), "", None if old is None else Old(old))
        source = Source(f"submission_{place}", tmp_path / "x", details)
        sources.append(source)
        records[source.name] = record_of(found)
        save(tmp_path / source.name, records[source.name], results(found, 1.0))
    return report(sources, records, SETTINGS, "abc", tmp_path, anon=anon, notes=[EVIL]), sources, records


CLASS = [*[verdict(0, "never_undoes", text=f"Expected 3. {EVIL}")] * 3, *[verdict(50, kind="odd")] * 4, *[verdict(100)] * 5,
         verdict(100, blocked=("expectimax",))]


@pytest.mark.parametrize("verdicts", [[], CLASS[:1], CLASS, CLASS * 4], ids=["nobody", "one", "some", "many"])
def test_the_page_asks_for_nothing_and_runs_only_its_own_script(tmp_path: Path, verdicts: list[Verdict]) -> None:
    """No address, no foreign markup, and a policy that allows the very script and style that are there."""
    html = page(made(tmp_path, verdicts)[0])
    seen = Seen()
    seen.feed(html)
    assert seen.tags.count("script") == 1 and not {"img", "iframe", "object", "form"} & set(seen.tags)
    assert not [name for name, _ in seen.attributes if name == "style" or name.startswith("on")]
    assert all((value or "").startswith(("data:", "#")) for name, value in seen.attributes if name in ("src", "href"))
    assert "://" not in html, "no address anywhere"
    for tag in ("style", "script"):
        content = re.search(rf"<{tag}>(.*?)</{tag}>", html, re.S)
        assert content is not None
        assert base64.b64encode(hashlib.sha256(content[1].encode()).digest()).decode() in html.split("</head>")[0]


def test_the_page_is_small(tmp_path: Path) -> None:
    """A thousand submissions fit in 1.5 MB."""
    from dataclasses import replace
    found, _, _ = made(tmp_path, CLASS)
    many = replace(found, students=[found.students[place % len(found.students)] for place in range(1000)])
    assert len(page(many).encode()) < 1_500_000


def test_the_report_s_numbers_are_those_of_grades_csv(tmp_path: Path) -> None:
    """Page, Markdown and grades.csv are laid out from the same records."""
    found, sources, records = made(tmp_path, CLASS)
    html, text = page(found), markdown(found)
    for line, student in zip(grades(sources, records).splitlines()[1:], found.students):
        assert f",graded,{student.score:g},50,{student.score - 50:g}," in line
    for student in found.students:
        assert f'data-value="{student.score}">{student.score:g}<' in html
    assert f'id="mean">{sum(student.score for student in found.students) / len(CLASS):.1f}<' in html
    assert text.count("| graded |") == len(CLASS)


def test_anonymous_means_that_no_page_names_anybody(tmp_path: Path) -> None:
    """With ANON=1 names, ids, addresses and remarks about files are in neither form of the report."""
    found, _, _ = made(tmp_path, CLASS, anon=True)
    for form in (page(found), markdown(found)):
        assert "submission 3" in form and "1 remark about the files" in re.sub(r"\\", "", form)
        assert "someone" not in form and "sid1" not in form and "onerror=alert(1)&gt;\u202e 1" not in form and EVIL[:20] not in form


def test_a_folder_s_name_is_no_number_for_its_author(tmp_path: Path) -> None:
    """Folders that are called after their authors become places in the list."""
    sources = [Source("ada_lovelace", tmp_path), Source("bob", tmp_path)]
    records = {source.name: record_of(verdict(100)) for source in sources}
    found = report(sources, records, SETTINGS, "abc", tmp_path, anon=True)
    assert list(found.labels.values()) == ["no. 1", "no. 2"] and "lovelace" not in page(found)


def test_mistakes_and_to_dos_are_listed_with_one_example(tmp_path: Path) -> None:
    """Named ones first; unknown ones that three share are the to-do list; rarer ones are only counted."""
    found, _, _ = made(tmp_path, [*CLASS, verdict(30, kind="rare")])
    assert {one.cluster.mistake for one in found.named} == {"never_undoes"} and found.named[0].count == 3
    assert all(one.count >= 3 and not one.cluster.mistake for one in found.to_do) and found.to_do and found.rare >= 1
    assert found.named[0].example.startswith("Expected 3.")


def test_markdown_keeps_its_tables_and_fences(tmp_path: Path) -> None:
    """A bar or a back-tick of a student's ends neither a cell nor a block."""
    text = markdown(made(tmp_path, CLASS)[0])
    tables = [line for line in text.splitlines() if line.startswith("|")]
    widths = [len(re.findall(r"(?<!\\)\|", line)) for line in tables]
    starts = [place for place, line in enumerate(tables) if set(line) <= set("|-: ")]
    for start, stop in zip(starts, [*starts[1:], None]):
        block = widths[start:(stop - 1 if stop else None)]
        assert set(block) == {widths[start]}
    assert fence("a ``` b").startswith("````text\n") and md("x\n# y") == r"x \# y"


def test_the_end_fits_in_fifteen_lines(tmp_path: Path) -> None:
    """However much went wrong."""
    found, _, _ = made(tmp_path, CLASS * 4)
    said = lines(found, "done", tmp_path, [f"message {number}" for number in range(40)])
    assert len(said) == 15 and "more remarks" in said[-2] and "report.html" in said[-1]


def test_a_record_survives_its_file(tmp_path: Path) -> None:
    """What is kept reads back as it was; a damaged one counts as none."""
    from autograder.regrade.record import load
    found = verdict(30, "m", kind="k")
    record = record_of(found)
    save(tmp_path, record, results(found, 1.0))
    assert load(tmp_path) == record
    (tmp_path / "verdict.json").write_text(json.dumps({"format": 3}))
    assert load(tmp_path) is None
    (tmp_path / "verdict.json").write_text("[]")
    assert load(tmp_path) is None


def test_the_bar_counts_what_is_kept_as_no_work() -> None:
    """Kept submissions shorten the way, so that rate and time left are those of the grading."""
    from autograder.regrade.terminal import Bar
    with Bar(10) as bar:
        for kept in (True, True, False):
            bar.tell(record_of(verdict(100)), kept)
        task = bar._progress.tasks[0]
        assert (task.total, task.completed) == (8, 1)
