"""Look ahead, for bots and analyses. Start with ``tree.py`` and ``core.py``; ``position.py`` converts a state.

``core.py`` and ``tree.py`` run as plain Python; ``make compiled`` makes C of them, with types from the ``.pxd`` files.
"""
