"""The Pico's ``time`` on the harness's clock, which stands while the firmware computes.

Ticks are 30 bits wide, as on an RP2040. The harness sends pin levels with the time.
"""

import struct

import wire

_PERIOD = 1 << 30
_now_us = 0
levels = 0
handlers = {}
"""Called after a change of a pin, by its number."""


def ticks_ms():
    return _now_us // 1000 % _PERIOD


def ticks_us():
    return _now_us % _PERIOD


def ticks_diff(end, start):
    return (end - start + _PERIOD // 2) % _PERIOD - _PERIOD // 2


def sleep_us(us):
    global _now_us
    _now_us += us
    wire.queue_request(wire.SLEEP, 0, struct.pack("<I", us))


def idle_ms(ms):
    """Wait for bytes, at most ``ms``."""
    global _now_us, levels
    before = levels
    _now_us, levels = struct.unpack("<QI", wire.send_and_await_answer(wire.IDLE, 0, struct.pack("<I", ms)))
    for number, handler in handlers.items():
        if (before ^ levels) >> number & 1:
            handler()


idle_ms(0)
