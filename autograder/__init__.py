"""The autograder: reads a submission, runs its searches in isolation, judges them, and writes results.json."""
import sys
from pathlib import Path

_STARTER = str(Path(__file__).resolve().parent.parent / "starter")
if _STARTER not in sys.path:  # the games and kibitz exist once, in the students' folder; nothing has to be installed
    sys.path.insert(0, _STARTER)
