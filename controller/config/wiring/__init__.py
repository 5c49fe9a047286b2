"""How a table is wired, from its settings: tables, drawings, what to buy.

Begin with `wires.py`. Which pin of the Pi is used for what stands in `pins.py` beside this package.
"""
