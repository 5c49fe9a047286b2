"""Check and effect of each move, by chapter of the rules.

Modules with moves end with a table ``RULES``; ``engine`` joins them. ``shared`` has helpers.
"""
