"""Commands about the rules of games, without any table.

Begin with `game_logs.py`, which reads a log and finds its game. What only one game knows belongs to its tools.
"""
