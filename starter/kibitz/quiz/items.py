"""The questions themselves, their trees and numbers drawn from a seed, equally hard for every seed."""

from __future__ import annotations

import random

from kibitz.quiz.details import depth_limit, point_of_view, start_value
from kibitz.quiz.question import Choice, Question, ask
from kibitz.quiz.trees import (
    branches_by_mistake,
    die,
    drawn_until,
    listed,
    looked_at,
    mean,
    means_by_mistake,
    rows_of,
    two_levels,
    values_by_mistake,
)


def questions(seed: int) -> list[Question]:
    """Return the questions of a seed: the same ones each time, and equally hard for every seed."""
    items = (_opponent, _value, _move, _skipped, _chance, start_value, depth_limit, point_of_view)
    return [item(random.Random(f"{seed}:{item.__name__}")) for item in items]


def _opponent(dice: random.Random) -> Question:
    return ask(
        dice,
        "the opponent",
        "What does minimax assume of the opponent?",
        Choice(
            "It plays its best move every time.", "A MIN node takes the lowest value: MIN's best move, seen from MAX."
        ),
        [
            Choice(
                "It never moves.", "Then every second level of the tree would be missing: MIN's moves are searched too."
            ),
            Choice(
                "It plays at random.", "That would be a mean over MIN's moves. It is what expectimax does with a die."
            ),
            Choice("It helps you.", "That would be the maximum at every node. MIN wants the value low."),
        ],
    )


def _value(dice: random.Random) -> Question:
    """The value of a tree; whoever mixes up the levels gets another number each time."""
    tree = drawn_until(dice, two_levels, lambda tree: len(set(values_by_mistake(rows_of(tree)))) == 4)
    right, most, last, helped = values_by_mistake(rows_of(tree))
    return ask(
        dice,
        "the value of a tree",
        "MAX is to move. What is this tree worth to MAX?",
        Choice(
            str(right),
            f"MIN makes the three branches {listed(min(row) for row in rows_of(tree))}; MAX takes the largest.",
        ),
        [
            Choice(str(most), "That is the largest leaf. MIN, who moves below, will not let MAX have it."),
            Choice(
                str(last), "That is the smallest of what MIN leaves. MAX chooses at the root, and wants the largest."
            ),
            Choice(
                str(helped), "That is the smallest of the branches' largest leaves: the two players changed places."
            ),
        ],
        tree,
    )


def _move(dice: random.Random) -> Question:
    """The move to choose, where the branch with the largest leaf and the one with the largest mean are others."""
    tree = drawn_until(dice, two_levels, lambda tree: len(set(branches_by_mistake(rows_of(tree)))) == 3)
    best, largest, mean = branches_by_mistake(rows_of(tree))
    return ask(
        dice,
        "the move",
        "MAX is to move; the moves are 0, 1 and 2 from top to bottom. Which one should MAX play?",
        Choice(
            f"move {best}",
            f"MIN leaves {listed(min(row) for row in rows_of(tree))}, and move {best} has the largest of them.",
        ),
        [
            Choice(f"move {largest}", "It has the largest leaf, but MIN moves next and will not go there."),
            Choice(f"move {mean}", "Its leaves have the largest mean, which counts only if MIN played at random."),
        ],
        tree,
    )


def _skipped(dice: random.Random) -> Question:
    """The leaves that alpha-beta skips: one of the second branch's, two of the third's."""
    tree = drawn_until(dice, two_levels, lambda tree: [len(part) for part in looked_at(tree)] == [3, 2, 1])
    rows = rows_of(tree)
    seen = [leaf for part in looked_at(tree) for leaf in part]
    skipped = [leaf for row in rows for leaf in row if leaf not in seen]
    sure = min(rows[0])
    return ask(
        dice,
        "what alpha-beta skips",
        "Alpha-beta looks at the leaves from top to bottom. Which ones does it skip?",
        Choice(
            listed(skipped),
            f"The first branch gives MAX {sure}. {rows[1][1]} and {rows[2][0]} are less, and MIN can only go lower.",
        ),
        [
            Choice(
                "none",
                "That is minimax. Once a branch is worse than what MAX has, the rest of it cannot matter.",
            ),
            Choice(
                listed([rows[1][1], *skipped]),
                f"It must look at {rows[1][1]} to know that the second branch is worse.",
            ),
            Choice(
                listed([*rows[1][2:], *rows[2]]),
                f"It must look at {rows[2][0]}: a branch not looked at could be the best.",
            ),
            Choice(
                listed(rows[2][1:]), f"The second branch is cut too: after {rows[1][1]} it is worth less than {sure}."
            ),
        ],
        tree,
    )


def _chance(dice: random.Random) -> Question:
    """The worth of a chance node whose weights differ."""
    tree = drawn_until(dice, die, lambda tree: mean(tree) == int(mean(tree)) and len(set(means_by_mistake(tree))) == 5)
    right, plain, largest, likely, smallest = means_by_mistake(tree)
    sum_of = " + ".join(f"{weight:g} x {value}" for weight, value in zip(tree.weights, tree.children))
    return ask(
        dice,
        "chance",
        "A die decides here, with the probabilities shown. What is the node worth?",
        Choice(f"{right:g}", f"Each value counts as often as it comes up: {sum_of} = {right:g}."),
        [
            Choice(f"{plain:g}", "That is the plain mean. The outcomes are not equally likely: weigh them."),
            Choice(f"{largest:g}", "That is the best outcome. Nobody chooses here: the die does."),
            Choice(f"{likely:g}", "That is the likeliest outcome. The others come up too."),
            Choice(
                f"{smallest:g}", "That is the worst outcome: what a MIN node would take. A die is nobody's opponent."
            ),
        ],
        tree,
    )
