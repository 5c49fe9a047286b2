"""Tournaments as pure functions of their actions: draws and standings.

Start with `tournament`; a new pairing system belongs in `pairing`. Database and tables belong to
`hub.tournament_service`.
"""
