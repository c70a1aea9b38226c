"""python -m autograder SUBMISSION --results FILE."""
import sys

from autograder.cli import main

sys.exit(main())
