"""Commands of a room with many tables.

Start with `hub.py`; `hub_folder.py` finds the hub's folder. The hub itself is in `hub`.
"""
