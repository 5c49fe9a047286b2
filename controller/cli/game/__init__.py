"""Commands about games and their rules; they need no table.

Start with `game_logs.py`, which reads a log and finds its game. Code for a single game belongs in its tools.
"""
