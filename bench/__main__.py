"""python -m bench [NAME ...]: run all measurements, or those named."""
from __future__ import annotations

import importlib
import sys

NAMES = ("verdict", "regrade", "ordering")

for name in sys.argv[1:] or NAMES:
    importlib.import_module(f"bench.{name}").main()
