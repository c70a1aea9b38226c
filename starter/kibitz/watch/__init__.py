"""Runs in the process that holds the student's code: hands over a watched game and records what is done to it."""
