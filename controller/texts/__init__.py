"""Every sentence the table itself says, by key, in three languages; a game brings its own.

Begin with `translation.py`, which finds a sentence and fills it in. Which sentence is said when belongs to its caller.
"""
