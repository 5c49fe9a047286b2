"""The database: its numbered schema, connections, and games as it has them.

Begin with `kept_games`; neither rules of a game nor people belong here.
"""
