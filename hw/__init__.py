"""Drivers and their twins, one folder a part; knows nothing of the game."""
