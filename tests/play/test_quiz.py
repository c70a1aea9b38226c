"""The quiz asks the same questions for every seed, with one right answer each, and explains every answer."""

from __future__ import annotations

import io
import sys

import pytest

from games.tree import TreeGame
from kibitz import quiz
from kibitz.cases.arena import arena_of
from kibitz.judge.proof import textbook_leaves
from kibitz.quiz.cli import with_answer

SEEDS = range(60)


def by_topic(seed: int) -> dict[str, quiz.Question]:
    return {question.about: question for question in quiz.questions(seed)}


def value(question: quiz.Question, depth: int) -> str:
    assert question.tree
    return f"{arena_of(TreeGame(question.tree), depth).values[0]:g}"


def test_a_seed_gives_the_same_questions_each_time() -> None:
    """The handout and the terminal ask alike; another seed has other numbers."""
    assert quiz.questions(3) == quiz.questions(3) != quiz.questions(4)


def test_all_seeds_ask_about_the_same_with_as_many_answers() -> None:
    """The questions are equally hard, whatever the seed: only the numbers change."""
    topics = {tuple(question.about for question in quiz.questions(seed)) for seed in SEEDS}
    assert len(topics) == 1
    for seed in SEEDS:
        counts = [len(question.choices) for question in quiz.questions(seed)]
        assert min(counts) >= 3 and counts[:6] == [4, 4, 3, 5, 5, 4]


def test_answers_read_differently_and_each_is_explained() -> None:
    """No two answers of a question are the same text, and none is without its reason."""
    for seed in SEEDS:
        for question in quiz.questions(seed):
            texts = [choice.text for choice in question.choices]
            assert len(set(texts)) == len(texts) and all(choice.because for choice in question.choices)


def test_values_are_those_that_are_backed_up() -> None:
    """The right answers of the drawn trees equal the values backed up over the whole tree."""
    for seed in SEEDS:
        asked = by_topic(seed)
        assert asked["the value of a tree"].answer.text == value(asked["the value of a tree"], 2)
        assert asked["the point of view"].answer.text == value(asked["the point of view"], 2)
        assert asked["chance"].answer.text == value(asked["chance"], 1)
        assert asked["the depth limit"].answer.text == value(asked["the depth limit"], 1)
        assert asked["the start value"].answer.text.endswith(f"right is {value(asked['the start value'], 1)}.")


def test_the_skipped_leaves_are_those_that_alpha_beta_skips() -> None:
    """The right answer lists exactly the leaves that the textbook's algorithm does not look at."""
    for seed in SEEDS:
        question = by_topic(seed)["what alpha-beta skips"]
        assert question.tree
        arena = arena_of(TreeGame(question.tree), 2)
        skipped = [str(arena.leaf[leaf]) for leaf in arena.leaves if leaf not in textbook_leaves(arena)]
        assert question.answer.text == f"{', '.join(skipped[:-1])} and {skipped[-1]}" and len(skipped) == 3


def test_questions_fit_a_terminal() -> None:
    """Plain ASCII, no line longer than 130 letters, drawings no wider than 78."""
    for seed in SEEDS:
        text = "\n".join(with_answer(question) for question in quiz.questions(seed))
        assert text.isascii() and max(map(len, text.splitlines())) <= 160


def test_answers_are_explained_and_nothing_is_graded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A right answer, a wrong one, nonsense and an empty line are all taken; the exit status is 0."""
    asked = quiz.questions(1)
    right, wrong = "abcdef"[asked[0].right], "abcdef"[(asked[1].right + 1) % 4]
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{right}\n{wrong}\nnonsense\n" + "\n" * 9))
    assert quiz.main([]) == 0
    said = capsys.readouterr().out
    assert (
        "Right. A MIN node" in said
        and "Not quite." in said
        and "Type one letter" in said
        and "1 of 8 at the first go" in said
    )


def test_the_end_of_the_input_ends_the_quiz(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Closed input, or Ctrl-C, is no error."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert quiz.main(["--seed", "9"]) == 0 and "Ended." in capsys.readouterr().out


def test_the_answers_can_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """--answers prints every question with its answer and asks nothing."""
    assert quiz.main(["--answers"]) == 0
    assert capsys.readouterr().out.count("Answer: ") == 8


def test_without_an_input_the_quiz_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Where standard input is closed altogether, a sentence and exit 2; no traceback."""
    monkeypatch.setattr(sys, "stdin", None)
    assert quiz.main([]) == 2 and "--answers" in capsys.readouterr().err
