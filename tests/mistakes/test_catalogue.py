"""The catalogue of mistakes loads, fits the solution, and speaks to students."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

from assignment import catalogue
from assignment.catalogue import CatalogueError
from kibitz.judge.checks import FUNCTIONS

MISTAKES = catalogue.load()
ENTRY = """functions: [minimax]
mistakes:
- id: starts_somewhere
  looks_like: starts somewhere
  hint: {hint}
  fails: [{check}]
  edits:
  - {{old: "{old}", new: "{new}"}}
"""


def read(folder: Path, hint: str = "Look.", check: str = "minimax.games", old: str = "max(values)", new: str = "min(values)",
         more: str = "") -> list[catalogue.Mistake]:
    """Load a catalogue of one entry."""
    (folder / "one.yaml").write_text(ENTRY.format(hint=hint, check=check, old=old, new=new) + more, encoding="utf-8")
    return catalogue.load(folder)


def test_the_catalogue_has_mistakes_in_every_function() -> None:
    """Each function has dozens of known mistakes, each with a program or more."""
    for function in FUNCTIONS:
        assert len([mistake for mistake in MISTAKES if mistake.function == function]) > 20
    assert all(mistake.programs for mistake in MISTAKES)


def test_an_edit_changes_one_function_only(tmp_path: Path) -> None:
    """The old text is looked for in the entry's function, so that the same words elsewhere stay."""
    (program,) = read(tmp_path)[0].programs
    assert program.count("min(values) if game.turn") == 1
    assert program.count("max(values) if game.turn") == 1


def test_an_edit_that_does_not_fit_names_file_line_and_function(tmp_path: Path) -> None:
    """A change of the solution that an edit no longer fits is told, with the place in the catalogue."""
    with pytest.raises(CatalogueError, match=r"one\.yaml:3: the old text 'nowhere' stands 0 times in minimax of search\.py"):
        read(tmp_path, old="nowhere")


def test_an_edit_that_fits_twice_is_refused(tmp_path: Path) -> None:
    """An old text that stands in two places says too little."""
    with pytest.raises(CatalogueError, match=r"stands 2 times"):
        read(tmp_path, old="values)")


def test_an_edited_program_is_python(tmp_path: Path) -> None:
    """An edit that breaks the syntax is told with Python's own reason."""
    with pytest.raises(CatalogueError, match=r"one\.yaml:3: the edited program is no Python"):
        read(tmp_path, new="min(values")


def test_an_unknown_check_is_refused(tmp_path: Path) -> None:
    """A typo in a check's id is told."""
    with pytest.raises(CatalogueError, match=r"one\.yaml:3: there is no check minimax\.gmaes"):
        read(tmp_path, check="minimax.gmaes")


def test_an_unknown_field_is_refused(tmp_path: Path) -> None:
    """A typo in a field's name is told."""
    with pytest.raises(CatalogueError, match=r"one\.yaml:3: remove hnit"):
        read(tmp_path, more="  hnit: x\n")


def test_a_long_sentence_in_a_hint_is_refused(tmp_path: Path) -> None:
    """Hints are short: twenty words a sentence."""
    with pytest.raises(CatalogueError, match=r"shorten this sentence"):
        read(tmp_path, hint=" ".join(["word"] * 21))


def test_two_mistakes_never_share_an_id(tmp_path: Path) -> None:
    """The second one is told where the first one is."""
    read(tmp_path)
    (tmp_path / "two.yaml").write_text((tmp_path / "one.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(CatalogueError, match=r"two\.yaml:3: minimax\.starts_somewhere is there already, at one\.yaml:3"):
        catalogue.load(tmp_path)


def test_a_constant_takes_each_number_in_turn(tmp_path: Path) -> None:
    """One entry stands for the same mistake with many numbers."""
    made = read(tmp_path, new="max([-LIMIT, *values])", more="  constants: {LIMIT: [1, 10]}\n")
    assert [program.count("-10, *values") for program in made[0].programs] == [0, 1]


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.id)
def test_no_mistake_is_the_solution_itself(mistake: catalogue.Mistake) -> None:
    """Every program differs from the solution and from its own other forms."""
    assert catalogue.SOLUTION.read_text(encoding="utf-8") not in mistake.programs
    assert len(set(mistake.programs)) == len(mistake.programs)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.id)
def test_a_hint_never_holds_the_code_of_a_mend(mistake: catalogue.Mistake) -> None:
    """A hint says where to look: no assignment, no call with arguments, no indentation."""
    assert not re.search(r"[=\[\]{}]|\w\(\w|\n", mistake.hint), mistake.hint
    assert mistake.hint.endswith((".", "?"))
    assert not mistake.looks_like.endswith(".")
