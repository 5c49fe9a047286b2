"""What only commands and pictures need of a game: bots, editions, drawings, sample screens. Start with ``tools.py``.

The daemon does not load these modules.
"""
