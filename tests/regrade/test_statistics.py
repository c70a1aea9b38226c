"""The figures are right on classes small enough to work out by hand, and absent where they would mislead."""
from __future__ import annotations

from dataclasses import replace

import pytest

from autograder.regrade.record import Record
from autograder.regrade.statistics import alpha, always_together, band, discrimination, flags, items, rest_correlation, scores
from autograder.verdict import Status
from tests.regrade.fakes import record_of, verdict


def class_of(*points: float) -> list[Record]:
    return [record_of(verdict(given)) for given in points]


def test_a_blocked_check_is_no_wrong_answer() -> None:
    """The share that passed is over those judged; blocked ones are counted apart, and so are the points they cost."""
    records = [*class_of(100, 100, 0), record_of(verdict(100, blocked=("minimax",)))]
    first = items(records)[0]
    assert (first.passed, first.failed, first.blocked, first.judged) == (2, 1, 1, 3)
    assert first.facility == pytest.approx(2 / 3)
    assert (first.lost, first.lost_blocked) == (5, 5)
    assert items([record_of(verdict(0, blocked=("minimax",)))])[0].facility is None


def test_the_shares_of_lost_points_sum_to_one() -> None:
    """Each lost point is counted once."""
    assert sum(item.share_lost for item in items(class_of(100, 50, 20))) == pytest.approx(1)
    assert sum(item.share_lost for item in items(class_of(100))) == 0


def test_few_students_get_counts_only() -> None:
    """Below thirty no figure of separation is given."""
    judged = [(True, 90.0)] * 15 + [(False, 10.0)] * 14
    assert discrimination(judged) is None and rest_correlation(judged, 1) is None and alpha(class_of(*range(0, 100, 4))) is None
    assert always_together(class_of(100, 0)) == []


def test_small_groups_get_no_discrimination() -> None:
    """27 % of 37 are fewer than ten."""
    assert discrimination([(True, 90.0)] * 18 + [(False, 10.0)] * 19) is None
    assert discrimination([(True, 90.0)] * 19 + [(False, 10.0)] * 19) == 1.0


def test_equal_totals_at_the_border_share_its_places() -> None:
    """Of a group that is all one tie, the order of the class decides nothing."""
    tied = [(index % 2 == 0, 50.0) for index in range(98)] + [(True, 100.0), (False, 0.0)]
    upper, lower = (1 + 26 * 0.5) / 27, (0 + 26 * 0.5) / 27
    assert discrimination(tied) == pytest.approx(upper - lower)
    assert discrimination(tied[::-1]) == pytest.approx(upper - lower)


def test_no_difference_no_figure() -> None:
    """Where all are alike there is nothing to correlate."""
    assert rest_correlation([(True, 100.0)] * 40, 5) is None
    assert discrimination([(True, 100.0)] * 40) is None
    assert alpha(class_of(*[100] * 40)) is None


def test_r_rest_leaves_the_check_itself_out() -> None:
    """A check that goes with nothing else correlates with nothing, although it is part of the total."""
    judged = [(bool(index % 2), 50.0 + 5 * (index % 2) + (index // 2) % 2) for index in range(40)]
    assert rest_correlation(judged, 5) == pytest.approx(0, abs=1e-9)
    assert rest_correlation([(right, -total) for right, total in judged], 5) is not None


def test_alpha_is_one_where_all_checks_agree() -> None:
    """Half the class has everything and half nothing: with equal weights alpha is 1; these weights come near."""
    assert 0.9 < (alpha(class_of(*[100, 0] * 20)) or 0) <= 1


def test_checks_that_always_go_together_are_found() -> None:
    """A pair that everybody passes or fails together says one thing twice; one that nobody fails says nothing."""
    pairs = always_together(class_of(*[100, 0] * 20))
    assert ("minimax.known_trees", "minimax.planted_trees") in pairs
    assert always_together(class_of(*[100] * 40)) == []


def test_flags_say_what_to_look_at() -> None:
    """Nobody passes, everybody passes, time-outs: each in words."""
    nobody, = {tuple(flags(item, [], 1.0)) for item in items(class_of(0, 0))[:1]}
    assert "nobody passes: check the check" in nobody
    assert "everybody passes: tells nobody apart" in flags(items(class_of(100, 100))[0], [], 1.0)
    record = class_of(0)[0]
    slow = replace(record, lines=tuple(replace(line, kind="timeout") for line in record.lines))
    assert "1 ran out of time, 0 kit faults" in flags(items([slow])[0], [], 1.0)
    pairs = [("minimax.known_trees", other) for other in ("a.b", "c.d", "e.f")]
    assert "always together with a.b, c.d and 1 more" in flags(items(class_of(100, 0))[0], pairs, 1.0)
    faulty = replace(items(class_of(*[100, 0] * 20))[0], r_rest=-0.2)
    assert any("look at it at once" in said for said in flags(faulty, [("minimax.known_trees", "minimax.games")], 0.5))


def test_bands_are_half_open_and_the_full_score_has_its_own() -> None:
    """Everybody is in one band, and 100 in the last."""
    found = scores([0, 9.9, 10, 89.5, 90, 99.9, 100], 100)
    assert found is not None
    assert dict(found.bands) == {"0 to under 10": 2, "10 to under 20": 1, "20 to under 30": 0, "30 to under 40": 0, "40 to under 50": 0,
                                 "50 to under 60": 0, "60 to under 70": 0, "70 to under 80": 0, "80 to under 90": 1, "90 to under 100": 2,
                                 "100": 1}
    assert (found.full, found.zero, found.median) == (1, 1, 89.5)
    assert scores([], 100) is None


def test_words_for_discrimination() -> None:
    """Ebel's bands."""
    words = [band(value) for value in (None, 0.5, 0.3, 0.2, 0.0, -0.1)]
    assert words == ["", "very well", "well", "a little", "hardly", "the wrong way round"]


def test_a_fault_of_the_kit_counts_neither_way() -> None:
    """A check on which the kit failed is judged for nobody."""
    record = class_of(100)[0]
    broken = replace(record, lines=tuple(replace(line, status=Status.KIT_FAULT) for line in record.lines))
    assert (items([broken])[0].judged, items([broken])[0].faults) == (0, 1)
