"""One question as data: the terminal asks it, the handout prints it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from games.tree import Node, Tree

LETTERS = "abcdef"


@dataclass(frozen=True)
class Choice:
    """One answer to choose.

    Attributes:
        text: the answer.
        because: why it is right, or what somebody who gives it has overlooked.
    """

    text: str
    because: str


@dataclass(frozen=True)
class Question:
    """A question with one right answer.

    Attributes:
        about: what it is about, in a few words.
        text: the question.
        tree: the tree it is about, or None; `drawn` draws it.
        choices: the answers, in the order to show them.
        right: the index of the right one.
    """

    about: str
    text: str
    tree: Node | None
    choices: tuple[Choice, ...]
    right: int

    @property
    def answer(self) -> Choice:
        """The right answer."""
        return self.choices[self.right]

    def as_text(self) -> str:
        """Return the question, its tree and its answers as plain text.

        >>> print(Question("sums", "How much is 1 + 1?", None, (Choice("2", ""), Choice("3", "")), 0).as_text())
        How much is 1 + 1?
          a) 2
          b) 3
        """
        drawing = [f"    {line}" for line in drawn(self.tree).splitlines()] if self.tree else []
        choices = [f"  {letter}) {choice.text}" for letter, choice in zip(LETTERS, self.choices)]
        return "\n".join([self.text, *drawing, *choices])


def ask(
    dice: random.Random, about: str, text: str, right: Choice, wrong: Iterable[Choice], tree: Node | None = None
) -> Question:
    """Return a question with its answers shuffled; a wrong answer that reads like another one is dropped."""
    texts, choices = {right.text}, [right]
    for choice in wrong:
        if choice.text not in texts:
            texts.add(choice.text)
            choices.append(choice)
    dice.shuffle(choices)
    return Question(about, text, tree, tuple(choices), choices.index(right))


def drawn(tree: Tree) -> str:
    """Return a tree as lines of plain letters, a child to a line.

    >>> from games.tree import CHANCE, MAX, MIN
    >>> print(drawn(MAX(MIN(3, 12), CHANCE((0.5, 2), (0.5, 4)))))
    MAX
    |-- MIN
    |   |-- 3
    |   `-- 12
    `-- CHANCE
        |-- 0.5: 2
        `-- 0.5: 4
    """
    if not isinstance(tree, Node):
        return str(tree)
    estimate = f"   (its evaluate() says {tree.estimate})" if tree.estimate else ""
    lines = [f"{tree.turn}{estimate}"]
    for index, child in enumerate(tree.children):
        last = index == len(tree.children) - 1
        weight = f"{tree.weights[index]:g}: " if tree.weights else ""
        first, *rest = drawn(child).splitlines()
        lines.append(f"{'`' if last else '|'}-- {weight}{first}")
        lines += [f"{' ' if last else '|'}   {line}" for line in rest]
    return "\n".join(lines)
