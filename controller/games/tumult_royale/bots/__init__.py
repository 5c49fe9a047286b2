"""Bots for self-play, hands at a simulated table, advice. Start with ``bots.py``, then ``plan.py``.

A bot uses only what a player in its place would know.
"""
