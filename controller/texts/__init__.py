"""The texts of the table, by key, in three languages; each game adds its own.

Start with `translation.py`, which finds a text and fills in values; its callers decide when a text is shown.
"""
