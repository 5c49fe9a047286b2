"""A castle board: unchanged firmware in MicroPython's Unix port, the Pico's heap size, twins at its pins.

``standins`` replaces ``machine``, ``time`` and ``select`` by calls to this process, so that the board runs
in the loop's time, real or virtual. Not modelled: computing time, interrupts, and the flash.
"""

import asyncio
import json
import struct
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from firmware.castle_node import board as numbers
from hw.bus.mock_pins import TwinPinFactory
from hw.castle_link.messages import BoardId
from hw.clock import Clock
from hw.errors import BusError
from hw.mfrc522.twin import Mfrc522Twin
from hw.testing.clock import VirtualLoop
from hw.testing.pico.board_pins import BoardPins
from hw.testing.pico.process import HarnessCall, PicoProcess

BOOT_S: Final = 0.3
"""From reset to the first line of main.py."""

SERIAL_NUMBER: Final = b"\xe6\x61\x4c\x31\x1b\x7e\x6f\x35"

PICO_MACHINE: Final = "Raspberry Pi Pico with RP2040"

_TIME_AND_PIN_LEVELS: Final = struct.Struct("<QI")
_BIT_TIMES_NS: Final = struct.Struct("<4H")
_REST: Final = "rest"


class MicroPythonBoard:
    """A running board; create it inside a running loop.

    Args:
        chips: readers by chip select pin.
        pins: pins of its buttons and lamps.
        to_host: called with bytes from the board.
        folder: its flash, with the settings and MicroPython's error output.
        board_id: saved id, or None.
        machine: MicroPython's ``sys.implementation._machine``.

    Attributes:
        starts: starts of the firmware.
        at_prompt: whether the firmware has ended at MicroPython's prompt.
        feeds: feeds of the watchdog.
    """

    def __init__(
        self,
        chips: Mapping[int, Mfrc522Twin],
        pins: TwinPinFactory,
        clock: Clock,
        to_host: Callable[[bytes], None],
        *,
        folder: Path,
        board_id: str | None = None,
        machine: str = PICO_MACHINE,
    ) -> None:
        self.starts = 0
        self.feeds = 0
        self.at_prompt = False
        self._pins = BoardPins(chips, pins)
        self._clock = clock
        self._to_host = to_host
        self._folder = folder
        self._machine = machine
        self._loop = asyncio.get_running_loop()
        self._process: PicoProcess | None = None
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._watchdog_s: float | None = None
        self._computing = False
        self._reset_asked = False
        self._to_board = bytearray()
        folder.mkdir(parents=True, exist_ok=True)
        if board_id is not None:
            (folder / "settings.json").write_text(json.dumps({"id": board_id}), encoding="utf-8")
        for number in numbers.BEAMS:
            pins.on_change(number, self._end_idle_rest)
        self._start_firmware_process()

    @property
    def error_output(self) -> str:
        return (self._folder / "stderr.txt").read_text(encoding="utf-8")

    def receive(self, data: bytes) -> None:
        if self._process is None:
            return
        self._to_board += data
        self._send_to_firmware()
        self._end_idle_rest()

    def _end_idle_rest(self, _level: float = 0.0) -> None:
        """End a wait, as a byte or an interrupt does."""
        if self._process is not None and self._resting == "idle":
            self._timers[_REST].cancel()
            self._end_rest()

    def reboot(self) -> None:
        self.off()
        self._timers["boot"] = self._loop.call_later(BOOT_S, self._start_firmware_process)

    def set_id(self, board: BoardId) -> None:
        (self._folder / "settings.json").write_text(json.dumps({"id": board}), encoding="utf-8")
        self.reboot()

    def off(self) -> None:
        """Cut its power; switching off twice is fine."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        if self._process is None:
            return
        process, self._process = self._process, None
        self._hold_time_while_computing(computing=False)
        self._loop.remove_reader(process)
        process.kill()
        self._pins.release_pins_and_reset_chips()

    def _start_firmware_process(self) -> None:
        self._timers.pop("boot", None)
        self._process = PicoProcess(self._folder, self._machine)
        self.starts += 1
        self.at_prompt = False
        self._reset_asked = False
        self._watchdog_s = None
        self._resting = ""
        self._to_board.clear()
        self._loop.add_reader(self._process, self._execute_requests_or_exit)
        self._hold_time_while_computing(computing=True)

    def _hold_time_while_computing(self, *, computing: bool) -> None:
        if computing != self._computing:
            self._computing = computing
            if isinstance(self._loop, VirtualLoop):
                self._loop.outside_work += 1 if computing else -1

    # Requests of the firmware

    def _execute_requests_or_exit(self) -> None:
        assert self._process is not None
        if self._process.receive_requests():
            self._execute_requests()
        else:
            self._reboot_or_enter_prompt()

    def _execute_requests(self) -> None:
        assert self._process is not None
        for what, number, data in self._process.pop_requests():
            self._execute_request(what, number, data)
            if self._resting:
                return

    def _execute_request(self, what: int, number: int, data: bytes) -> None:
        match what:
            case HarnessCall.SET_PIN:
                self._pins.set_output_level(number, high=bool(data[0]))
            case HarnessCall.SPI_WRITE:
                self._transfer_spi(data)
            case HarnessCall.SPI_TRANSFER:
                self._send_answer_to_firmware(self._transfer_spi(data))
            case HarnessCall.I2C_WRITE | HarnessCall.I2C_READ:
                self._send_answer_to_firmware(self._send_i2c_message(number, data, reads=what == HarnessCall.I2C_READ))
            case HarnessCall.BITSTREAM:
                high_0, low_0, high_1, low_1 = _BIT_TIMES_NS.unpack_from(data)
                bits = [byte >> 7 - bit & 1 for byte in data[_BIT_TIMES_NS.size :] for bit in range(8)]
                if number == numbers.RING:
                    self._pins.ring.receive([(high_1, low_1) if bit else (high_0, low_0) for bit in bits])
            case HarnessCall.SLEEP:
                self._begin_rest("sleep", int.from_bytes(data, "little") / 1e6)
            case HarnessCall.IDLE:
                self._begin_rest("idle", int.from_bytes(data, "little") / 1e3)
            case HarnessCall.FEED_WATCHDOG:
                self.feeds += 1
                self._restart_watchdog()
            case HarnessCall.SET_UP_PIN:
                self._set_up_pin(number, is_output=bool(data[0]), pulled_up=bool(data[1]), high=bool(data[2]))
            case HarnessCall.START_WATCHDOG:
                self._watchdog_s = number / 1e3
                self._restart_watchdog()
            case HarnessCall.RESET:
                self._reset_asked = True
                self._send_answer_to_firmware(b"")
            case HarnessCall.GET_SERIAL:
                self._send_answer_to_firmware(SERIAL_NUMBER)

    def _send_answer_to_firmware(self, answer: bytes) -> None:
        assert self._process is not None
        self._process.send_answer(answer)

    def _begin_rest(self, how: str, seconds: float) -> None:
        self._forward_output()
        self._send_to_firmware()
        self._resting = how
        self._hold_time_while_computing(computing=False)
        self._timers[_REST] = self._loop.call_later(seconds, self._end_rest)

    def _end_rest(self) -> None:
        del self._timers[_REST]
        how, self._resting = self._resting, ""
        self._hold_time_while_computing(computing=True)
        if how == "idle":
            self._send_answer_to_firmware(
                _TIME_AND_PIN_LEVELS.pack(round(self._clock.now_s() * 1e6), self._pins.input_level_bits)
            )
        self._execute_requests()

    def _restart_watchdog(self) -> None:
        if (timer := self._timers.pop("watchdog", None)) is not None:
            timer.cancel()
        if self._watchdog_s is not None:
            self._timers["watchdog"] = self._loop.call_later(self._watchdog_s, self.reboot)

    def _reboot_or_enter_prompt(self) -> None:
        self._forward_output()
        watchdog = self._timers.pop("watchdog", None)
        reset = self._reset_asked
        self.off()
        if watchdog is not None:
            watchdog.cancel()
        if reset or self._watchdog_s is not None:
            self.reboot()
        else:
            self.at_prompt = True

    # The serial port

    def _forward_output(self) -> None:
        if self._process is not None and (data := self._process.read_output()):
            self._to_host(data)

    def _send_to_firmware(self) -> None:
        if self._process is not None:
            self._process.send_to_firmware(self._to_board)

    # The pins

    def _set_up_pin(self, number: int, *, is_output: bool, pulled_up: bool, high: bool) -> None:
        if is_output:
            self._pins.make_output(number, high=high)
        else:
            self._pins.make_input(number, pulled_up=pulled_up)

    def _transfer_spi(self, data: bytes) -> bytes:
        """Transfer with the selected reader; without one MISO stays low."""
        chip = self._pins.selected_reader
        return bytes(len(data)) if chip is None else chip.transfer(data)

    def _send_i2c_message(self, sda: int, data: bytes, *, reads: bool) -> bytes:
        """Return 1 and what was read; 0 without an acknowledge."""
        address, message = data[0], data[1:2] if reads else data[1:]
        bus = self._pins.i2c
        try:
            if sda != numbers.SDA:
                return b"\0"
            bus.write(address, message)
            return b"\1" + (bus.read(address, data[2]) if reads else b"")
        except BusError:
            return b"\0"
