"""The spinner: an arrow on a 28BYJ-48 stepper with a Hall sensor at its home mark.

Start with `driver.py`; `motion.py` has limits and the table of homing. Choosing a target belongs to the games.
"""
