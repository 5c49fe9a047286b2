"""The table's hardware, one folder a part, real or simulated; it knows nothing of any game."""
