"""Firmware of a castle board, a Raspberry Pi Pico with MicroPython; tests also run it on CPython."""

FIRMWARE_VERSION = "0.3.0"
PROTOCOL_VERSION = 1
