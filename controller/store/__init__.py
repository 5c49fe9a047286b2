"""Files that survive a power cut: the journal, settings, keys, tags, certificates and backups.

Start with `table_files.py`, which has the path of each file, and `atomic_files.py`, which writes them. Games are in
`journal`. What an action means belongs in `games`.
"""
