"""Protocols that only commands and pictures use: bots, editions, drawings, sample screens. Start with ``tools.py``.

The daemon does not load these modules.
"""
