"""The room's players: registry and seats, history of games, ratings and records.

Start with `registry`; the course of a game belongs to `hub.replay`.
"""
