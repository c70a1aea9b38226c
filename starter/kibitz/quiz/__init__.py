"""The questions a teacher asks before any code is written. Answers are explained; nothing is graded or kept."""

from kibitz.quiz.cli import main
from kibitz.quiz.items import questions
from kibitz.quiz.question import Choice, Question

__all__ = ["Choice", "Question", "main", "questions"]
