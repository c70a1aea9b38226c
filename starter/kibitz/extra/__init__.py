"""Extra credit: judges a search by the positions that it visits, in positions too large to be numbered in advance."""
