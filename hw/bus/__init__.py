"""What a driver holds of a bus, whether a part or a twin is on the far side.

Start with `ports.py`, the protocols; `linux.py` has them on a Pi. What a chip says over its bus belongs in its own
folder.
"""
