"""Helpers of `autograder.submission`: which files count, and whether their bytes are Python text."""
