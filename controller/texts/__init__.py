"""All texts of the table, by key, in three languages; games have their own.

Start with `translation.py`, which finds a text and fills in values. When a text is shown is the caller's decision.
"""
