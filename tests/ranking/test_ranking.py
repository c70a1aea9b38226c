"""Which searches are ranked, by how many visits, and what the others are told."""
from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from assignment.ranked import VISITS
from games.connect_four import ConnectFour
from kibitz.extra.case import EVENTS
from kibitz.extra.ranking import rank
from kibitz.extra.report import headline, report
from kibitz.judge.judging import Runner
from kibitz.judge.run import Run
from tests.ranking import programs
from tests.ranking.programs import case, small
from tests.searches import SOLUTION, runner


def test_a_right_search_is_ranked_by_its_plays() -> None:
    """The reference is ranked, and with everything on it visits fewer positions than plain alpha-beta does."""
    reference, plain = (rank(small(), runner(text)) for text in (programs.HERE, programs.ALPHA_BETA))
    assert reference.ranked and plain.ranked and reference.function == "solve"
    assert 0 < reference.visits < plain.visits
    assert plain.factor == plain.visits / 190


def test_what_is_not_written_is_not_ranked() -> None:
    """Without solve and order_moves there is nothing to rank, whether they are stubs or not there at all."""
    stub = '\n\ndef solve(game, depth):\n    raise NotImplementedError("write solve")\n'
    for text in (SOLUTION, SOLUTION + stub):
        found = rank(small(), runner(text))
        assert found.problem is not None and found.problem.kind == "not written"


def test_alphabeta_is_ranked_where_only_order_moves_is_written() -> None:
    """The student's own alphabeta, which calls order_moves, is then the search."""
    text = SOLUTION.replace("in game.legal_moves()", "in order_moves(game, game.legal_moves())")
    text += "\n\ndef order_moves(game, moves):\n    return sorted(moves, key=str)\n"
    found = rank(small(), runner(text))
    assert found.ranked and found.function == "alphabeta"


@pytest.mark.parametrize(("text", "kinds"), [
    (programs.UNSOUND_TABLE, {"wrong value", "not proved"}),
    (programs.FORGETS_DEPTH, {"wrong value", "not proved"}),
    (programs.DROPS_A_MOVE, {"no permutation"}),
    (programs.REPEATS_A_MOVE, {"no permutation"}),
    (programs.RETURNS_A_GENERATOR, {"no permutation"}),
    (programs.NEVER_UNDOES, {"not restored"}),
    (programs.FORGES_THE_RECORD, {"not proved"}),
    (programs.SEARCHES_INSIDE, {"not proved"}),
    (programs.searched_by("def solve(game, depth):\n    return search(game, depth - 1, -inf, inf)\n"), {"wrong value", "not proved"}),
    (programs.searched_by("def solve(game, depth):\n    return 'a lot'\n"), {"wrong type"}),
    (programs.searched_by("def solve(game, depth):\n    return 1 / 0\n"), {"raised"}),
    (programs.searched_by("def solve(game, depth):\n    return search(game, depth + 1, -inf, inf)\n"), {"below_limit"}),
    (programs.searched_by("def solve(game, depth):\n    while True:\n        game.is_terminal()\n"), {"budget"}),
    (programs.searched_by("def solve(game, depth):\n    game.play(game.legal_moves()[0])\n    return 0\n"), {"not restored"}),
])
def test_what_stands_in_the_way_of_a_rank_is_told(text: str, kinds: set[str]) -> None:
    """No rank, one sentence about why, and the position where it shows."""
    found = rank(small(), runner(text))
    assert found.problem is not None and found.problem.kind in kinds
    assert headline(found).startswith("Not ranked: Your ") and len(headline(found)) < 300
    (tried,) = [line for line in report(found).splitlines() if line.startswith("Try it:")]
    (given,) = [line for line in report(found).splitlines() if "game = " in line]
    scope: dict[str, Any] = {}
    exec(tried.removeprefix("Try it:").partition(";")[0].strip() + "\n" + given.strip(), scope)
    assert found.case is not None and scope["game"].key() == found.case.position().key()


def test_a_sound_table_is_proved_by_what_it_rests_on() -> None:
    """A position met again with as much depth left need not be looked at again."""
    text = programs.searched_by('''
TABLE = {}
full = choice

def choice(game, depth, alpha, beta):
    place = game.key(), depth
    if place not in TABLE:
        TABLE[place] = full(game, depth, -inf, inf)
    return TABLE[place]
''')
    assert rank(small(), runner(text)).ranked


def test_a_sure_win_needs_no_further_proof() -> None:
    """Where the set knows what a win is worth, a search may stop at one; where it does not, that is not proved."""
    stops = "        if beta <= alpha or best == (1 if game.turn is Player.MAX else -1):"
    text = programs.ALPHA_BETA.replace("        if beta <= alpha:", stops)
    won = case(ConnectFour.from_moves("112233"), 3)
    assert rank([replace(won, worst=-1, best=1)], runner(text)).ranked
    problem = rank([won], runner(text)).problem
    assert problem is not None and problem.kind == "not proved"


def test_deep_copies_are_counted_like_any_play() -> None:
    """A search on copies visits what the same search by play and undo does."""
    copying = programs.ALPHA_BETA + "\n\nimport copy\n"
    for old, new in (("        game.play(move)\n        value = search(game,",
                      "        other = copy.deepcopy(game)\n        other.play(move)\n        value = search(other,"),
                     ("search(other, depth - 1, alpha, beta)\n        game.undo()\n", "search(other, depth - 1, alpha, beta)\n")):
        assert old in copying
        copying = copying.replace(old, new)
    cases = [case(ConnectFour.from_moves("44444"), 4)]
    copied, plain = rank(cases, runner(copying)), rank(cases, runner(programs.ALPHA_BETA))
    assert copied.visits == plain.visits
    made = Run(cases[0], runner(copying)(cases, False)[0])
    assert len(made.log) <= EVENTS / VISITS[1] * copied.visits


def test_a_record_longer_than_the_budget_is_not_even_replayed() -> None:
    """A forged record of millions of plays costs the judge nothing."""
    from base64 import b64encode

    def forged(cases: object, keep_going: bool) -> list[dict[str, object]]:
        return [{"status": "returned", "value": 0, "events": b64encode(bytes([0, 201]) * EVENTS).decode()}]

    run: Runner = forged  # type: ignore[assignment]
    problem = rank([case(ConnectFour(), 4)], lambda cases, keep: [{"status": "missing", "message": "", "events": ""}]
                   if cases[0].function == "order_moves" else run(cases, keep)).problem
    assert problem is not None and problem.kind == "flooded"


def test_looks_at_children_count_as_visits() -> None:
    """A search that tries each move before it sorts pays for that."""
    looking = programs.ordered_by('''
    for move in moves:
        game.play(move)
        game.undo()
    return moves
''')
    cases = [case(ConnectFour.from_moves("44444"), 4)]
    assert rank(cases, runner(looking)).visits > rank(cases, runner(programs.ALPHA_BETA)).visits * 1.2
