"""Commands of a room with many tables.

Begin with `hub.py`; `hub_folder.py` says which folder a command means. What a hub does belongs to `hub`.
"""
