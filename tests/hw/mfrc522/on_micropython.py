"""A Pico with another driver of MicroPython, in the Unix port: its pins and its bus are questions to who started it.

It prints `S` and the octets that went out while the chip select was low, and reads those that came in; it reads an
expression a line, and prints `=` and its value.
"""

# Runs in MicroPython.

import sys

CHIP_SELECT = 1


class Pin:
    """A pin; of them only the chip select matters."""

    IN = 0
    OUT = 1

    def __init__(self, number, mode=IN):
        self.number = number

    def value(self, level):
        if self.number == CHIP_SELECT:
            SPI.select(level)


class SPI:
    """A bus of which a message is what passes while its chip select is low, in however many calls."""

    message = bytearray()

    def __init__(self, number, baudrate, sck, mosi, miso):
        self.baudrate = baudrate

    def write(self, octets):
        SPI.message.extend(octets)

    def read(self, count):
        SPI.message.extend(bytes(count))
        return SPI.send()[-count:]

    @staticmethod
    def select(level):
        if level and SPI.message:
            SPI.send()

    @staticmethod
    def send():
        print("S", SPI.message.hex())
        SPI.message = bytearray()
        return bytes.fromhex(sys.stdin.readline().strip())


class Machine:
    """The module `machine`."""

    Pin = Pin
    SPI = SPI


class Os:
    """The module `os`, of a Pico."""

    @staticmethod
    def uname():
        return ("rp2", "rp2")


sys.modules["machine"] = Machine
sys.modules["os"] = Os

from mfrc522 import MFRC522  # noqa: E402  # it takes those two at once

reader = MFRC522(sck=2, mosi=3, miso=4, rst=0, cs=CHIP_SELECT)
print("=", reader.spi.baudrate)
while True:
    line = sys.stdin.readline()
    if not line:
        break
    print("=", eval(line))
