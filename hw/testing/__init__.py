"""The public testing kit: a clock that jumps, a whole table of twins, faults by name, a pytest plugin.

Start with `table.py`; a twin itself stands in the folder of its part. Nothing that a table of real parts needs
belongs here.
"""
