"""What a student's own `make test` finds."""
from __future__ import annotations

from pathlib import Path

import pytest

from assignment.catalogue import load
from kibitz.judge.checks import BY_ID
from kibitz.selfcheck import public

EVERY = 20  #: so many are tried; `make validate` tries all of them on the graded cases, which begin with the same ones


@pytest.mark.parametrize("mistake", load()[::EVERY], ids=lambda mistake: mistake.id)
def test_what_loses_points_fails_at_home_too(mistake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A known mistake fails the checks that are meant for it without any luck: on the cases that every student has."""
    monkeypatch.setattr(public, "sources", dict)
    (tmp_path / "search.py").write_text(mistake.programs[0])
    for check in mistake.fails:
        assert public.problem_with(BY_ID[check], tmp_path / "search.py"), check
