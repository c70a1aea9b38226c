"""Trees for people: drawn as text, with the facts about them in sentences. Every number is computed here."""
from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from assignment.by_hand import Walk, names_of, walk
from games.game import Number, Player
from games.tree import Tree, TreeGame
from kibitz.cases.arena import Arena, arena_of
from kibitz.judge.run import shown
from kibitz.words.draw import drawn_tree


def listed(words: list[str], last: str = "and") -> str:
    """Return words as a list in a sentence.

    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


@dataclass(frozen=True)
class Picture:
    """A tree of the handout.

    Args:
        tree: the tree.
        named: whether its nodes are called A, B, C, ...
        answers: whether inner nodes carry their values.
        cuts: whether inner nodes carry what alpha-beta knows of them, and leaves that it skips a mark.
    """

    tree: Tree
    named: bool = False
    answers: bool = False
    cuts: bool = False

    @cached_property
    def arena(self) -> Arena:
        return arena_of(TreeGame(self.tree), 99)

    @cached_property
    def walk(self) -> Walk:
        return walk(self.arena)

    @cached_property
    def names(self) -> list[str]:
        return names_of(self.arena)

    @property
    def python(self) -> str:
        return repr(self.tree)

    @property
    def drawn(self) -> str:
        return "\n".join(drawn_tree(self.arena, self.marks, self.values))

    @property
    def marks(self) -> dict[int, str]:
        """What stands beside leaves: their names, and that one is never looked at."""
        unseen = set(self.walk.unseen) if self.cuts else set()
        marks = {}
        for leaf in self.arena.leaves:
            words = ([self.names[leaf]] if self.named else []) + (["never looked at"] if leaf in unseen else [])
            if words:
                marks[leaf] = ", ".join(words)
        return marks

    @property
    def values(self) -> dict[int, str]:
        """What stands beside inner nodes: their names, and what is known of them."""
        inner = [node for node in range(len(self.arena)) if self.arena.children[node]]
        known = {node: f"= {shown(self.arena.values[node])}" for node in inner} if self.answers else {}
        if self.cuts:
            known = self.walk.results
        beside = {node: f"{self.names[node] if self.named else ''} {known.get(node, '')}".strip() for node in inner}
        return {node: words for node, words in beside.items() if words}

    @property
    def value(self) -> str:
        return shown(self.arena.values[0])

    @property
    def move(self) -> str:
        return str(best_moves(self.arena)[0])

    @property
    def children(self) -> str:
        return listed([shown(self.arena.values[child]) for child in self.arena.children[0]])

    @property
    def seen_sentence(self) -> str:
        seen = [shown(self.arena.leaf[leaf] or 0) for leaf in self.walk.seen]
        return f"alpha-beta looks at {len(seen)} of the {len(self.arena.leaves)} leaves: {listed(seen)}."

    @property
    def deep_sentence(self) -> str:
        cut = next(cut for cut in self.walk.cuts if cut.deep)
        skipped = listed([self.names[child] for child in cut.skipped])
        return f"The cut at {self.names[cut.node]}, which skips {skipped}, is deep."

    @property
    def steps(self) -> str:
        rows = ["| step | at | what happens | alpha | beta |", "| ---: | --- | --- | ---: | ---: |"]
        rows += [f"| {number} | {self.names[step.node]} | {step.text} | {signed(step.alpha)} | {signed(step.beta)} |"
                 for number, step in enumerate(self.walk.steps, 1)]
        return "\n".join(rows)

    @property
    def sums(self) -> str:
        """The mean of each chance node, written out."""
        arena = self.arena
        written = []
        for node in range(len(arena)):
            if arena.turn[node] is Player.CHANCE and arena.children[node]:
                terms = [f"{weight:g} * {_in_brackets(arena.values[child])}"
                         for weight, child in zip(arena.weights[node], arena.children[node])]
                written.append(f"`{' + '.join(terms)} = {shown(arena.values[node])}`")
        return f"The chance nodes, from the top: {listed(written)}."


def _in_brackets(value: Number) -> str:
    return shown(value) if value >= 0 else f"({shown(value)})"


def signed(value: Number) -> str:
    """Return a bound, infinity with its sign."""
    return f"+{shown(value)}" if value == float("inf") else shown(value)


def best_moves(arena: Arena) -> list[int]:
    """Return the indexes of the root's best moves."""
    return [index for index, child in enumerate(arena.children[0]) if arena.values[child] == arena.values[0]]
