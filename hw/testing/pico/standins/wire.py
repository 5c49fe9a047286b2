"""Connection to the harness, the process that simulates the pins; runs in MicroPython.

A request is a byte for its kind, a number and a length of two bytes each, and data; an answer is a length of two
bytes and data. Requests without an answer are sent with the next that has one.
"""

import os
import struct

SET_UP_PIN = 1
SET_PIN = 2
SPI_WRITE = 3
SPI_TRANSFER = 4
SLEEP = 5
IDLE = 6
START_WATCHDOG = 7
FEED_WATCHDOG = 8
RESET = 9
GET_SERIAL = 10
I2C_WRITE = 11
I2C_READ = 12
BITSTREAM = 13

_fd = int(os.getenv("PICO_WIRE"))
_out = open(_fd, "wb")
_in = open(_fd, "rb")
_waiting = bytearray()


def queue_request(what, number, data=b""):
    _waiting.extend(struct.pack("<BHH", what, number, len(data)))
    _waiting.extend(data)


def send_and_await_answer(what, number=0, data=b""):
    global _waiting
    queue_request(what, number, data)
    _out.write(_waiting)
    _waiting = bytearray()
    length = struct.unpack("<H", _in.read(2))[0]
    return _in.read(length) if length else b""
