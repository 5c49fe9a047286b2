"""Benches that play the second game: its actions are typed here."""
