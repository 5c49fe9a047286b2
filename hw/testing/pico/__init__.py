"""A simulated Pico with the castle board's firmware: on CPython, or in a real MicroPython.

Start with `node_board.py`, the fast one; `firmware_board.py` runs unchanged firmware on the
modules of `standins`.
"""
