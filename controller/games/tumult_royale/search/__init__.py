"""A core of whole numbers for bots that look ahead. Start with ``core.py``; ``position.py`` leads there from a state."""
