"""`python -m kibitz quiz`: asks the questions in a terminal, one after the other."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence

from kibitz.options import Parser, whole
from kibitz.quiz.items import questions
from kibitz.quiz.question import LETTERS, Question
from kibitz.words.draw import WIDTH


def main(argv: Sequence[str]) -> int:
    """Ask the questions of a seed; return the exit status, which does not depend on the answers.

    Args:
        argv: the arguments without the program's name.
    """
    parser = Parser(
        prog="python -m kibitz quiz", description="Questions to think about before you write search.py."
    )
    parser.add_argument(
        "--seed", type=whole, default=1, help="other numbers for the same questions (default: %(default)s)"
    )
    parser.add_argument(
        "--answers", action="store_true", help="print the questions with their answers, and ask nothing"
    )
    options = parser.parse_args(argv)
    asked = questions(options.seed)
    if options.answers:
        print("\n\n".join(f"{number}. {with_answer(question)}" for number, question in enumerate(asked, 1)))
        return 0
    return _run(asked, options.seed)


def _run(asked: list[Question], seed: int) -> int:
    _say(f"{len(asked)} questions. Type a letter, or nothing to see the answer. Nothing is graded or kept.")
    right = 0
    try:
        for number, question in enumerate(asked, 1):
            print()
            _say(f"{number}. {question.as_text()}")
            right += _answered(question)
    except (EOFError, KeyboardInterrupt):
        print("\nEnded.")
        return 0
    except (RuntimeError, OSError):  # standard input is closed, or no terminal
        print("\nNothing can be typed here: run it in a terminal, or with --answers.", file=sys.stderr)
        return 2
    print()
    _say(f"{right} of {len(asked)} at the first go. The same questions with other numbers: make quiz SEED={seed + 1}")
    return 0


def _answered(question: Question) -> bool:
    """Ask until there is an answer, explain it, and tell whether it was right."""
    letters = LETTERS[: len(question.choices)]
    while len(typed := input("> ").strip().lower()) > 1 or typed not in letters:
        print(f"Type one letter of {letters}.")
    index = letters.index(typed) if typed else question.right
    if typed and index != question.right:
        _say(f"Not quite. {question.choices[index].because}")
    lead = (
        "Right."
        if typed and index == question.right
        else f"The answer is {letters[question.right]}: {question.answer.text}."
    )
    _say(f"{lead.replace('..', '.')} {question.answer.because}")
    return bool(typed) and index == question.right


def _say(text: str) -> None:
    """Print rows that fit a narrow terminal; a drawing's and an answer's are short as they are."""
    for row in text.splitlines():
        print(textwrap.fill(row, WIDTH, break_on_hyphens=False) if len(row) > WIDTH else row)


def with_answer(question: Question) -> str:
    """Return the question with its answer, as plain text."""
    return f"{question.as_text()}\n  Answer: {LETTERS[question.right]}. {question.answer.because}"
