"""The texts of the table, by key, in each language that has a folder here; each game adds its own.

Start with `translation.py`, which finds a text and fills in values; callers decide when to show it.
"""
