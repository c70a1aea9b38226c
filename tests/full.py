"""FULL=1 make soak tries all of what the soak tests otherwise try a part of."""
from __future__ import annotations

import os

FULL = bool(os.environ.get("FULL"))
