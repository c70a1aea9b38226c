"""docs/instructors.md: what it tells people to do exists."""
from __future__ import annotations

import re

from assignment.settings import TOML
from tests.assignment.as_gradescope import ROOT

PAGE = (ROOT / "docs" / "instructors.md").read_text(encoding="utf-8")


def test_every_command_on_the_page_is_a_target() -> None:
    """Each `make` command is in the root Makefile."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    commands = set(re.findall(r"make ([a-z]+)(?=[ `\n.])", PAGE)) & set(re.findall(r"`?make ([a-z]+)", PAGE)) - {"in"}
    assert {"assignment", "compare", "grade", "regrade", "release"} <= commands
    for command in commands:
        assert re.search(rf"^{command}:", makefile, re.M), command


def test_every_file_on_the_page_is_there() -> None:
    """Files of the project that the page names exist, but for those that the commands make."""
    for name in re.findall(r"`((?:assignment|docs|solution|starter|autograder)/[\w./-]+)`", PAGE):
        assert (ROOT / name).exists(), name
    for link in re.findall(r"\]\(([^)]+)\)", PAGE):
        assert (ROOT / "docs" / link).exists(), link


def test_every_setting_on_the_page_is_in_the_file() -> None:
    """Tables and keys that the page names are in assignment.toml."""
    text = TOML.read_text(encoding="utf-8")
    for table in ("[points]", "[visibility]", "[extra_credit]"):
        assert table in PAGE and table in text
    for key in ("title", "course", "term", "seed", "functions", "total", "games"):
        assert re.search(rf"^{key} =", text, re.M)


def test_what_the_commands_print_is_quoted_as_it_is() -> None:
    """Messages in the page's table are in the code."""
    sources = "".join(path.read_text(encoding="utf-8") for folder in ("assignment", "autograder") for path in (ROOT / folder).iterdir()
                      if path.suffix in (".py", ".sh"))
    for words in ("NOT VALID, no zip was written", "Grading did not finish", "the kit would draw other graded cases today",
                  "ready to grade"):
        assert words in PAGE and words in sources, words
