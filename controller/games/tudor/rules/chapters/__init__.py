"""What each move asks and brings about, by chapters of the rules.

Each module ends with its ``RULES``, which ``engine`` puts together; ``shared`` has what several need.
"""
