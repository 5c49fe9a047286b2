"""Firmware of a castle board, a Raspberry Pi Pico with MicroPython; tests also run it on CPython."""

FIRMWARE = "0.1.0"
PROTOCOL = 1
