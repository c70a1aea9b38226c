"""A search process's life: load search.py, let `kibitz.watch.worker` run the request's cases, write the reply, end or do it again.

All that is needed after search.py is loaded is bound before: a program that changes `json` or `os` changes only its own.
"""
from __future__ import annotations

import _sitebuiltins
import builtins
import importlib
import json
import marshal
import os
import random
import sys
import types
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from importlib.machinery import ModuleSpec
from importlib.util import cache_from_source, module_from_spec, spec_from_file_location
from typing import Any

from .compiled import CODE_STARTS, compiled
from .definitions import forbid_the_kit, hints
from .explain import explain_broken, explain_load
from .lines import LOADED, MENTIONS, NO_REPLY, READY, REPLY, TOKEN
from .probe import probe

Perform = Callable[[types.ModuleType, dict[str, Any]], dict[str, Any]]
Asked = tuple[bytes, dict[str, Any]]
_KIT = ("kibitz", "_isolation")
_decode, _seed, _listed, _limit_recursion = json.loads, random.seed, os.listdir, sys.setrecursionlimit
_ENCODER = json.JSONEncoder(allow_nan=False, separators=(",", ":"))


class _Closed:
    """The finder that refuses `import kibitz` to a submission."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name.partition(".")[0] in _KIT:
            raise ImportError(f"{name} belongs to the grader: a submission cannot import it")
        return None


def _writer(descriptor: int) -> Callable[[bytes], None]:
    write = os.write

    def say(data: bytes) -> None:
        while data:
            data = data[write(descriptor, data):]

    return say


def prepare_interpreter() -> None:
    """Give this interpreter, started without `site`, what a student expects of it."""
    builtins.exit = builtins.quit = _sitebuiltins.Quitter("exit", "Ctrl-D")
    warnings.simplefilter("ignore", SyntaxWarning)
    warnings.simplefilter("ignore", DeprecationWarning)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)  # type: ignore[union-attr]


def imported(name: str) -> Perform:
    """Return the function that "module:function" names."""
    module, _, function = name.partition(":")
    found: Perform = getattr(importlib.import_module(module), function)
    return found


def read_all(descriptor: int) -> bytes:
    """Read `descriptor` to its end and close it."""
    with open(descriptor, "rb") as file:
        return file.read()


def at_home(folder: str, recursion_limit: int) -> None:
    """Make this interpreter what a search.py in `folder` expects, whether the folder is there yet or not."""
    os.environ.update(HOME=folder, TMPDIR=folder, PWD=folder)
    sys.argv[:] = ["search.py"]
    sys.setrecursionlimit(recursion_limit)


def answer(requests: Iterable[Asked], perform: Perform, reply: int, folder: str, mentioned: Collection[str] = MENTIONS,
           again: bool = False) -> None:
    """Run requests with the search.py in `folder`, loaded afresh for each, and write the replies to the descriptor `reply`.

    Of what the program did before, only what it changed in Python's modules or in `games` is left for the next request; where it
    changed its folder, no other request is run.

    Args:
        requests: what each reply begins with, and the request; see `kibitz.watch.worker`.
        perform: what runs one.
        reply: a descriptor.
        folder: of the submission's files.
        mentioned: which of MENTIONS may stand in these files: where one does not, nobody need look for its use.
        again: whether several requests may come.
    """
    say, encode, flush = _writer(reply), _ENCODER.encode, _flusher()
    sys.path.append(folder)
    path, limit, files = list(sys.path), sys.getrecursionlimit(), _names(folder) if again else []
    say(READY)
    first = True
    for token, request in requests:
        request["draws"] = "random" in mentioned
        _seed(0)  # a fork begins with chance of its own
        if not first:
            if _names(folder) != files:
                break
            _forget(folder)
            sys.path[:] = path
            _limit_recursion(limit)
        try:
            if first and "kibitz" in mentioned:
                forbid_the_kit(folder)
            module = loaded(folder)
        except BaseException as error:  # SystemExit and KeyboardInterrupt are the student's as well
            say(NO_REPLY + encode({"status": "refused", "reason": explain_load(error, folder)}).encode() + b"\n")
            flush()
            break
        if first:
            say(LOADED)
            first = False
        try:
            line = REPLY + token + encode(perform(module, request)).encode()
        except BaseException as error:
            status = "memory" if isinstance(error, MemoryError) else "died"
            line = NO_REPLY + encode({"status": status, "reason": explain_broken(error)}).encode()
        flush()  # so that what was printed is there when the reply is
        say(line + b"\n")


def _names(folder: str) -> list[str]:
    try:
        return sorted(_listed(folder))
    except OSError:
        return []


def _forget(folder: str) -> None:
    """Drop the student's own modules, so that each load starts from nothing kept."""
    for name, module in list(sys.modules.items()):
        places = [getattr(module, "__file__", None), *(getattr(module, "__path__", None) or ())]  # a folder may be a module without a file
        if any(str(place or "").startswith(folder + os.sep) for place in places):
            del sys.modules[name]


def lines_of(descriptor: int) -> Iterator[Asked]:
    """Yield the requests that come, each a line behind its token, until no more can come."""
    with open(descriptor, "rb") as file:
        for line in file:
            yield line[:TOKEN], _decode(line[TOKEN:])


def loaded(folder: str) -> types.ModuleType:
    """Import the search.py in `folder`: from its compiled code, where that was prepared.

    It does what `import search` does but look along the path, which would touch more memory than all else here.
    """
    path = os.path.join(folder, "search.py")
    try:
        with open(cache_from_source(path), "rb") as file:
            code = marshal.loads(file.read()[CODE_STARTS:])
    except (OSError, ValueError, EOFError, TypeError):
        return importlib.import_module("search")  # which compiles it, or says what is wrong
    spec = spec_from_file_location("search", path)
    assert spec is not None
    module = sys.modules["search"] = module_from_spec(spec)
    try:
        exec(code, module.__dict__)
    except BaseException:
        sys.modules.pop("search", None)
        raise
    return sys.modules.get("search", module)


def do_task(task: str, question: dict[str, Any], reply: int, folder: str) -> None:
    """Do one of the kit's own tasks, which runs no code of the student's: "probe", "compile" or "hints"."""
    say = _writer(reply)
    say(READY + LOADED)  # from here on what ends this process is the student's source, which it reads, and no fault of the kit
    found = probe(**question) if task == "probe" else compiled(folder) if task == "compile" else hints(folder)
    say(REPLY + json.dumps(found).encode() + b"\n")


def hide_the_kit() -> None:
    """Take the kit out of what can be imported from here on; what holds its functions goes on."""
    for name in list(sys.modules):
        if name.partition(".")[0] in _KIT:
            del sys.modules[name]
    sys.modules["__main__"] = types.ModuleType("__main__")
    sys.meta_path.insert(0, _Closed())


def _flusher() -> Callable[[], None]:
    streams = (sys.stdout, sys.stderr)

    def flush() -> None:
        for stream in streams:
            with suppress(BaseException):  # the student may have closed it
                stream.flush()

    return flush
