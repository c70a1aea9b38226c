"""Nothing: see rehearsal.py."""
from __future__ import annotations
