"""What goes into the two zips: the students' folder, and what grading needs and no more."""
from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from assignment.zips import content

FOLDER = "game-tree-search"  #: the one folder in the students' zip
#: What students get of starter/; whatever else lies there (a teacher's own attempt, say) stays.
STARTER = ("search.py", "test_search.py", "conftest.py", "pytest.ini", "games", "kibitz", "Makefile", "README.md", "requirements*.txt",
           "constraints.txt")
_DATA = {".py", ".json", ".toml", ".txt", ".md", ".html", ".css", ".js", ".svg", ".j2"}
_PROGRAMS = ("setup.sh", "run_autograder")
PROGRAMS = frozenset(_PROGRAMS)
_ENTRIES = ("autograder.__main__", "kibitz.watch.worker")
_STAGED = "autograder/isolation/inside"  # copied as a folder for the search processes, so nothing imports it by its name
_REQUIREMENTS = "requirements/autograder.lock"


def starter_files(root: Path) -> dict[str, bytes]:
    """Return the files of starter.zip, by their path in it."""
    starter = root / "starter"
    found: dict[str, bytes] = {}
    for top in sorted(path for name in STARTER for path in starter.glob(name)):
        for path in [top] if top.is_file() else _below(top):
            found[f"{FOLDER}/{path.relative_to(starter).as_posix()}"] = content(path)
    return found


def autograder_files(root: Path) -> dict[str, bytes]:
    """Return the files of autograder.zip, by their path in it; the wheels, if any, are added by the caller."""
    paths = [*needed_modules(root), *_below(root / "autograder" / "data"), *_below(root / _STAGED), root / _REQUIREMENTS,
             root / "autograder" / "wheels.py"]
    found = {path.relative_to(root).as_posix(): content(path) for path in paths}
    for name in _PROGRAMS:
        found[name] = content(root / "autograder" / name)
    return found


def needed_modules(root: Path) -> list[Path]:
    """Return the modules that grading imports, directly or not, and the data files in their folders.

    They are found by reading import statements, those inside functions too, from the entry points on.
    """
    waiting, found = list(_ENTRIES), set[Path]()
    while waiting:
        path = _file_of(waiting.pop(), root)
        if path is None or path in found:
            continue
        found.add(path)
        waiting += _imported(path)
    data = {beside for path in found for beside in path.parent.iterdir() if beside.suffix in (".json", ".toml", ".txt")}
    return sorted(found | data)


def _file_of(module: str, root: Path) -> Path | None:
    """Return the file of one of our modules, or None for everybody else's."""
    for base in (root, root / "starter"):
        place = base.joinpath(*module.split("."))
        for path in (place.with_suffix(".py"), place / "__init__.py"):
            if path.is_file() and module.partition(".")[0] in ("autograder", "games", "kibitz"):
                return path
    return None


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for name in names:
            parts = name.split(".")
            yield from (".".join(parts[:count]) for count in range(1, len(parts) + 1))


def _below(folder: Path) -> list[Path]:
    """Return the files below a folder that belong to a package, in order: no caches, nothing hidden."""
    if not folder.is_dir():
        return []
    inside = (path for path in folder.rglob("*") if path.is_file() and path.suffix in _DATA)
    return sorted(path for path in inside if not any(part.startswith((".", "__pycache__")) for part in path.relative_to(folder).parts))
