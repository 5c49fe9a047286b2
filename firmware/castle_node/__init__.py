"""The firmware of a castle board, a Raspberry Pi Pico with MicroPython; its tests run it on CPython, too."""

FIRMWARE = "0.1.0"
PROTOCOL = 1
