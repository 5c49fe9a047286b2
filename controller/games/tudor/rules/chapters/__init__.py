"""The judge and the effect of each move, by chapters of the rules.

Each module ends with its ``RULES``, which ``engine`` joins; ``shared`` has what several modules need.
"""
