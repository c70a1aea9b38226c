"""Submissions are grouped by what they got wrong, and what is shown of one names nobody."""
from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from autograder.regrade.anonymous import anonymous
from autograder.regrade.changes import changes
from autograder.regrade.clusters import clusters, in_words
from autograder.regrade.eye import to_look_at
from autograder.regrade.record import Record
from autograder.regrade.source import Details, Old, Person, Source
from autograder.verdict import Status
from tests.regrade.fakes import SETTINGS, record_of, verdict

FAILED = """\
Expected 3.  Your minimax returned 4.
Your code raised ValueError: written by Ada Lovelace (ada@example.edu, 4711).
    ada_lovelace.py, line 12, in ada_search:  return secret(4)   (9 more times)
Your program printed:
    hello, I am Ada
    ... 3 more lines
Hint: look at MAX(1, MIN(2, 3)).
"""


def test_a_named_mistake_comes_before_its_behaviour() -> None:
    """Submissions with one named mistake are one cluster, whatever else differs; the rest go by behaviour."""
    records = {"a": record_of(verdict(0, "never_undoes")), "b": record_of(verdict(10, "never_undoes")), "c": record_of(verdict(0)),
               "d": record_of(verdict(0)), "e": record_of(verdict(0, kind="raised"))}
    found = clusters(records)
    assert [one.mistake for one in found[:4]] == ["never_undoes"] * 4, "one for each function"
    minimax = next(one for one in found if one.mistake and one.function == "minimax")
    assert minimax.members == ("a", "b")
    assert in_words("minimax.never_undoes_x") == ("never undoes x", "")
    unknown = [one.members for one in found if not one.mistake and one.function == "minimax"]
    assert unknown == [("c", "d"), ("e",)]


def test_two_functions_two_mistakes() -> None:
    """A bug in minimax and one in expectimax are counted apart."""
    found = clusters({"a": record_of(verdict(0))})
    assert sorted(one.function for one in found) == ["alphabeta", "best_move", "expectimax", "minimax"]
    assert sum(one.typical_loss for one in found) == sum(check.points for check in SETTINGS.checks)


def test_what_a_wrong_minimax_does_to_best_move_is_minimax_s() -> None:
    """The one check of best_move with the default search is no mistake of best_move's where it fails alone beside minimax."""
    record = record_of(verdict(100))
    wrong = {"minimax.games", "best_move.known_trees"}
    lines = tuple(replace(line, status=Status.FAILED, score=0.0) if line.check in wrong else line for line in record.lines)
    found = clusters({"a": replace(record, lines=lines)})
    assert [(one.function, [check for check, _ in one.behaviour]) for one in found] == [("minimax", sorted(wrong, reverse=True))]


def test_the_example_is_the_shortest_text() -> None:
    """Of all members' failed checks the one with the least to read is shown, one with a smallest game before others."""
    found = clusters({"long": record_of(verdict(0, text="x" * 500)), "short": record_of(verdict(0, text="short"))})
    assert all(one.example[0] == "short" for one in found)
    found = clusters({"small": record_of(verdict(0, text="depth 1 (smallest found): ...")), "short": record_of(verdict(0, text="short"))})
    assert all(one.example[0] == "small" for one in found)


def test_a_counterexample_names_nobody() -> None:
    """Names, addresses, ids, the program's own lines and what it printed are taken out; the tree stays."""
    shown = anonymous(FAILED, [Person("Ada Lovelace", "4711", "ada@example.edu"), Person("Max Min")])
    assert "Hint: look at MAX(1, MIN(2, 3))." in shown and "Expected 3." in shown
    for secret in ("Ada", "ada", "Lovelace", "4711", "secret", "hello"):
        assert secret not in shown


def test_changes_are_found_by_score_and_by_check() -> None:
    """A score or a check that differs is a change; a fault of the kit's and a new submission are none."""
    old = {line.check: (line.score, line.points) for line in record_of(verdict(100)).lines}
    sources = {name: Source(name, Path(name), Details(old=given)) for name, given in {
        "same": Old(100.0, old), "down": Old(100.0, old), "other": Old(60.0, {"x": (1.0, 1.0)}), "new": None, "fault": Old(3.0)}.items()}
    broken = record_of(verdict(100))
    broken = replace(broken, lines=tuple(replace(line, status=Status.KIT_FAULT) for line in broken.lines))
    found = changes(sources, {"same": record_of(verdict(100)), "down": record_of(verdict(97)), "other": record_of(verdict(100)),
                              "new": record_of(verdict(5)), "fault": broken})
    assert [change.name for change in found.changed] == ["other", "down"]
    assert found.changed[1].checks[0].endswith("pass -> fail") and found.changed[1].difference < 0
    assert found.changed[0].checks == (), "other points: only the totals are compared"
    assert (found.same, found.new, found.other_points, found.up, found.down) == (1, 1, 1, 1, 1)


def with_kind(kind: str) -> Record:
    return record_of(verdict(95, kind=kind))


def test_time_outs_crashes_and_faults_go_to_a_person() -> None:
    """What stalls or breaks its process is listed, an ordinary wrong answer is not; kit faults come first."""
    faulty = replace(with_kind(""), lines=tuple(replace(line, status=Status.KIT_FAULT) for line in with_kind("").lines))
    looks = to_look_at({"slow": with_kind("timeout"), "wrong": with_kind("wrong value"), "crash": with_kind("crashed"), "fault": faulty,
                        "empty": record_of(verdict(0), problem="the submission is empty"), "syntax": with_kind("refused")})
    assert [(look.name, look.why) for look in looks] == [
        ("fault", "kit fault"), ("empty", "not gradable"), ("syntax", "not gradable"), ("crash", "crashed the interpreter"),
        ("slow", "ran out of time")]


def test_a_remark_that_all_share_is_about_the_machine() -> None:
    """`not a security boundary` stands once above the report, not beside each submission."""
    records = {name: replace(record_of(verdict(100)), notes=("no boundary", *more)) for name, more in {"a": (), "b": ("odd",)}.items()}
    assert [(look.name, look.detail) for look in to_look_at(records)] == [("b", "odd")]
