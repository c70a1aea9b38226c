"""What runs in the warmed-up parent and in the search processes, as the package `_isolation`.

It imports nothing of `autograder`: the warmed-up parent loads it from here, alone; where each search starts afresh, from a copy.
"""
