"""The checks on a student's own machine: pytest, the scoreboard, search.py in this process."""
