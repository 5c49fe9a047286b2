"""A game as pictures without a browser: `painter` turns a drawing's shapes into pixels, `film` makes files of them.

What is drawn is the game's: ``show/picture.py`` in its package.
"""
