"""Compiles a submission's files and runs none of them, so that the searches that follow need not do it again.

Runs in a confined process: compiling hostile source can take long, or crash an interpreter. The result is code of the student's
own, for the student's own processes. Nobody else looks into it, and where it is put the grader says.
"""
from __future__ import annotations

import importlib.util
import marshal
import os
from base64 import b64encode

from .definitions import sources

CODE_STARTS = 16  #: behind what such a file says of itself
_UNCHECKED_HASH = (1).to_bytes(4, "little")  # PEP 552: taken as it is, whatever the file's time


def compiled(folder: str) -> dict[str, str]:
    """Return what Python would keep in __pycache__ folders, in base64, by the source's path below `folder`."""
    found = {}
    for path in sources(folder):
        with open(path, "rb") as file:
            source = file.read()
        try:
            code = marshal.dumps(compile(source, path, "exec", dont_inherit=True))
        except Exception:
            continue  # importing it says so better
        kept = importlib.util.MAGIC_NUMBER + _UNCHECKED_HASH + importlib.util.source_hash(source) + code
        found[os.path.relpath(path, folder)] = b64encode(kept).decode()
    return found
