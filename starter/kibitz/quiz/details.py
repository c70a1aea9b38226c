"""Questions on the details that break most first versions: the start value, the depth limit, the point of view."""

from __future__ import annotations

import random

from games.tree import MAX, MIN
from kibitz.quiz.question import Choice, Question, ask
from kibitz.quiz.trees import grid, listed


def start_value(dice: random.Random) -> Question:
    """Ask why 0 is a bad start value, where every value is below zero."""
    tree = MAX(*(-number for number in dice.sample(range(1, 20), 3)))
    values: list[int] = list(tree.children)  # type: ignore[arg-type]
    return ask(
        dice,
        "the start value",
        "A function starts with best = 0 at this MAX node and takes the larger of best and each child. What is wrong?",
        Choice(
            f"It returns 0; right is {max(values)}.",
            "No move gives 0. Start with minus infinity, or with the first child; -9999 only moves the trap.",
        ),
        [
            Choice(
                "Nothing: 0 is neutral.", "0 is a value like any other: here it is better than every move there is."
            ),
            Choice(
                f"It returns {max(values)}; right is 0.",
                "The function keeps 0, for no child is larger; and no move gives 0.",
            ),
            Choice(
                f"It returns {min(values)}.",
                "It takes the larger of the two each time, so it never goes below its start.",
            ),
        ],
        tree,
    )


def depth_limit(dice: random.Random) -> Question:
    """Ask what is returned where the depth ends above the leaves, and one branch is over before."""
    low, end, high, *leaves = dice.sample(range(1, 20), 7)
    low, end, high = sorted((low, end, high))
    leaves.sort()
    tree = MAX(MIN(*leaves[:2], estimate=high), end, MIN(*leaves[2:], estimate=low))
    return ask(
        dice,
        "the depth limit",
        "With depth 1 the search may play one move and no more. What does minimax return at the root?",
        Choice(
            str(high),
            f"The two MIN nodes are unfinished: evaluate() gives {high} and {low}. The leaf {end} is finished.",
        ),
        [
            Choice(
                str(end),
                f"It is finished, but at the depth limit an estimate counts as well, and {high} is more.",
            ),
            Choice(str(leaves[2]), "That looks two moves ahead. With depth 1 nobody looks below the MIN nodes."),
            Choice(str(low), "MAX chooses at the root, and takes the largest, not the last."),
        ],
        tree,
    )


def point_of_view(dice: random.Random) -> Question:
    """Ask for the value of a tree with MIN at the root."""
    rows = grid(dice, 2, 2)
    tree = MIN(*(MAX(*row) for row in rows))
    right = min(max(row) for row in rows)
    return ask(
        dice,
        "the point of view",
        "MIN is to move. What does minimax return?",
        Choice(
            str(right),
            f"MAX makes the branches {listed(max(row) for row in rows)}; MIN takes the smaller. The value is MAX's.",
        ),
        [
            Choice(str(-right), "Values are from MAX's point of view always, whoever is to move: no sign is turned."),
            Choice(
                str(max(max(row) for row in rows)),
                "MIN is to move at the root, and takes the smallest, not the largest.",
            ),
            Choice(
                str(max(min(row) for row in rows)), "The two players changed places: MIN moves first here, MAX below."
            ),
        ],
        tree,
    )
