"""Mutation testing: every mutant that Cosmic Ray makes of the solution must lose a check, or be listed as equivalent.

assignment/mutants.yaml lists the survivors, each with the reason why no grader can tell it from the solution. Exit 1 where
a survivor is not listed, or a listed mutant does not survive (any more).
"""
from __future__ import annotations

import argparse
import ast
import difflib
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from rich.console import Console
from rich.progress import Progress

from assignment import trial
from assignment.catalogue import SOLUTION
from autograder.settings import load_cases

NEED_SETTINGS = {"core/VariableInserter", "core/VariableReplacer"}  #: operators that want to be told names of variables
LISTED = Path(__file__).resolve().parent / "mutants.yaml"
_cases: trial.Cases = {}  # for the worker processes, which are forked after it is filled


@dataclass(frozen=True)
class Mutant:
    """One change of the solution.

    Attributes:
        operator: Cosmic Ray's name for the kind of change.
        change: the function, then the lines that are gone and those that came, "-old" and "+new".
        source: the changed program.
    """

    operator: str
    change: str
    source: str


def mutants(source: str) -> Iterator[Mutant]:
    """Yield every mutant of a program that Cosmic Ray's operators make, once each; not those that differ in words only."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator, operator_names

    seen = {ast.dump(ast.parse(source))}
    for name in sorted(set(operator_names()) - NEED_SETTINGS):
        operator, occurrence = get_operator(name)(), 0
        while (changed := mutate_code(source, operator, occurrence)) is not None:
            occurrence += 1
            text = changed.decode() if isinstance(changed, bytes) else changed
            meaning = ast.dump(ast.parse(text))
            if meaning not in seen:
                seen.add(meaning)
                yield Mutant(name.partition("/")[2], _change(source, text), text)


def _change(old: str, new: str) -> str:
    lines = list(difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=0))
    number = int(lines[2].split()[1].lstrip("-").partition(",")[0])
    functions = [node.name for node in ast.parse(old).body if isinstance(node, ast.FunctionDef) and node.lineno <= number]
    told = [line[0] + line[1:].strip() for line in lines[2:] if line[:1] in "+-"]
    return "\n".join([*functions[-1:], *told])


def lost(source: str) -> str:
    """Return the first check that a program fails, or ""."""
    for check in _cases:
        if trial.failures(source, {check: _cases[check]}):
            return check
    return ""


def listed(path: Path = LISTED) -> dict[str, str]:
    """Read the survivors that are equivalent: the reason, by the change."""
    entries: list[dict[str, Any]] = yaml.safe_load(path.read_text(encoding="utf-8")) or []
    return {entry["change"].strip(): entry["reason"] for entry in entries}


def main(argv: list[str] | None = None) -> int:
    """Try every mutant and print the score."""
    parser = argparse.ArgumentParser(prog="python -m assignment.mutants", description=__doc__.split("\n")[0])
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes side by side (default: %(default)s)")
    args = parser.parse_args(argv)
    global _cases
    _cases = trial.warmed(load_cases())
    console = Console()
    solution = SOLUTION.read_text(encoding="utf-8")
    if _controls_fail(solution, console):
        return 1
    made = list(mutants(solution))
    with ProcessPoolExecutor(args.workers) as pool, Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        verdicts = list(bar.track(pool.map(lost, [mutant.source for mutant in made]), len(made), description="mutants"))
    return tell(made, verdicts, listed(), console)


def _controls_fail(solution: str, console: Console) -> bool:
    """Tell whether the solution fails, or a plainly broken program passes: then no score would mean anything."""
    broken = solution.replace("return max(values)", "return 1 + max(values)")
    if lost(solution) or not lost(broken):
        console.print("NOT VALID: the solution fails a check, or a broken one passes all")
        return True
    return False


def tell(made: Sequence[Mutant], verdicts: Sequence[str], reasons: dict[str, str], console: Console) -> int:
    """Print the survivors and the score; 1 where the list of equivalents does not fit."""
    survivors = [mutant for mutant, check in zip(made, verdicts) if not check]
    alive = {mutant.change for mutant in survivors}
    unlisted = [mutant for mutant in survivors if mutant.change not in reasons]
    stale = [change for change in reasons if change not in alive]
    for mutant in unlisted:
        console.print(f"SURVIVES and is not listed in {LISTED.name} ({mutant.operator}):\n{mutant.change}\n", markup=False, highlight=False)
    for change in stale:
        console.print(f"LISTED in {LISTED.name}, but does not survive:\n{change}\n", markup=False, highlight=False)
    killed = len(made) - len(survivors)
    console.print(f"{killed} of {len(made)} mutants killed; {len(survivors) - len(unlisted)} survivors are equivalent, for the reasons in "
                  f"assignment/{LISTED.name}; score {100 * killed / max(1, killed + len(unlisted)):.1f} %", markup=False)
    return 1 if unlisted or stale else 0


if __name__ == "__main__":
    sys.exit(main())
