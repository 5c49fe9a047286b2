"""The wire from a MicroPython that plays a Pico to the harness that plays its pins; runs in MicroPython.

A request is a byte that says what, a number of two bytes, and as many bytes of data as the next two say; the
answer is its data after two bytes of length. Requests without an answer wait for the next one that has: the harness
takes all of them in their order, and each at its time.
"""

import os
import struct

SET_UP_PIN = 1
SET_PIN = 2
SPI_WRITE = 3
SPI_TRANSFER = 4
SLEEP = 5
IDLE = 6
WATCH = 7
FEED = 8
RESET = 9
SERIAL = 10

_fd = int(os.getenv("PICO_WIRE"))
_out = open(_fd, "wb")
_in = open(_fd, "rb")
_waiting = bytearray()


def tell(what, number, data=b""):
    _waiting.extend(struct.pack("<BHH", what, number, len(data)))
    _waiting.extend(data)


def ask(what, number=0, data=b""):
    global _waiting
    tell(what, number, data)
    _out.write(_waiting)
    _waiting = bytearray()
    length = struct.unpack("<H", _in.read(2))[0]
    return _in.read(length) if length else b""
