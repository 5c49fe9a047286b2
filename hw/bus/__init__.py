"""Ports through which drivers reach parts or twins.

Start with `ports.py`, the interfaces; `linux.py` implements them on a Pi. A chip's protocol belongs in its folder.
"""
