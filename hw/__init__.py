"""The table's hardware, a folder per part, real or simulated; it knows no games.

Start with README.md here, then `bus/ports.py`: a driver holds a port without knowing whether a part or a twin is
behind it. Choosing between them and a tile's meaning belong in `controller/devices`.
"""
