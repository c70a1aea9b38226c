"""Play against your own search: a local page, or a terminal. Needs Flask for the page, and nothing else."""
