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

FASTER = {"RP2040": (0x40064000, 0xC1, 200_000_000)}
"""By chip: its core voltage's register, the value for 1.15 V, and the clock in Hz that asks for it (RP2040 data sheet
2.10.6; Pico SDK 2.1.1, SYS_CLK_VREG_VOLTAGE_MIN). On an RP2350 that address lies in ACCESSCTRL, where a write stops the
chip (raspberrypi/pico-sdk#1994); its 150 MHz are enough."""

GARBAGE_BYTES = 49_152
"""Garbage is collected after so much, long before the heap is full: what lives stays together at its low end."""
