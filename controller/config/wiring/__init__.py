"""Wiring of a table from its settings: tables, drawings and the parts list.

Start with `wires.py`. The use of the Pi's pins is in `pins.py` beside this package.
"""
