"""Ports through which drivers reach parts or twins.

Start with `ports.py`, the interfaces; `linux.py` implements them on a Pi. The protocol of a chip belongs in its own
folder.
"""
