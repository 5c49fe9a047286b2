"""The table's hardware, one folder per part, real or simulated; it knows nothing of games.

Start with README.md here, then with `bus/ports.py`: a driver holds a port and does not know whether a part or a twin is
behind it. Choosing between them, and the meaning of a tile, belong in `controller/devices`.
"""
