"""Exercises on paper, drawn from the seed, and the staff's answers to them."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assignment import trees
from assignment.pictures import Picture, listed
from games.game import Player
from games.tree import Node, Tree
from kibitz.judge.run import shown


@dataclass(frozen=True)
class Exercise:
    """One exercise: its tree, the question for the handout, and the answer for the staff, both in Markdown."""

    title: str
    picture: Picture
    question: str
    answer: str


def exercises(seed: int, functions: Sequence[str]) -> list[Exercise]:
    """Return the exercises for these functions."""
    found = [_fill_in(seed)]
    if "alphabeta" in functions:
        found += [_cross_out(seed), _order(seed)]
    if "expectimax" in functions:
        found.append(_dice(seed))
    return found


def _picture(shape: trees.Shape, seed: int, **more: bool) -> Picture:
    return Picture(trees.drawn(shape, seed, "exercise").tree, named=True, **more)


def _block(picture: Picture) -> str:
    return f"```text\n{picture.drawn}\n```"


def _values(picture: Picture) -> str:
    arena = picture.arena
    inner = sorted((node for node in range(len(arena)) if arena.children[node]),
                   key=lambda node: (len(picture.names[node]), picture.names[node]))
    return ", ".join(f"{picture.names[node]} = {shown(arena.values[node])}" for node in inner)


def _fill_in(seed: int) -> Exercise:
    blank = _picture(trees.UNEVEN, seed)
    mover, best = blank.arena.turn[0], listed([str(move) for move in _best(blank)])
    question = (f"What is each inner node worth, and which move does {mover} play at the root? Mind who moves: turns do not alternate "
                f"here.\n\n{_block(blank)}")
    return Exercise("Fill in the values", blank, question, f"{_values(blank)}. {mover} plays move {best}.")


def _best(picture: Picture) -> list[int]:
    arena = picture.arena
    return [index for index, child in enumerate(arena.children[0]) if arena.values[child] == arena.values[0]]


def _cross_out(seed: int) -> Exercise:
    blank, solved = _picture(trees.CROSS_OUT, seed), _picture(trees.CROSS_OUT, seed, cuts=True)
    skipped = listed([blank.names[child] for cut in solved.walk.cuts for child in cut.skipped])
    question = ("Go from left to right, cutting on `beta <= alpha`. Write the window beside each node, and cross out each child that is "
                "never looked at. Which of the cuts is deep: whose bound comes from further up than the node above?\n\n"
                f"{_block(blank)}")
    answer = (f"Skipped: {skipped}; {solved.seen_sentence} {solved.deep_sentence} The root is worth {solved.value}.\n\n"
              f"{_block(solved)}\n\n{solved.steps}")
    return Exercise("Cross out what alpha-beta skips", blank, question, answer)


def _order(seed: int) -> Exercise:
    blank = _picture(trees.WIDE, seed)
    best, worst = (Picture(_sorted(blank.tree, first), named=True) for first in (True, False))
    question = ("Put the children of every node, the root's too, in the order in which alpha-beta looks at the fewest leaves, and in the "
                f"order in which it looks at all of them. How many are the fewest?\n\n{_block(blank)}")
    answer = (f"As given, {len(blank.walk.seen)} of {len(blank.arena.leaves)}. Best first, {len(best.walk.seen)}: `{best.python}`. "
              f"Worst first, {len(worst.walk.seen)}: `{worst.python}`. Other orders can do as well.")
    return Exercise("Order the moves", blank, question, answer)


def _sorted(tree: Tree, best_first: bool) -> Tree:
    """Return the tree with every node's children sorted by their value, the mover's best first or last."""
    if not isinstance(tree, Node):
        return tree
    children = [_sorted(child, best_first) for child in tree.children]
    children.sort(key=lambda child: Picture(child).arena.values[0], reverse=(tree.turn is Player.MAX) == best_first)
    return tree.turn(*children, estimate=tree.estimate)


def _dice(seed: int) -> Exercise:
    blank = _picture(trees.LATE_DICE, seed)
    question = ("The numbers in brackets are probabilities. What is each inner node worth? Would the root's move be the same if every "
                f"leaf were squared, with its sign kept? What does that say about estimates?\n\n{_block(blank)}")
    answer = (f"{_values(blank)}. {blank.sums} {_squared(blank)} At chance nodes the size of an estimate counts, not only its order.")
    return Exercise("Throw the dice", blank, question, answer)


def _squared(picture: Picture) -> str:
    arena = picture.arena
    values = arena.back_up({leaf: value * value if value > 0 else -value * value for leaf, value in enumerate(arena.leaf)
                            if value is not None})
    before, after = _best(picture), [index for index, child in enumerate(arena.children[0]) if values[child] == values[0]]
    same = "stays the same" if before == after else f"changes from {before[0]} to {after[0]}"
    return f"Squared, the root is worth {shown(values[0])}, and the move {same}; it need not stay."


def as_questions(found: list[Exercise]) -> str:
    """Return the exercises for the handout."""
    return "\n\n".join(f"**{number}. {exercise.title}.** {exercise.question}" for number, exercise in enumerate(found, 1))


def as_answers(found: list[Exercise], title: str, seed: int) -> str:
    """Return the staff's answer key."""
    head = f"# {title}: answers to the exercises on paper (seed {seed})\n\nFor the staff. This file is in no zip.\n"
    return head + "".join(f"\n## {number}. {exercise.title}\n\n{exercise.question}\n\n**Answer.** {exercise.answer}\n"
                          for number, exercise in enumerate(found, 1))
