"""What runs in the warmed-up parent and in the search processes; staged beside `games` and `kibitz`.

It imports nothing of `autograder`: the folder is copied, alone, to where the search processes can read it.
"""
