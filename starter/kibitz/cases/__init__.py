"""The searches to be made: positions as numbered nodes, where they come from, and how they are drawn."""
