"""Validation tells each thing that can be wrong, and nothing where all is well."""
from __future__ import annotations

from assignment.catalogue import Mistake
from assignment.matrix import Matrix
from assignment.validation_page import kind_of, page

CHECKS = ("minimax.games", "alphabeta.games", "best_move.known_trees")


def mistake(function: str) -> Mistake:
    """Return a mistake of a function that its games check should catch."""
    check = next(check for check in CHECKS if check.startswith(function))
    return Mistake(f"{function}.errs", function, "errs <here>", "Look.", (check,), ("",), "one.yaml:3")


def good() -> Matrix:
    """Return a matrix in which all is well."""
    mistakes = [mistake(check.partition(".")[0]) for check in CHECKS]
    failed: dict[str, dict[str, str]] = {one.id: {one.fails[0]: "is wrong"} for one in mistakes}
    return Matrix(CHECKS, mistakes, dict(failed), {"the solution": {}}, dict.fromkeys(CHECKS, "not written"),
                  {**{one.id: one.id for one in mistakes}, "the solution": ""})


def test_nothing_is_wrong_where_all_is_well() -> None:
    """Each mistake is caught in its function, the solution passes, the stubs fail."""
    assert good().problems() == []


def test_a_solution_that_loses_points_is_told() -> None:
    """The solution must pass every check."""
    matrix = good()
    matrix.right["the solution"] = {"minimax.games": "Expected 3"}
    assert matrix.problems() == ["the solution is right, but fails minimax.games: Expected 3"]


def test_stubs_that_pass_are_told() -> None:
    """The untouched stubs earn nothing."""
    matrix = good()
    matrix.stubs = dict.fromkeys(CHECKS[1:], "")
    assert matrix.problems() == ["the untouched stubs pass minimax.games"]


def test_a_missed_mistake_is_told() -> None:
    """Each mistake fails a check of its function; and a check that catches nothing earns nothing."""
    matrix = good()
    matrix.failed["minimax.errs"] = {}
    assert matrix.problems()[0] == "minimax.errs (one.yaml:3) is caught by no check"
    assert matrix.problems()[1].startswith("minimax.games catches no mistake")


def test_a_mistake_that_spills_is_told() -> None:
    """A mistake costs no points in another function."""
    matrix = good()
    matrix.failed["alphabeta.errs"] = {"alphabeta.games": "x", "minimax.games": "y"}
    assert matrix.problems() == ["alphabeta.errs (one.yaml:3) also fails minimax.games: y"]


def test_a_mistake_in_minimax_may_cost_the_check_that_uses_the_default_search() -> None:
    """best_move calls minimax where no search is given."""
    matrix = good()
    matrix.failed["minimax.errs"] = {"minimax.games": "x", "best_move.known_trees": "y"}
    assert matrix.problems() == []


def test_a_mistake_named_wrongly_is_told() -> None:
    """Each mistake is named after itself, and nothing right is named."""
    matrix = good()
    matrix.named.update({"minimax.errs": "", "the solution": "minimax.errs"})
    assert [problem.split(":")[0] for problem in matrix.problems()] == [
        "minimax.errs is named nothing", "the solution is right, but named minimax.errs"]


def test_the_page_is_escaped_and_told_in_words() -> None:
    """What comes from the catalogue is text, and each picture has a text that says the same."""
    text = page(good(), "all well")
    assert "errs &lt;here&gt;" in text
    assert 'aria-label="minimax: 1 of 1 mistakes are caught' in text
    assert "<here>" not in text


def test_a_cell_tells_meant_also_and_missed_apart() -> None:
    """Four shapes, no colours."""
    matrix = good()
    one = matrix.mistakes[0]
    assert kind_of(matrix, one, "minimax.games") == "meant"
    matrix.failed[one.id] = {"alphabeta.games": "x"}
    assert kind_of(matrix, one, "minimax.games") == "missed"
    assert kind_of(matrix, one, "alphabeta.games") == "spill"
