"""The database: its numbered schema, connections, and stored games.

Start with `stored_games`; neither rules of games nor players belong here.
"""
