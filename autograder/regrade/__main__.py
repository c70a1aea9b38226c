"""python -m autograder.regrade SUBMISSIONS [--out DIR] [--workers N] [--fresh] [--anon] [--scheduler tcp://...]."""
import sys

from autograder.regrade.cli import main

if __name__ == "__main__":  # a spawned worker imports this module too
    sys.exit(main())
