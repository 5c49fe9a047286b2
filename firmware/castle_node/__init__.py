"""The firmware of a castle board: MicroPython on a Raspberry Pi Pico, and as it stands on CPython for its tests."""

FIRMWARE = "0.1.0"
PROTOCOL = 1
