"""A castle board whose firmware runs on an emulated RP2040: its own MicroPython, cycles, flash, USB and SPI.

It runs in the time of the loop, real or virtual, a little ahead of it: until it reads a register, at most ``ahead_s``.
In virtual time all is exact but that an octet of the host may come so much late. In real time it runs as fast as it
can, which is slower than a Pico. Not modelled: that the serial port goes away while the board restarts, and whether
somebody has it open; what `chip/*.mjs` name.
"""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from hw.bus.mock_pins import TwinPinFactory
from hw.mfrc522.twin import Mfrc522Twin
from hw.testing.clock import VirtualLoop
from hw.testing.pico.board_pins import BoardPins
from hw.testing.rp2040.emulator import Emulator, Event, Happened, Report
from hw.testing.rp2040.image import Rp2040Kit

AHEAD_S: Final = 1e-3
"""USB asks a full-speed device once a millisecond."""

PULLED_UP: Final = 3

TOLERANCE_S: Final = 1e-7
"""A timer of asyncio may fire a nanosecond before its moment."""

HOST_OCTETS: Final = 512
"""So many at the most are handed over with a step."""


class Rp2040Board:
    """One board; make it inside a running loop: it is on at once.

    Args:
        kit: what the emulator runs on.
        flash: the file that is its flash.
        chips: the readers by the pin of their chip select.
        pins: the pins of its buttons and lamps.
        to_host: takes what the board sends.
        unique_id: the Pico's own number.
        ahead_s: how far it may run ahead.

    Attributes:
        starts: how often the chip has started.
        busy_cycles: in which its processor did not sleep, since it was switched on.
        on_s: how long it has been on, by its own time.
    """

    def __init__(
        self,
        kit: Rp2040Kit,
        flash: Path,
        chips: Mapping[int, Mfrc522Twin],
        pins: TwinPinFactory,
        to_host: Callable[[bytes], None],
        *,
        unique_id: bytes = b"\xe6\x61\x4c\x31\x1b\x7e\x6f\x35",
        ahead_s: float = AHEAD_S,
    ) -> None:
        self.starts = 0
        self._kit = kit
        self._flash = flash
        self._pins = BoardPins(chips, pins)
        self._ahead_s = ahead_s
        self._to_host = to_host
        self._unique_id = unique_id
        self._loop = asyncio.get_running_loop()
        self._emulator: Emulator | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._computing = False
        self._switch_on()

    def octets_came(self, octets: bytes) -> None:
        """The host wrote these octets."""
        if self._emulator is not None:
            self._to_board += octets

    def reboot(self) -> None:
        """Start again, as taking its power away for a moment does."""
        self.off()
        self._switch_on()

    def off(self) -> None:
        """Take its power away; switching off twice is fine."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._emulator is None:
            return
        emulator, self._emulator = self._emulator, None
        self._loop.remove_reader(emulator)
        self._computes(computing=False)
        emulator.end()
        self._pins.let_go()

    def _switch_on(self) -> None:
        self.starts += 1
        self.busy_cycles = 0
        self.on_s = 0.0
        self._on_at_s = self._loop.time()
        self._to_board = bytearray()
        self._read: int | None = None
        self._emulator = Emulator(self._kit, self._flash, self._unique_id)
        self._loop.add_reader(self._emulator, self._reported)
        self._step()

    def _step(self) -> None:
        """Let it run on."""
        assert self._emulator is not None
        octets = bytes(self._to_board[:HOST_OCTETS])
        del self._to_board[:HOST_OCTETS]
        self._emulator.run(self.on_s + self._ahead_s, self._pins.levels, self._read, octets)
        self._read = None
        self._computes(computing=True)

    def _reported(self) -> None:
        """It is ahead of the loop's time: what happened there happens when that has come."""
        assert self._emulator is not None
        report = self._emulator.report()
        self._computes(computing=False)
        self._come(report, 0)

    def _come(self, report: Report, done: int) -> None:
        """Do what is next in the report, each at its time; the emulator goes on at the end."""
        self._timer = None
        events, now_s = report.events, self._loop.time() - self._on_at_s + TOLERANCE_S
        while done < len(events) and events[done].at_s <= now_s:
            self._do(events[done])
            done += 1
            if self._emulator is None:
                return
        next_s = events[done].at_s if done < len(events) else report.at_s
        if next_s > now_s:
            self._timer = self._loop.call_at(self._on_at_s + next_s, self._come, report, done)
            return
        self.on_s, self.busy_cycles = report.at_s, report.busy_cycles
        self._step()

    def _do(self, event: Event) -> None:
        match event.what:
            case Happened.READ:
                self._read = self._transfer(event.data + b"\0")[1]
            case Happened.WRITE:
                self._transfer(event.data)
            case Happened.PIN:
                self._changed(event.number, event.data[0])
            case Happened.SERIAL:
                self._to_host(event.data)
            case Happened.RESET:
                self.starts += 1
                self._pins.let_go()

    def _changed(self, number: int, state: int) -> None:
        if state == PULLED_UP:
            self._pins.make_input(number, pulled_up=True)
        elif self._pins.is_output(number):
            self._pins.drive(number, high=bool(state))
        else:
            self._pins.make_output(number, high=bool(state))

    def _transfer(self, octets: bytes) -> bytes:
        """Who is selected answers; where nobody is wired, MISO stays low."""
        chip = self._pins.selected
        return bytes(len(octets)) if chip is None else chip.transfer(octets)

    def _computes(self, *, computing: bool) -> None:
        """Virtual time stands still while the emulator computes."""
        if computing != self._computing:
            self._computing = computing
            if isinstance(self._loop, VirtualLoop):
                self._loop.outside_work += 1 if computing else -1
