"""Ranks the searches of extra credit by the positions that they visit, as the judge's own replay counts them."""
