"""The host's end of serial connections to castle boards, and a simulated cable.

Start with `driver.py`; `firmware/castle_node/PROTOCOL.md` has the protocol, which `link.py` there encodes. The
meaning of a tile belongs in `controller/devices/castle_boards.py`.
"""
