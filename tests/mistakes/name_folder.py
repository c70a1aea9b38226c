"""Names every search.py in a folder: python -m tests.mistakes.name_folder FOLDER [EXPECTED.yaml].

Prints, for each file and function that fails a check, the mistake that it behaves like. EXPECTED.yaml maps the beginning
of a file's name to the id of a mistake, or to a list of ids that are as good. Exit 1 where a name is another one.
"""
from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import yaml

from assignment import trial, validate
from autograder.settings import load_cases
from kibitz.judge.checks import FUNCTIONS

CASES = trial.warmed(load_cases())


def named(path: Path) -> tuple[Path, dict[str, str]]:
    """Return what each function that fails a check is named, "" where it is not."""
    source = path.read_text(encoding="utf-8")
    failing = {check.partition(".")[0] for check in trial.failures(source, CASES)}
    found = {name.partition(".")[0]: name for name in validate._names(source, [name for name in FUNCTIONS if name in failing])}
    return path, {function: found.get(function, "") for function in FUNCTIONS if function in failing}


def wrong(path: Path, names: Mapping[str, str], expected: Mapping[str, str | list[str]]) -> list[str]:
    """Return the names that the mapping does not expect."""
    wanted = next((value for start, value in expected.items() if path.name.startswith(start)), None)
    if wanted is None:
        return []
    allowed = [wanted] if isinstance(wanted, str) else wanted
    return [name for name in names.values() if name and name not in allowed]


def main(argv: list[str]) -> int:
    """Print the names; 1 where one is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("expected", type=Path, nargs="?")
    args = parser.parse_args(argv)
    expected = yaml.safe_load(args.expected.read_text(encoding="utf-8")) if args.expected else {}
    faults = count = 0
    with ProcessPoolExecutor() as pool:
        for path, names in pool.map(named, sorted(args.folder.glob("*.py"))):
            bad = wrong(path, names, expected)
            faults += bool(bad)
            count += any(names.values())
            told = ", ".join(name or f"{function}: no name" for function, name in names.items()) or "fails nothing"
            print(f"{path.stem:44} {told}" + (f"   WRONG: {bad}" if bad else ""))
    print(f"{count} named, {faults} wrongly")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
