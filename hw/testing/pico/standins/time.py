"""The Pico's clock is the harness's: it stands still while the firmware computes; runs in MicroPython.

Ticks are 30 bits wide, as on an RP2040. Levels of pins can only change when time passes, so they come with it.
"""

import struct

import wire

_PERIOD = 1 << 30
_now_us = 0
levels = 0


def ticks_ms():
    return _now_us // 1000 % _PERIOD


def ticks_diff(end, start):
    return (end - start + _PERIOD // 2) % _PERIOD - _PERIOD // 2


def sleep_us(us):
    global _now_us
    _now_us += us
    wire.tell(wire.SLEEP, 0, struct.pack("<I", us))


def idle_ms(ms):
    """Until the line has bytes, at most so long."""
    global _now_us, levels
    _now_us, levels = struct.unpack("<QI", wire.ask(wire.IDLE, 0, struct.pack("<I", ms)))


idle_ms(0)
