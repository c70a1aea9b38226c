"""Draws a student's own search as one page that opens anywhere: `python -m kibitz trace`."""
