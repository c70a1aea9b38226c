"""The autograder: reads a submission, runs its searches in isolation, judges them, and writes results.json."""
import os
import sys

_STARTER = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "starter")
if _STARTER not in sys.path:  # the games and kibitz exist once, in the students' folder; nothing has to be installed
    sys.path.insert(0, _STARTER)
