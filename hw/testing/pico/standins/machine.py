"""The Pico's ``machine``, as far as the firmware uses it; the harness behind `wire` has the pins."""

import os
import struct
import time

import wire

WRITABLE = {"RP2040": (0x40064000,)}
"""Registers that firmware may write, by chip: VREG of VREG_AND_CHIP_RESET (RP2040 data sheet 2.10.6)."""


PINS_OF_RADIO = (23, 24, 25, 29)
"""Pins of a Pico that its radio has on a Pico W (Pico W data sheet 2.1)."""

PINS_BY_RADIO = {"WL_GPIO2": 24}
"""Pins that move to the radio's chip on a Pico W; the harness has them where a Pico has them."""

RADIO_LOOK_US = 1000
"""A look at such a pin, over the radio's bus (earlephilhower/arduino-pico#1782)."""


class Registers:
    """The chip's memory: a write to a register that is not in `WRITABLE` raises."""

    def __setitem__(self, address, value):
        chip = os.uname().machine.split(" with ")[-1]
        if address not in WRITABLE.get(chip, ()):
            raise MemoryError(f"bus fault on {chip} at 0x{address:08x}")


mem32 = Registers()


class Pin:
    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    IRQ_RISING = 8
    IRQ_FALLING = 4

    def __init__(self, number, mode=IN, pull=None, value=0):
        is_wireless = " W with " in os.uname().machine
        if (number in PINS_OF_RADIO and is_wireless) or (isinstance(number, str) and not is_wireless):
            raise ValueError(f"no pin {number} on {os.uname().machine}")
        self.by_radio = number in PINS_BY_RADIO
        number = PINS_BY_RADIO.get(number, number)
        self.number = number
        wire.queue_request(wire.SET_UP_PIN, number, bytes((mode, 1 if pull else 0, 1 if value else 0)))

    def __call__(self, value=None):
        if self.by_radio:
            time.sleep_us(RADIO_LOOK_US)
        if value is None:
            return time.levels >> self.number & 1
        wire.queue_request(wire.SET_PIN, self.number, b"\x01" if value else b"\x00")
        return None

    def irq(self, handler, trigger, *, hard):
        """Call ``handler`` at each change; it comes with the next rest that ends."""
        time.handlers[self.number] = lambda: handler(self)


class SPI:
    def __init__(self, number, baudrate=1000000, sck=None, mosi=None, miso=None):
        self.number = number

    def write(self, data):
        wire.queue_request(wire.SPI_WRITE, self.number, data)

    def write_readinto(self, out, into):
        into[:] = wire.send_and_await_answer(wire.SPI_TRANSFER, self.number, out)


class I2C:
    """Master of a bus; the harness answers with 1 or 0 for the acknowledge, then what it read."""

    def __init__(self, number, sda=None, scl=None, freq=400000, timeout=50000):
        self.pin = sda.number

    def writeto(self, address, data):
        self.ask(wire.I2C_WRITE, bytes((address,)) + data)

    def readfrom_mem_into(self, address, register, into):
        into[:] = self.ask(wire.I2C_READ, bytes((address, register, len(into))))

    def ask(self, what, data):
        answer = wire.send_and_await_answer(what, self.pin, data)
        if not answer[0]:
            raise OSError(5)
        return answer[1:]


class WDT:
    def __init__(self, timeout=5000):
        wire.queue_request(wire.START_WATCHDOG, timeout)

    def feed(self):
        wire.queue_request(wire.FEED_WATCHDOG, 0)


def bitstream(pin, _encoding, timing, data):
    wire.queue_request(wire.BITSTREAM, pin.number, struct.pack("<4H", *timing) + data)


def freq(hz):
    pass


def unique_id():
    return wire.send_and_await_answer(wire.GET_SERIAL)


def reset():
    wire.send_and_await_answer(wire.RESET)
    raise SystemExit
