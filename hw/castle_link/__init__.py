"""The host's end of the serial connections to castle boards, and the simulated cable.

Start with `driver.py`; `firmware/castle_node/PROTOCOL.md` describes the protocol, and `link.py` there encodes it. The
meaning of a tile belongs in `controller/devices/castle_boards.py`.
"""
