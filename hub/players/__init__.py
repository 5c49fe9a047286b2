"""The room's players: their registry and seats, the history of games, ratings and records.

Start with `registry`; the course of a game belongs to `hub.replay`.
"""
