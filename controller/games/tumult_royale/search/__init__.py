"""Bots that look ahead. Start with ``bots.py``, ``tree.py`` and ``core.py``; ``position.py`` leads there from a state.

``core.py`` and ``tree.py`` run as plain Python; ``make compiled`` makes C of them, with types from the ``.pxd`` files.
"""
