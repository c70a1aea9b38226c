"""Renders the handout: a template for the words, and everything that is a number, a drawing or a quotation computed here."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jinja2

from assignment import quoted, trees
from assignment.contents import FOLDER
from assignment.exercises import as_questions, exercises
from assignment.pictures import Picture, listed
from assignment.settings import Assignment
from games.tree import MAX, MIN
from kibitz.cases.known import TEXTBOOK
from kibitz.extra.case import EVENTS
from kibitz.judge.checks import BY_ID

TITLES = {"tictactoe": "tic-tac-toe", "connect_four": "Connect Four", "othello": "Othello", "pig": "Pig",
          "einstein": "EinStein würfelt nicht"}
CONVENTIONS = MIN(MAX(3, 5), MAX(2, 9))
GROWTH = ((3, 2), (3, 6), (7, 8), (35, 4), (35, 8))
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def render(settings: Assignment, stubs: str) -> str:
    """Return the handout as Markdown."""
    loader = jinja2.FileSystemLoader(Path(__file__).parent)
    environment = jinja2.Environment(loader=loader, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True,
                                     keep_trailing_newline=True, autoescape=False)
    return environment.get_template("handout.md.j2").render(context(settings, stubs))


def context(settings: Assignment, stubs: str) -> dict[str, Any]:
    """Return all that the template may name."""
    functions = [{"name": function.name, "sentence": function.sentence, "code": function.code,
                  "points": f"{sum(settings.of(function.name).values()):g}" if function.name in settings.functions else "extra"}
                 for function in quoted.functions(stubs)]
    return {
        "title": settings.title, "course": settings.course, "term": settings.term, "due": settings.due, "total": f"{settings.total:g}",
        "contact": settings.contact, "policy": settings.policy, "folder": FOLDER,
        "extra_credit": settings.extra_credit, "leaderboard": settings.leaderboard, "extra": ordering(settings),
        "functions": functions, "has": {name: name in settings.functions for name in ("alphabeta", "expectimax", "best_move")},
        "interface": quoted.interface(), "game_titles": [TITLES.get(name, name) for name in settings.games],
        "checks": [{"id": check, "points": f"{points:g}", "title": BY_ID[check].title} for check, points in settings.points.items()],
        "example_check": next(iter(settings.points)),
        "trees": worked(settings.seed), "conventions": conventions(), "questions": questions(settings.functions),
        "visibility_sentence": visibility(settings), "growth": growth(), "listed": listed, "in_words": lambda number: _NUMBERS[number],
        "exercises": as_questions(exercises(settings.seed, settings.functions)),
    }


def worked(seed: int) -> dict[str, Picture]:
    """Return the worked examples: two from textbooks, and this term's."""
    return {
        "first": Picture(TEXTBOOK[0].tree, answers=True),
        "second": Picture(TEXTBOOK[1].tree, named=True, cuts=True),
        "term": Picture(trees.drawn(trees.WORKED, seed, "worked").tree, named=True, cuts=True),
        "deep": Picture(trees.drawn(trees.DEEP, seed, "worked").tree, named=True, cuts=True),
        "dice": Picture(trees.drawn(trees.DICE, seed, "worked").tree, answers=True),
    }


def conventions() -> dict[str, Any]:
    """Return one tree's values in three conventions."""
    picture = Picture(CONVENTIONS)
    arena = picture.arena
    rows = []
    for node, name in zip([0, *arena.children[0]], ("root", "left child", "right child")):
        value = arena.values[node]
        mover = 1 if arena.turn[node] is MAX else -1
        rows.append({"node": name, "turn": str(arena.turn[node]), "by_turn": f"{value:g}", "negamax": f"{mover * value:g}",
                     "root": f"{-value:g}"})
    return {"python": picture.python, "rows": rows, "value": picture.value, "negamax": f"{-arena.values[0]:g}"}


def questions(functions: tuple[str, ...]) -> list[str]:
    """Return the usual mistakes, as questions."""
    early = "a cut-off" if "alphabeta" in functions else "a `return`"
    after = "After `if beta <= alpha: ...` too?" if "alphabeta" in functions else "On every way out?"
    return [
        f"Your loop ends early, by {early} in the middle of it. Which position does the caller get back? {after}",
        "All leaves of a tree are -5,000,000. What does a maximum return that starts at -1,000,000? And one that starts at 0, if all "
        "leaves are negative?",
        "A function is called with depth 3 and calls itself with depth 3. Where does that end in tic-tac-toe? Where in a game that can go "
        "on for ever? And how deep does it look if only one of its branches lowers the depth?",
        "What are the legal moves of a finished game? Which does your function do first: ask for the moves, or ask whether the game is "
        "over? What is a finished game worth when depth is 0 as well?",
    ]


def visibility(settings: Assignment) -> str:
    """Return who sees what, in a sentence."""
    kinds = set(settings.visibility.values())
    words = {"visible": "at once", "hidden": "never", "after_due_date": "after the due date",
             "after_published": "when grades are published"}
    if kinds == {"visible"}:
        return "All checks are visible: you see the same report on Gradescope as in your terminal."
    if len(kinds) == 1:
        return f"You see the results on Gradescope {words[kinds.pop()]}; `make test` shows the same checks at once."
    parts = [f"{sum(value == kind for value in settings.visibility.values())} {words[kind]}" for kind in words if kind in kinds]
    return f"Of the checks on Gradescope you see {listed(parts)}; `make test` shows all of them at once."


def growth() -> list[dict[str, str]]:
    """Return what looking ahead costs: leaves of uniform trees, all and at best."""
    return [{"b": str(b), "d": str(d), "all": f"{b**d:,}", "best": f"{b ** -(-d // 2) + b ** (d // 2) - 1:,}"} for b, d in GROWTH]


def ordering(settings: Assignment) -> dict[str, Any]:
    """Return what the order of moves saves, as bench.ordering measured it."""
    data = json.loads(Path(__file__).with_name("ordering.json").read_text(encoding="utf-8"))
    games = data["games"]
    rows = [("no cut: minimax", [game["all"] for game in games]), ("worst order", [game["worst"] for game in games]),
            *((stage["name"], stage["visits"]) for stage in data["stages"]), ("the minimal tree", [game["least"] for game in games])]
    cells = [{"name": name, "cells": [_cell(count, game["depth"]) for count, game in zip(counts, games)]} for name, counts in rows]
    return {"games": games, "rows": cells, "events": f"{EVENTS:,}",
            "points": f"{settings.extra_points:g}" if settings.extra_points else "",
            "roots": listed([f"{game['all'] ** (0.5 / game['depth']):.2f}" for game in games])}


def _cell(count: int | None, depth: int) -> dict[str, str]:
    return {"visits": f"{count:,}", "factor": f"{count ** (1 / depth):.2f}"} if count else {"visits": "-", "factor": "-"}


def drawn_in(settings: Assignment) -> dict[str, Picture]:
    """Return every tree of the handout, by how it is drawn there."""
    found = [*worked(settings.seed).values(), *(exercise.picture for exercise in exercises(settings.seed, settings.functions))]
    return {picture.drawn: picture for picture in found}
