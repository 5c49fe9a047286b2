"""Pictures of a game without a browser: `painter` turns shapes into pixels, `film` makes files.

What is drawn is decided by each game, in its ``show/picture.py``.
"""
