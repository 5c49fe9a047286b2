"""The table's hardware, one folder a part, real or simulated; it knows nothing of any game.

Start with README.md here, then with `bus/ports.py`: a driver holds a port and never knows what is behind it. What
decides between part and twin, and what a passing tile means, belongs in `controller/devices`.
"""
