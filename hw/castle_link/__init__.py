"""The host's end of the serial connections to castle boards, and the simulated cable.

Start with `driver.py`; `firmware/castle_node/PROTOCOL.md` is the protocol, and `link.py` there its codec. The meaning
of a tile belongs in `controller/devices/castle_boards.py`.
"""
