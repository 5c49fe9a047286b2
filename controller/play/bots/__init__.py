"""Bots of the game on the table: where they sit, where they think, and what they ask people to do."""
