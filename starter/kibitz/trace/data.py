"""What the page needs to know of a search, as compact JSON: nodes and steps as lists of numbers, each text once.

    nodes   in the order of the page's own numbering, which is depth first:
            ply (list), kind (string: X MAX, N MIN, C chance, L finished, E estimated at the depth limit),
            leaf (the leaves' values, in order), move, weight, board, hidden (by node, where there are any)
    steps   [letter, node, ...]: after "s", "v" or "e" the value; after "r" value, alpha, beta, line, function, what the student's
            own number was, view; after "t" the phrase, alpha, beta, children left out
    changes [step, node, low, high]: from this step on the node's proved interval is this
    windows [step, node, alpha, beta]: from this step on the node has this window, as MAX would tell it

Numbers are given as indexes into `texts`, -1 for none; the first two are -inf and inf, which every interval starts from, and
`exact` has those that are shown with fewer digits than they have. A step's index counts from 0; where the middle of an endless
search is left out, `gap` is [steps kept before it, steps left out].
"""
from __future__ import annotations

from typing import Any

from games.game import Number
from kibitz.judge.replay import Break
from kibitz.judge.run import Run, shown
from kibitz.steps.knowledge import Window
from kibitz.steps.phrases import with_own
from kibitz.steps.tracing import CUT, END, RETURN, Step
from kibitz.steps.wrong import Steps, WrongStep
from kibitz.trace.nodes import Nodes
from kibitz.trace.phrases import PHRASES, ending, phrase_of
from kibitz.trace.verdict import searched
from kibitz.words.draw import as_python

LETTERS = {"play": "p", "undo": "u", "utility": "s", "evaluate": "v", "moves": "m", "outcomes": "o", "search": "q", "return": "r",
           "return elsewhere": "x", "cut": "t", "cut sound": "t", "cut unsound": "t", "break": "b", "end": "e"}
HEAD, TAIL = 2_000, 200  #: steps that are kept of an endless search
ENDLESS = 10_000
MOST_DIGITS = 60  #: of a value that is shown whole


class Texts:
    """Texts by number, each kept once, and for values that are shown shortened the whole ones."""

    def __init__(self) -> None:
        self.texts: list[str] = ["-inf", "inf"]
        self.exact: dict[int, str] = {}
        self._numbers = {text: index for index, text in enumerate(self.texts)}

    def number(self, text: str, whole: str = "") -> int:
        key = whole or text
        if key not in self._numbers:
            self._numbers[key] = len(self.texts)
            self.texts.append(text)
            if whole:
                self.exact[self._numbers[key]] = whole
        return self._numbers[key]

    def value(self, value: Number | None) -> int:
        if value is None:
            return -1
        text = shown(value)
        whole = repr(value)[:MOST_DIGITS] if isinstance(value, (int, float)) and value != 0 and not _says_all(text, value) else ""
        return self.number(text, whole)

    def window(self, window: Window | None) -> tuple[int, int]:
        return (self.value(window[0]), self.value(window[1])) if window else (-1, -1)


def _says_all(text: str, value: float) -> bool:
    """Tell whether a shown number is the number itself."""
    return text.lstrip("-") == "inf" or text == str(value) or (text.lstrip("-").isdecimal() and int(text) == value)


def page_data(steps: Steps, wrong: WrongStep | None, nodes: Nodes) -> dict[str, Any]:
    """Return what the page's script reads."""
    run, texts = steps.run, Texts()
    builder = _Builder(steps, wrong, nodes, texts)
    count = len(steps.steps)
    endless = wrong is not None and run.replay.broken is not None and run.replay.broken[0] is Break.BUDGET and count > ENDLESS
    gap = [HEAD, count - HEAD - TAIL] if endless else [count, 0]
    kept = [*range(gap[0]), *range(gap[0] + gap[1], count)] if searched(run) else []
    return {
        "function": run.case.function,
        "phrases": PHRASES,
        "end": ending(steps),
        "wrong": {"index": _shifted(wrong.number - 1, gap), "node": nodes.number.get(wrong.node, 0), "text": wrong.sentence,
                  "kind": wrong.kind} if wrong else None,
        "nodes": nodes.to_json(texts.number, texts.value),
        "gap": gap,
        "steps": [builder.step(index) for index in kept],
        "changes": builder.changes(gap),
        "windows": builder.windows(gap),
        "texts": texts.texts,
        "exact": texts.exact,
    }


def _shifted(index: int, gap: list[int]) -> int:
    """Return where a step is among those that are kept; one that is not, where the first after it is."""
    before, left_out = gap
    return index if index < before else max(before, index - left_out)


class _Builder:
    """Turns steps into lists of numbers."""

    def __init__(self, steps: Steps, wrong: WrongStep | None, nodes: Nodes, texts: Texts) -> None:
        self.steps, self.nodes, self.texts = steps, nodes, texts
        self.wrong = wrong.number - 1 if wrong else -1

    def step(self, index: int) -> list[Any]:
        step = self.steps.steps[index]
        phrase = phrase_of(self.steps, step, index == self.wrong)
        return [LETTERS[phrase], self.nodes.number[step.node], *self._details(step, phrase)]

    def _details(self, step: Step, phrase: str) -> list[Any]:
        texts = self.texts
        if step.kind in ("utility", "evaluate") or (step.kind == END and step.value is not None):
            return [texts.value(step.value)]
        if step.kind == CUT:
            window = with_own(self.steps.run.arena, step.node, step)
            return [texts.number(phrase), *texts.window(window), step.unseen]
        if step.kind == RETURN and step.call:
            view = step.call.views[0].value if step.call.views else ""
            return [texts.value(step.value), *texts.window(step.window), step.call.line, texts.number(step.call.function),
                    texts.value(step.call.value), texts.number(view)]
        return []

    def changes(self, gap: list[int]) -> list[list[int]]:
        return [[_shifted(index, gap), self.nodes.number[node], *self.texts.window(bounds)]
                for (index, node), bounds in zip(self.steps.changes, self.steps.bounds, strict=True) if node in self.nodes.number]

    def windows(self, gap: list[int]) -> list[list[int]]:
        arena = self.steps.run.arena
        found = []
        for index, call in self.steps.entered_with:
            if call.views and call.window and call.node == call.left:
                window = call.for_max(arena, call.views[0])[1]
                found.append([_shifted(index, gap), self.nodes.number[call.node], *self.texts.window(window)])
        return sorted(found, key=lambda row: row[0])


def python_of(run: Run) -> str:
    """Return the call that makes this search, as Python."""
    case = run.case
    window = "".join(f", {shown(bound)}" for bound in case.window) if case.window else ""
    return f"{case.function}({as_python(case.position())}, {case.depth}{window})"
