"""The public testing kit: a jumping clock, a table of twins, faults by name, a pytest plugin.

Start with `table.py`; twins stand in their parts' folders. Nothing that a table of real parts needs
belongs here.
"""
