"""Writes the page: one HTML file that needs nothing else, and is the same for the same search."""
from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from games.tree import TreeGame
from kibitz.judge.check import Check
from kibitz.judge.run import Run, shown
from kibitz.steps.wrong import Steps, WrongStep, describe
from kibitz.trace.data import page_data, python_of
from kibitz.trace.nodes import Nodes
from kibitz.trace.phrases import told
from kibitz.trace.verdict import Verdict, searched
from kibitz.words.draw import drawn_position, drawn_tree

FOLDER = Path(__file__).parent
PLAIN_STEPS = 200  #: rows of the table that is there without JavaScript
PLAIN_NODES = 400


def page(steps: Steps, verdict: Verdict, wrong: WrongStep | None, check: Check | None = None) -> str:
    """Return the page of a search."""
    run, nodes = steps.run, Nodes(steps.run)
    environment = Environment(loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
                              lstrip_blocks=True, keep_trailing_newline=True)
    rows = range(min(len(steps.steps), PLAIN_STEPS) if searched(run) else 0)
    style, script = _file("page.css"), _file("model.js") + _file("page.js")
    return environment.get_template("page.html.j2").render(
        title=_title(run, check),
        verdict=verdict,
        wrong=describe(wrong) if wrong else "",
        wrong_number=wrong.number if wrong else 0,
        steps=len(steps.steps),
        python=python_of(run),
        frames=_frames(run),
        tree=_text_tree(steps),
        rows=[(index + 1, told(steps, index, wrong.number if wrong else 0, nodes.moves)) for index in rows],
        data=_embedded(page_data(steps, wrong, nodes)),
        style=style,
        script=script,
        policy=_policy(style, script),
    )


def _title(run: Run, check: Check | None) -> str:
    return f"{run.case.function}, depth {run.case.depth}" + (f", {check.id}" if check else "")


def _frames(run: Run) -> list[str]:
    """Return the lines of the student's own files through which an error went, the last five."""
    frames = [frame for frame in run.answer.get("frames") or [] if isinstance(frame, list) and len(frame) == 4]
    return [f"{file}, line {line}, in {name}:  {text}" for file, line, name, text in frames[-5:]]


def _text_tree(steps: Steps) -> str:
    run, arena = steps.run, steps.run.arena
    if not isinstance(run.case.position(), TreeGame) or len(arena) > PLAIN_NODES:
        return "\n".join(drawn_position(run.case.position()))
    seen = {arena.group[node] for node in run.replay.leaves}
    marks = {node: "not looked at" for node in arena.leaves if arena.group[node] not in seen} if searched(run) else {}
    returned = {step.node: f"returned {shown(step.value)}" for step in steps.steps if step.kind == "return" and step.value is not None}
    return "\n".join(drawn_tree(arena, marks, returned))


def _file(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    """Return what the browser may load and run: this style and this script, and nothing from anywhere."""
    style_hash, script_hash = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (style, script))
    return f"default-src 'none'; style-src 'sha256-{style_hash}'; script-src 'sha256-{script_hash}'; img-src data:; " \
           "base-uri 'none'; form-action 'none'"


def _embedded(data: dict[str, Any]) -> str:
    """Return JSON that can stand inside a script element, whatever its texts hold."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=True)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
