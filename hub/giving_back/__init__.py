"""A table's games, on their way back to it."""
