"""The spinner: an arrow on a 28BYJ-48 stepper with a Hall sensor for its home mark.

Start with `driver.py`; `motion.py` has the limits and the table of homing. Where the arrow is to point belongs to the
games.
"""
