"""Benches that play the first game: its actions are typed here."""
