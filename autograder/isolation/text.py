"""Makes what a program printed safe to show."""
from __future__ import annotations

import unicodedata

_KEPT = "\n\t"
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # controls, direction marks, surrogates, line separators


def harmless(printed: bytes, limit: int, total: int | None = None) -> str:
    """Return `printed` as text of at most about `limit` bytes, with every control character shown as its escape.

    Args:
        printed: the first bytes of the output.
        limit: how many of them are kept.
        total: how many there were in all, if `printed` is only the start.
    """
    text = printed[:limit].decode("utf-8", "backslashreplace").replace("\r\n", "\n")
    left_out = max(len(printed) if total is None else total, len(printed)) - limit
    shown = "".join(c if c in _KEPT or unicodedata.category(c) not in _HIDDEN else ascii(c)[1:-1] for c in text)
    return shown + (f"\n... ({left_out} bytes more)" if left_out > 0 else "")
