"""The check and the effect of each move, by chapter of the rules.

Each module ends with its ``RULES``, which ``engine`` joins; ``shared`` has common helpers.
"""
