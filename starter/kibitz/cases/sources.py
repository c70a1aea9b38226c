"""Where each check's cases come from: a Hypothesis strategy of stories, drawn live or frozen when the assignment is built."""
from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

from kibitz.cases.strategies import Story, dice_below_bounds, graphs, moves, opaque_moves, planted, rings, several, windows

PLAIN = ("small", "few", "negative", "positive", "halves", "close")
ANY = (*PLAIN, "zero", "fractions", "beyond", "below", "floats")
EXTREME = ("beyond", "below", "negative", "positive", "zero", "floats")
ODD = ("close", "fractions", "halves")


def _trees(function: str) -> dict[str, list[st.SearchStrategy[Story]]]:
    return {
        "planted_trees": [planted(function, PLAIN, (1, 3)), planted(function, PLAIN, (2, 4), alternate=True),
                          planted(function, ODD, (1, 3), deep=True), several(function), planted(function, ("few",), (4, 6), widest=2),
                          planted(function, ("small",), (8, 8), widest=1, early=0), planted(function, PLAIN, (1, 2), fewest=4, widest=5),
                          planted(function, ("close",), (1, 3))],
        "restores_the_position": [planted(function, PLAIN, (1, 4)), planted(function, PLAIN, (1, 4), cut=True),
                                  planted(function, PLAIN, (3, 4), early=5)],
        "any_infinity": [planted(function, (pool,), (1, 3)) for pool in EXTREME],
        "depth_limit": [planted(function, PLAIN, (1, 5), cut=True),
                        planted(function, ("negative", "positive"), (3, 4), cut=True, shallowest=2, early=0),
                        several(function, cut=True), planted(function, ("small",), (6, 7), cut=True, shallowest=5, widest=2, early=0)],
        "terminal_first": [planted(function, PLAIN, (1, 4), early=5), planted(function, PLAIN, (0, 2), deep=True, early=4),
                           planted(function, PLAIN, (2, 4), cut=True, early=6)],
    }


def _alphabeta() -> dict[str, list[st.SearchStrategy[Story]]]:
    return {
        "proves_its_value": [planted("alphabeta", ("small", "few"), (2, 4), early=1), planted("alphabeta", PLAIN, (3, 5), widest=2),
                             planted("alphabeta", ("small",), (3, 4), alternate=True, early=0)],
        "visits_fewer_nodes": [planted("alphabeta", ("few", "small"), (2, 4), alternate=True, early=1)],
        "window": [windows()],
        "transpositions": [graphs("alphabeta"), rings("alphabeta"), rings("alphabeta"), rings("alphabeta")],
    }


def _best_move() -> dict[str, list[st.SearchStrategy[Story]]]:
    return {
        "known_trees": [moves("default", cut=True)],
        "for_both_players": [moves("search", turn="MAX"), moves("search", turn="MIN"), moves("search", ("beyond", "below")),
                             opaque_moves("search")],
        "with_any_search": [moves("search", evaluation="other", cut=True), moves("minimax", cut=True),
                            moves("expectimax"), moves("expectimax", cut=True), moves("search", cut=True)],
        "ties_need_exact_values": [moves(given, ("small",), tied=True) for given in ("alphabeta", "alphabeta-hard")],
        "finished_position": [planted("best_move", levels=(0, 0)), moves("search", ("small",), turn="MAX"),
                              moves("search", ("small",), turn="MIN")],
        "restores_the_position": [moves("search"), moves("search", cut=True), moves("alphabeta-hard")],
    }


def sources() -> dict[str, list[st.SearchStrategy[Story]]]:
    """Return the strategies of every check that has some, by check id."""
    found: dict[str, list[st.SearchStrategy[Story]]] = {}
    groups: dict[str, Callable[[], dict[str, list[st.SearchStrategy[Story]]]]] = {
        "minimax": lambda: {**_trees("minimax"), "each_node_once": [planted("minimax", ("small",), (2, 5), widest=2)],
                            "transpositions": [graphs("minimax"), rings("minimax")]},
        "alphabeta": lambda: {**_trees("alphabeta"), **_alphabeta()},
        "expectimax": lambda: {**_trees("expectimax"), "weighs_by_probability": [planted("expectimax", ("small", "halves"), (1, 3)),
                               graphs("expectimax")]},
        "best_move": _best_move,
    }
    for function, make in groups.items():
        for promise, strategies in make().items():
            found[f"{function}.{promise}"] = strategies
    found["expectimax.planted_trees"].append(dice_below_bounds())
    return found
