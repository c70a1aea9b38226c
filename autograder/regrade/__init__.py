"""Grades a whole class again, in parallel, and reports what the class got wrong."""
