"""Who sat at the tables of a room, with what has come of it: places, ratings, history.

Begin with `players`; the course of a game belongs to `hub.replay`.
"""
