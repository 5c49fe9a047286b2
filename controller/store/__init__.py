"""Files that survive a power cut: the journal, settings, keys, tags, certificates and backups.

Start with `table_files.py`, which has the paths, and `atomic_files.py`, which writes the files. Games are in
`journal`. What an action means belongs in `games`.
"""
