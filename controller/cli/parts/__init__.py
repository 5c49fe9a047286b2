"""Commands that use parts without a game."""
