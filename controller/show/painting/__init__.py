"""Pictures of a game without a browser: `painter` turns a drawing's shapes into pixels, `film` makes files of them.

What is drawn is decided by each game, in its ``show/picture.py``.
"""
