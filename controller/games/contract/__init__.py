"""The contract between the table and a game: protocols and values. Start with ``game.py``.

What only commands and pictures need is in ``tools/``. Nothing about a particular game belongs here.
"""
