"""What a process that was forked holds open of its parent's."""
from __future__ import annotations

import os


def close_all_but(*kept: int) -> None:
    """Close every descriptor but these and standard input, output and error."""
    last = 2
    for descriptor in sorted(kept):
        os.closerange(last + 1, descriptor)
        last = max(last, descriptor)
    os.closerange(last + 1, os.sysconf("SC_OPEN_MAX"))
