"""The search as a sequence of steps, and the first wrong one among them."""
