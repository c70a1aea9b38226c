"""What instructors edit, and the generator that makes the assignment from it and from the solution."""
