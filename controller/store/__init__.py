"""What survives a pulled plug.

Begin with `table_files.py`, which says where each file lies, and `atomic_files.py`, by which all are written. The games
are in `journal`. What a game means belongs to `games`.
"""
