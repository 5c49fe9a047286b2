"""The host's end of the serial lines to the castle boards, and the cable of a simulated one.

Start with `driver.py`; `firmware/castle_node/PROTOCOL.md` is the protocol, and `link.py` there its codec. What a tile
of a board means belongs in `controller/devices/castle_boards.py`.
"""
