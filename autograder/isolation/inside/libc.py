"""The C library, for the system calls that Python has no function for; opened once, since every search process needs it."""
from __future__ import annotations

import ctypes

LIBC = ctypes.CDLL(None, use_errno=True)
