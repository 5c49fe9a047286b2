"""The check and the effect of each move, by chapter of the rules.

Each module with moves ends with its table ``RULES``; ``engine`` joins these tables. ``shared`` has common helpers.
"""
