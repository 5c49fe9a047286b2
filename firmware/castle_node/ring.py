"""A WS2812 ring that shows the three lamps, each on a third of its pixels."""

PIXELS = (0, 8, 12, 16, 24)
"""Possible numbers of pixels; 0 for none."""

TIMING_NS = (400, 850, 800, 450)
"""High and low of a 0, then of a 1 (WS2812B data sheet)."""

COLOR_GRB = b"\x0e\x18\x04"
"""A warm white, dim enough for the fuse of the board's supply: 24 pixels take 0.1 A, and 1.4 A at full brightness."""


def ring_data(pixels: int, left: bool, middle: bool, right: bool) -> bytes:
    """Return what to send: three bytes a pixel, green first."""
    lit = (left, middle, right)
    return b"".join([COLOR_GRB if lit[3 * pixel // pixels] else b"\0\0\0" for pixel in range(pixels)])
