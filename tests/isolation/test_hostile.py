"""Every hostile, malformed and legitimate submission through the real judge, as root and as an ordinary user.

`hostile/manifest.json` says for each what must and must not happen; those of `hostile/attacks` are written with full
knowledge of the kit's source.
"""
from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.full import FULL

HERE = Path(__file__).resolve().parent
ROOT_FOLDER = HERE.parents[1]
MANIFEST = json.loads((HERE / "hostile" / "manifest.json").read_text(encoding="utf-8"))
SLOW = () if FULL else ("kills_around", "naps", "slow_text")  #: they wait for most of their time; FULL=1 has them too
ATTACKS = sorted(path for path in (HERE / "hostile" / "attacks").glob("*.py") if path.stem not in SLOW)
CONTROL = "001_control_zero"
FUNCTIONS = ["minimax", "alphabeta", "expectimax", "best_move"]
NOTHING = {"points": {name: [0.0, 0.0] for name in FUNCTIONS}}
QUICK = {"000_control_correct", "119_exit_at_import", "138_shadow_modules", "204_utf16", "227_class_based"}
NEVER_SHOWN = re.compile(r"ATTACK_FORGED|ATTACK_PERSISTED|PRIVILEGE|NETWORK OPEN|root:x:|_isolation|kibitz-|/run/")
ORDINARY = 61_998  # beyond the users that searches run as, as far as the limits' defaults go
ORDINARY_PYTHONS = (getattr(sys, "_base_executable", sys.executable), "/usr/bin/python3")

TOO_OLD = "import sys; sys.exit(sys.version_info < (3, 10))"

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux only")


def grade_all(paths: list[Path], root: Path = ROOT_FOLDER, python: str = sys.executable, **options: Any) -> Iterator[dict[str, Any]]:
    """Grade `paths` in two processes side by side; yield what became of each, in order."""
    command = [python, "-B", str(root / "tests" / "isolation" / "grade_all.py")]
    piped: dict[str, Any] = {"stdout": subprocess.PIPE, "stdin": subprocess.DEVNULL, "text": True, "cwd": "/", **options}
    started = [subprocess.Popen([*command, *map(str, share)], **piped) for share in (paths[::2], paths[1::2]) if share]
    told = [process.communicate(timeout=1200)[0].splitlines() for process in started]
    assert all(process.returncode == 0 for process in started)
    for index in range(len(paths)):
        yield json.loads(told[index % 2][index // 2])


def ordinary_user() -> tuple[str, dict[str, Any]]:
    """Return an interpreter and Popen options for an ordinary user; skip where there is none."""
    from autograder.isolation.headstart import readable_by_all

    if os.geteuid() != 0:
        return sys.executable, {}
    for python in ORDINARY_PYTHONS:
        if readable_by_all(python) and not subprocess.run([python, "-c", TOO_OLD], check=False).returncode:
            return python, {"user": ORDINARY, "group": ORDINARY, "extra_groups": []}
    (pytest.fail if os.environ.get("CI") else pytest.skip)("no Python of 3.10 or later that an ordinary user can run")


def wrong(entry: dict[str, Any], result: dict[str, Any], zero: dict[str, Any]) -> list[str]:
    """Return what the manifest does not allow."""
    points, shown = result["points"], result["shown"]
    found = [f"{name} gains" for name in entry["bad"] if points[name][0] > zero["points"][name][0]]
    found += [f"{name} loses {points[name][1] - points[name][0]:g}" for name in entry["good"] if points[name][0] < points[name][1]]
    if entry["message"] and not re.search(entry["message"], shown, re.I):
        found.append(f"no message like /{entry['message']}/")
    if leak := NEVER_SHOWN.search(shown):
        found.append(f"shows {leak[0]}")
    if any(ord(c) < 32 and c != "\n" for c in shown):
        found.append("shows control characters")
    return found + ["a fault of the kit"] * bool(result["faults"])


def check_manifest(entries: list[dict[str, Any]], results: list[dict[str, Any]]) -> None:
    """Compare results with the manifest."""
    assert [result["name"] for result in results] == [entry["id"] for entry in entries]
    zero = next((result for result in results if result["name"] == CONTROL), NOTHING)
    assert {entry["id"]: found for entry, result in zip(entries, results) if (found := wrong(entry, result, zero))} == {}


def check_attacks(results: list[dict[str, Any]]) -> None:
    """No attack gains or shows anything."""
    entry = {"bad": FUNCTIONS, "good": [], "message": ""}
    assert {result["name"]: found for result in results if (found := wrong(entry, result, NOTHING))} == {}


def test_a_few_end_as_the_manifest_says():
    """A correct one, and one of each kind; the rest is in the soak tests."""
    entries = [entry for entry in MANIFEST if entry["id"] in QUICK]
    check_manifest(entries, list(grade_all([HERE / "hostile" / entry["id"] for entry in entries])))


def test_the_manifest_lists_every_fixture():
    """And nothing else."""
    folders = {path.name for path in (HERE / "hostile").iterdir() if path.is_dir()} - {"attacks"}
    assert {entry["id"] for entry in MANIFEST} == folders


@pytest.mark.soak
@pytest.mark.alone
def test_every_case_ends_as_the_manifest_says(tmp_path):
    """As whoever runs the tests: root with users of its own in CI's soak."""
    folder = shutil.copytree(HERE / "hostile", tmp_path / "hostile")
    check_manifest(MANIFEST, list(grade_all([folder / entry["id"] for entry in MANIFEST])))
    assert not list(Path("/tmp").glob("ATTACK_*"))


@pytest.fixture
def open_checkout() -> Iterator[Path]:
    """A copy of what grading needs, where every user can read it."""
    folder = Path(tempfile.mkdtemp(prefix="kibitz-test-"))
    for name in ("autograder", "starter", "tests/isolation"):
        shutil.copytree(ROOT_FOLDER / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.soak
@pytest.mark.alone
def test_every_case_ends_as_the_manifest_says_as_an_ordinary_user(open_checkout):
    """Without root: the same verdicts, and nothing of that user is left."""
    python, options = ordinary_user()
    paths = [open_checkout / "tests" / "isolation" / "hostile" / entry["id"] for entry in MANIFEST]
    check_manifest(MANIFEST, list(grade_all(paths, open_checkout, python, **options)))
    if options:
        from autograder.isolation.processes import of_user

        assert of_user(ORDINARY) == []


@pytest.mark.soak
@pytest.mark.alone
def test_no_attack_gains_anything():
    """Written with full knowledge of the source."""
    check_attacks(list(grade_all(ATTACKS)))


@pytest.mark.soak
@pytest.mark.alone
@pytest.mark.skipif(not FULL, reason="FULL=1: a part of every run are the manifest's cases without root")
def test_no_attack_gains_anything_without_root(open_checkout):
    """The same as an ordinary user."""
    python, options = ordinary_user()
    check_attacks(list(grade_all([open_checkout / path.relative_to(ROOT_FOLDER) for path in ATTACKS], open_checkout, python, **options)))


@pytest.mark.soak
@pytest.mark.alone
def test_two_graders_side_by_side_give_the_verdicts_they_give_alone():
    """One of them is fed hostile files."""
    good = [HERE / "hostile" / "000_control_correct"] * 2
    bad = [HERE / "hostile" / name for name in ("117_results_daemon", "142_delete_files", "129_signal_override", "158_regain_root")]
    command = [sys.executable, "-B", str(HERE / "grade_all.py"), *map(str, bad)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
        beside = list(grade_all(good))
        told, _ = other.communicate()
    assert all(sum(score for score, _ in result["points"].values()) == 100 for result in beside)
    alone = {result["name"]: result["points"] for result in grade_all(bad)}
    assert {result["name"]: result["points"] for result in map(json.loads, told.splitlines())} == alone
