"""Bots that move for all players, hands at a simulated table, and advice. Start with ``bots.py``, then ``plan.py``.

A bot sees no more than a player would.
"""
