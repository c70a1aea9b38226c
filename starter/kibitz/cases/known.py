"""Trees from textbooks, courses and theory, whose values are published, each with its source; and those drawn for this term."""
from __future__ import annotations

from dataclasses import dataclass

from games.tree import CHANCE, MAX, MIN, Tree
from kibitz.points import TREES
from kibitz.watch.wire import tree_from_json


@dataclass(frozen=True)
class KnownTree:
    """A tree with a published answer.

    Attributes:
        name: what finishes the sentence "the tree ...".
        tree: the tree.
        depth: plies to look ahead.
        value: what it is worth to MAX.
        leaves: how many leaves alpha-beta looks at, cutting on beta <= alpha, left to right (0 where chance rules that out).
        source: where it was published.
    """

    name: str
    tree: Tree
    depth: int
    value: float
    leaves: int
    source: str


TEXTBOOK = [
    KnownTree("3 12 8 | 2 4 6 | 5 1 9", MAX(MIN(3, 12, 8), MIN(2, 4, 6), MIN(5, 1, 9)), 2, 3, 6, "a common worked example"),
    KnownTree("A over B over C and D", MAX(MAX(MIN(3, 5), MIN(2, 9))), 3, 3, 3, "a common worked example"),
    KnownTree("of AIMA's figure", MAX(MIN(3, 12, 8), MIN(2, 4, 6), MIN(14, 5, 2)), 2, 3, 7, "AIMA 3e fig. 5.2, 4e fig. 6.2"),
    KnownTree("of AIMA's figure, worst order", MAX(MIN(14, 5, 2), MIN(6, 4, 2), MIN(12, 8, 3)), 2, 3, 9, "AIMA, reordered"),
    KnownTree("with a deep cut-off", MAX(10, MIN(20, MAX(1, MIN(4, 2)))), 4, 10, 4, "MIT 6.034, lab 3"),
    KnownTree("with a deep cut-off, below zero", MIN(-10, MAX(-20, MIN(-1, MAX(-4, -2)))), 4, -10, 4, "MIT 6.034, lab 3"),
    KnownTree("four by four from MIT", MAX(MIN(7, 11, 3, 10), MIN(4, 9, 14, 8), MIN(5, 2, 12, 16), MIN(15, 6, 1, 3)), 2, 4, 13,
              "MIT 6.034, lab 3"),
    KnownTree("with a MIN root", MIN(MAX(7, 11, 3, 10), MAX(4, 9, 14, 8), MAX(5, 2, 12, 16), MAX(15, 6, 1, 3)), 2, 11, 11,
              "MIT 6.034, lab 3"),
    KnownTree("of one chain and two leaves", MAX(-4, -5), 1, -4, 2, "MIT 6.034, lab 3"),
    KnownTree("of the Winston lecture", MAX(MIN(MAX(8, 2), 6), MIN(MAX(MIN(4, 5), 3), MAX(9, MIN(10, 8))),
              MIN(1, MAX(MIN(7, 12), MIN(11, 15)))), 4, 6, 6, "MIT 6.034, lab 3"),
    KnownTree("of Knuth and Moore, b = 2, d = 4", MAX(MIN(MAX(MIN(7, 8), MIN(3, 4)), MAX(MIN(13, 14), MIN(2, 10))),
              MIN(MAX(MIN(5, 9), MIN(1, 6)), MAX(MIN(12, 15), MIN(11, 16)))), 4, 7, 7, "Knuth and Moore 1975"),
    KnownTree("of Wikipedia's figure", MAX(MIN(MAX(MIN(5, 6), MIN(7, 4, 5)), MAX(MIN(3))), MIN(MAX(MIN(6), MIN(6, 9)), MAX(MIN(7))),
              MIN(MAX(MIN(5)), MAX(MIN(9, 8), MIN(6)))), 4, 6, 9, "Wikipedia, Alpha-beta pruning"),
    KnownTree("whose turns do not alternate", MAX(MAX(3, MIN(9, 1)), MIN(MIN(4, 6), MAX(2, 8)), MAX(MIN(5, 7), MIN(0, 9))), 3, 5,
              10, "like Othello with passes"),
    KnownTree("of large values", MAX(MIN(2_000_000, 50_000_000), MIN(-3 * 10**9, 4 * 10**12), MIN(1_000_000.5, 1_000_000.25)), 2,
              2_000_000, 4, "beyond any finite infinity"),
    KnownTree("of very negative values", MAX(MIN(-2_000_000, -50_000_000), MIN(-3 * 10**9, -4 * 10**12)), 2, -50_000_000, 3,
              "below any finite infinity"),
    KnownTree("cut off by the depth limit", MAX(MIN(MAX(7, 11), 10, estimate=3), MIN(9, MAX(12, 13), estimate=2)), 1, 3, 2,
              "after MIT 6.034, lab 3"),
]

CHANCE_TREES = [
    KnownTree("of AIMA's figure, first scale", MAX(CHANCE((0.9, MIN(2, 2)), (0.1, MIN(3, 3))), CHANCE((0.9, MIN(1, 1)),
              (0.1, MIN(4, 4)))), 3, 2.1, 0, "AIMA 3e fig. 5.12, 4e fig. 6.13"),
    KnownTree("of AIMA's figure, second scale", MAX(CHANCE((0.9, MIN(20, 20)), (0.1, MIN(30, 30))), CHANCE((0.9, MIN(1, 1)),
              (0.1, MIN(400, 400)))), 3, 40.9, 0, "AIMA 3e fig. 5.12, 4e fig. 6.13"),
    KnownTree("of AIMA's exercise 5.16", MAX(CHANCE((0.5, MIN(2, 2)), (0.5, MIN(1, 2))), CHANCE((0.5, MIN(0, 2)),
              (0.5, MIN(-1, 0)))), 3, 1.5, 0, "AIMA 3e exercise 5.16"),
    KnownTree("of MIN above two dice", MIN(CHANCE((0.5, 4), (0.5, 0)), CHANCE((0.25, 8), (0.75, 1)), 2.5), 2, 2, 0, "by hand"),
    KnownTree("with a chance root", CHANCE((1 / 6, MAX(1, 6)), (1 / 3, MIN(2, 5)), (0.5, MAX(MIN(3, 4), 0))), 3, 19 / 6, 0,
              "by hand: 6/6 + 2/3 + 3/2"),
    KnownTree("of chance above chance", CHANCE((0.25, CHANCE((0.5, 8), (0.5, 0))), (0.75, MAX(4, CHANCE((0.1, 30), (0.9, 0))))), 3,
              4, 0, "by hand: 1/4 * 4 + 3/4 * 4"),
    KnownTree("with chance at the depth limit", MAX(CHANCE((0.5, 9), (0.5, 1), estimate=2), MIN(3, 4, estimate=1)), 1, 2, 0, "by hand"),
    KnownTree("without any chance", MAX(MIN(3, 12, 8), MIN(2, 4, 6), MIN(5, 1, 9)), 2, 3, 0, "a common worked example"),
]

THIS_TERM = [KnownTree(f"{row['name']}, of this term", tree_from_json(row["tree"]), row["depth"], row["value"], row["leaves"],
                       "drawn for this term") for row in TREES]
