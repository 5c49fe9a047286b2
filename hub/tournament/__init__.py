"""Tournaments as pure functions of their actions: draws and standings.

Start with `tournament`; a new pairing system belongs in `pairing`. The database and the tables are
`hub.tournament_service`'s.
"""
