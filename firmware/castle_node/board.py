"""The board in numbers: which pin of the Pico goes where (wiring.md), and how its heap is kept in order."""

SPI = 0
SCK = 18
MOSI = 19
MISO = 16
SPI_HZ = 4_000_000
CHIP_SELECTS = (17, 20)
"""Of the first and the second reader; a place without a chip is left out at the start."""

RESETS = (22, 26)
"""RST of each reader: one that is given up must not reset the other."""

BUTTONS = (14, 15)
"""Yes, no; the other side to ground."""

LAMPS = (10, 11, 12)
"""From left to right; lit when high."""

GARBAGE_OCTETS = 49_152
"""Garbage is collected after so much, long before the heap is full: what lives stays together at its low end."""
