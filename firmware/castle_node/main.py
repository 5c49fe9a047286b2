"""Run a castle board on a Raspberry Pi Pico. Only this module imports ``machine``."""

import array
import gc
import json
import os
import select
import sys
import time

import machine
import micropython

gc.threshold(8192)  # while modules are loaded, so that what stays of them lies together

from castle_node import board as numbers  # noqa: E402
from castle_node.i2c import WS1850S_ADDRESS, I2cBus  # noqa: E402
from castle_node.node import Node  # noqa: E402
from castle_node.ports import Beams, Board, Bus, ResetLine  # noqa: E402
from castle_node.ring import TIMING_NS, ring_data  # noqa: E402

SETTINGS_FILE = "settings.json"
START_AT_PROMPT_FILE = "to_prompt"
"""If this file exists, start into MicroPython's prompt once."""

WATCHDOG_MS = 4000

USB_PACKET_BYTES = 64
SAFE_OUTPUT_BYTES = 128
"""Bytes that surely fit into MicroPython's 256-byte output buffer after input: a host that sends also reads.
Writing more than fits blocks for half a second."""


class SpiBus(Bus):
    def __init__(self, spi: machine.SPI, chip_select: int) -> None:
        self._spi = spi
        self._select = machine.Pin(chip_select, machine.Pin.OUT, value=1)

    def transfer(self, out: bytes, into: bytearray) -> None:
        self._select(0)
        self._spi.write_readinto(out, into)
        self._select(1)

    def send(self, writes: tuple[bytes, ...]) -> None:
        select, write = self._select, self._spi.write
        for out in writes:
            select(0)
            write(out)
            select(1)


class ResetPin(ResetLine):
    def __init__(self, pin: int) -> None:
        self._pin = machine.Pin(pin, machine.Pin.OUT, value=1)

    def drive(self, high: bool) -> None:
        self._pin(high)


class PicoI2cBus(I2cBus):
    def __init__(self) -> None:
        self.open()

    def open(self) -> None:
        self._i2c = machine.I2C(
            numbers.I2C,
            sda=machine.Pin(numbers.SDA),
            scl=machine.Pin(numbers.SCL),
            freq=numbers.I2C_HZ,
            timeout=numbers.I2C_TIMEOUT_US,
        )

    def write(self, data: bytes) -> None:
        self._i2c.writeto(WS1850S_ADDRESS, data)

    def read(self, register: int, into: memoryview) -> None:
        self._i2c.readfrom_mem_into(WS1850S_ADDRESS, register, into)


class BusClear(ResetLine):
    """Clocks out a module that holds SDA, as after a restart of the board in mid-read (UM10204, 3.1.16)."""

    def __init__(self, bus: PicoI2cBus) -> None:
        self._bus = bus

    def drive(self, high: bool) -> None:
        if high:
            self._bus.open()
            return
        clock = machine.Pin(numbers.SCL, machine.Pin.OPEN_DRAIN, value=1)
        for _ in range(9):
            clock(0)
            time.sleep_us(5)
            clock(1)
            time.sleep_us(5)


class PicoBeams(Beams):
    """The beams' pins; an interrupt stores each change with its time, and allocates nothing."""

    def __init__(self) -> None:
        self._pins = [machine.Pin(pin, machine.Pin.IN) for pin in numbers.BEAMS]
        self._light = machine.Pin(numbers.BEAM_LIGHT, machine.Pin.OUT, value=0)
        self._times = array.array("I", bytes(4 * numbers.BEAM_CHANGES))
        self._bits = bytearray(numbers.BEAM_CHANGES)
        self._next = self._oldest = 0
        self._first_us = time.ticks_us()
        for pin in self._pins:
            pin.irq(self._store_change, machine.Pin.IRQ_RISING | machine.Pin.IRQ_FALLING, hard=True)

    def switch_light(self, on: bool) -> None:
        self._light(on)

    def levels(self) -> int:
        first, high, second = self._pins
        return first() << 2 | high() << 1 | second()

    def take_changes(self) -> list[tuple[int, int]]:
        changes = []
        while self._oldest != self._next:
            changes.append((self._times[self._oldest], self._bits[self._oldest]))
            self._oldest = (self._oldest + 1) % numbers.BEAM_CHANGES
        return changes

    def _store_change(self, _pin: machine.Pin) -> None:
        place = self._next
        self._times[place] = time.ticks_diff(time.ticks_us(), self._first_us) & 0x3FFFFFFF
        self._bits[place] = self.levels()
        if (place + 1) % numbers.BEAM_CHANGES != self._oldest:
            self._next = (place + 1) % numbers.BEAM_CHANGES


class PicoBoard(Board):
    """The Pico's pins, clock, watchdog, flash and USB port.

    Output goes in packets while they surely fit, else byte by byte while the port is writable. The clock does
    not wrap when the Pico's ticks do. Buttons and lamps are wired from pin to ground.
    """

    def __init__(self) -> None:
        super().__init__(machine.unique_id().hex(), os.urandom(4).hex().upper())
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._takes = select.poll()
        self._takes.register(sys.stdout, select.POLLOUT)
        self._unheard = SAFE_OUTPUT_BYTES
        self._ticks = time.ticks_ms()
        self._ms = 0
        self._first_us = time.ticks_us()
        self._buttons = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in numbers.BUTTONS]
        self._lamps = [machine.Pin(pin, machine.Pin.OUT, value=0) for pin in numbers.LAMPS]
        self._vbus = machine.Pin(numbers.VBUS_BY_RADIO if has_radio() else numbers.VBUS, machine.Pin.IN)
        self._vbus_every_ms = numbers.VBUS_BY_RADIO_EVERY_MS if has_radio() else 0
        self._vbus_looked_ms = -self._vbus_every_ms
        self._usb_powered = False
        self._ring = machine.Pin(numbers.RING, machine.Pin.OUT, value=0)
        self._pixels = 0
        self._watchdog = machine.WDT(timeout=WATCHDOG_MS)
        gc.threshold(numbers.GC_THRESHOLD_BYTES)

    def connect_readers(self, kind: str) -> list[tuple[Bus, ResetLine]]:
        if kind == "i2c":
            bus = PicoI2cBus()
            return [(bus, BusClear(bus))]
        spi = machine.SPI(
            numbers.SPI,
            baudrate=numbers.SPI_HZ,
            sck=machine.Pin(numbers.SCK),
            mosi=machine.Pin(numbers.MOSI),
            miso=machine.Pin(numbers.MISO),
        )
        resets = numbers.RESETS
        return [(SpiBus(spi, pin), ResetPin(resets[place])) for place, pin in enumerate(numbers.CHIP_SELECTS)]

    def connect_beams(self) -> Beams:
        return PicoBeams()

    def now_ms(self) -> int:
        ticks = time.ticks_ms()
        self._ms += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._ms

    def ticks_us(self) -> int:
        return time.ticks_diff(time.ticks_us(), self._first_us) & 0x3FFFFFFF

    async def sleep_us(self, us: int) -> None:
        time.sleep_us(us)

    async def wait_for_bytes(self, until_ms: int) -> None:
        ms = until_ms - self.now_ms()
        if ms > 0:
            self._poll.poll(ms)

    def read_from_host(self) -> bytes:
        data = b""
        while len(data) < 64 and self._poll.poll(0):
            data += sys.stdin.buffer.read(1)
        if data:
            self._unheard = 0
        return data

    def write_to_host(self, data: bytes, start: int) -> int:
        written = 0
        while start + written < len(data) and self._takes.poll(0):
            first = start + written
            byte_count = USB_PACKET_BYTES if self._unheard + USB_PACKET_BYTES <= SAFE_OUTPUT_BYTES else 1
            piece = data[first : first + byte_count]
            sys.stdout.buffer.write(piece)
            written += len(piece)
            self._unheard += len(piece)
        return written

    def is_usb_powered(self) -> bool:
        now_ms = self.now_ms()
        if now_ms - self._vbus_looked_ms >= self._vbus_every_ms:
            self._vbus_looked_ms = now_ms
            self._usb_powered = bool(self._vbus())
        return self._usb_powered

    def are_buttons_held(self) -> tuple[bool, bool]:
        yes, no = self._buttons
        return not yes(), not no()

    def connect_ring(self, pixels: int) -> None:
        self._pixels = pixels
        self.switch_lamps(False, False, False)  # pixels keep their colours while the board restarts

    def switch_lamps(self, left: bool, middle: bool, right: bool) -> None:
        for place, lit in enumerate((left, middle, right)):
            self._lamps[place](lit)
        if self._pixels:
            machine.bitstream(self._ring, 0, TIMING_NS, ring_data(self._pixels, left, middle, right))

    def feed_watchdog(self) -> None:
        self._watchdog.feed()

    def collect_garbage(self) -> int:
        gc.collect()
        return gc.mem_free()

    def load_settings(self) -> dict[str, str]:
        try:
            with open(SETTINGS_FILE) as file:
                settings = json.load(file)
        except (OSError, ValueError):
            return {}
        return settings if isinstance(settings, dict) else {}

    def save_settings(self, settings: dict[str, str]) -> None:
        with open(SETTINGS_FILE + ".new", "w") as file:
            json.dump(settings, file)
        os.rename(SETTINGS_FILE + ".new", SETTINGS_FILE)


def has_radio() -> bool:
    """Return whether this is a Pico W or Pico 2 W, whose radio has the pins 23, 24, 25 and 29."""
    return " W with " in os.uname().machine


def raise_core_clock() -> None:
    chip = os.uname().machine.split(" with ")[-1]
    if chip in numbers.FASTER_CLOCK_BY_CHIP:
        register, value, hz = numbers.FASTER_CLOCK_BY_CHIP[chip]
        machine.mem32[register] = value
        time.sleep_us(1000)
        machine.freq(hz)


def main() -> None:
    if START_AT_PROMPT_FILE in os.listdir():
        os.remove(START_AT_PROMPT_FILE)
        return
    micropython.kbd_intr(-1)  # noise must not act as Ctrl-C
    raise_core_clock()
    if not has_radio():
        machine.Pin(numbers.REGULATOR_PWM, machine.Pin.OUT, value=1)
    try:
        Node(PicoBoard()).run_until_restart().send(None)
    except StopIteration as end:
        if end.value == "update":
            with open(START_AT_PROMPT_FILE, "w"):
                pass
    machine.reset()


main()
