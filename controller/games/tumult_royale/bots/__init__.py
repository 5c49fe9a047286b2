"""Bots for self-play, bots' hands at a simulated table, and advice. Start with ``bots.py``, then ``plan.py``.

A bot uses only what a player in its place would know.
"""
