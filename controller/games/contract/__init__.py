"""What the table needs of a game, in parts that a module imports one by one. Start with ``game.py``.

What only commands and pictures need is in ``tools/``. Nothing of a certain game belongs here.
"""
