"""A castle board with its firmware on CPython: fast in virtual time, without MicroPython.

Not modelled: computing time, heap, watchdog, MicroPython's prompt, and USB's packets.
"""

import asyncio
import errno
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Final

from firmware.castle_node import board as numbers
from firmware.castle_node import ports
from firmware.castle_node.i2c import WS1850S_ADDRESS, I2cBus
from firmware.castle_node.node import Node
from hw.bus.mock_pins import TwinPinFactory
from hw.bus.twin_i2c import CLOCKS_TO_FREE, TwinI2cBus
from hw.castle_link.messages import BoardId
from hw.castle_link.twin import Cable
from hw.clock import Clock
from hw.errors import BusError
from hw.mfrc522.twin import I2cSide, Mfrc522Twin

BOARD_SERIAL: Final = "e6614c311b7e6f35"
"""Serial number, the id of a board without settings."""

FREE_HEAP_BYTES: Final = 100_000


class CPythonBoard:
    """A running board; create it inside a running loop.

    Args:
        pins: pins of its buttons and lamps.
        to_host: called with bytes from the board.
        chance: source of boot ids.
        board: its id, or None.
        drift: share by which its second is too long.

    Attributes:
        is_full: fault: whether its flash is full.
        feeds: rounds of its main loop.
        room: bytes that the port to the host still takes; None for no limit.
    """

    def __init__(
        self,
        chips: Sequence[Mfrc522Twin],
        pins: TwinPinFactory,
        clock: Clock,
        to_host: Callable[[bytes], None],
        chance: Random,
        *,
        board: BoardId | None = None,
        drift: float = 0.0,
    ) -> None:
        self.settings: dict[str, str] = {} if board is None else {"id": board}
        self.is_full = False
        self.feeds = 0
        self.room: int | None = None
        self.to_host = to_host
        self.clock = clock
        self.drift = drift
        self.chips = chips
        self.pins = pins
        self.chance = chance
        self.i2c = TwinI2cBus()
        for chip in chips:
            if chip.is_on_i2c:
                self.i2c.attach(WS1850S_ADDRESS, I2cSide(chip))
        for number in numbers.BUTTONS:
            pins.pin(number).function, pins.pin(number).pull = "input", "up"
        for number in numbers.LAMPS:
            pins.pin(number).function = "output"
        pins.drive(numbers.VBUS, True)  # noqa: FBT003  # a level
        self._task: asyncio.Task[None] | None = None
        self._start_firmware_task()

    def receive(self, data: bytes) -> None:
        self._board.unread += data
        self._board.wake()

    def reboot(self) -> None:
        self.off()
        self._start_firmware_task()

    def set_id(self, board: BoardId) -> None:
        self.settings["id"] = board
        self.reboot()

    def off(self) -> None:
        """Cut its power; switching off twice is fine. Raise the exception of failed firmware."""
        task, self._task = self._task, None
        if task is None:
            return
        if task.done() and not task.cancelled():
            task.result()
        task.cancel()
        self._board.switch_lamps(left=False, middle=False, right=False)
        self.i2c.held = True  # cut off in mid-read
        for chip in self.chips:
            chip.brown_out()

    def _start_firmware_task(self) -> None:
        self._board = self._make_board()
        self._task = asyncio.get_running_loop().create_task(self._run_until_off())

    async def _run_until_off(self) -> None:
        while await self._make_node().run_until_restart() == "reboot":
            self._board = self._make_board()

    def _make_node(self) -> Node:
        return Node(self._board)

    def _make_board(self) -> "TwinBoard":
        return TwinBoard(self)


class NodeClock(ports.Clock):
    """Clock of a board since its start."""

    def __init__(self, clock: Clock, drift: float = 0.0) -> None:
        self._clock = clock
        self._began_s = clock.now_s()
        self._second_s = 1 + drift
        self._idle: asyncio.Future[None] | None = None

    def now_ms(self) -> int:
        return int((self._clock.now_s() - self._began_s) / self._second_s * 1000 + 1e-6)

    def ticks_us(self) -> int:
        return round(self._clock.now_s() * 1e6) & 0x3FFFFFFF

    async def sleep_us(self, us: int) -> None:
        await self._clock.sleep_until(self._clock.now_s() + us / 1e6)

    async def wait_for_bytes(self, until_ms: int) -> None:
        await self.rest_until(self._began_s + until_ms / 1000 * self._second_s)

    async def rest_until(self, until_s: float) -> None:
        loop = asyncio.get_running_loop()
        self._idle = loop.create_future()
        timer = loop.call_later(max(0.0, until_s - self._clock.now_s()), self.wake)
        try:
            await self._idle
        finally:
            timer.cancel()

    def wake(self) -> None:
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)


class TwinBus(ports.Bus):
    """SPI of a reader; without a chip it reads zeros."""

    def __init__(self, chip: Mfrc522Twin | None) -> None:
        self._chip = None if chip is None or chip.is_on_i2c else chip

    def transfer(self, out: bytes, into: bytearray) -> None:
        into[:] = self._chip.transfer(bytes(out)) if self._chip else bytes(len(out))

    def send(self, writes: tuple[bytes, ...]) -> None:
        if self._chip:
            self._chip.transfer_many(writes)


class TwinI2cWires(I2cBus):
    def __init__(self, bus: TwinI2cBus) -> None:
        self._bus = bus

    def write(self, data: bytes) -> None:
        with _no_acknowledge_as_os_error():
            self._bus.write(WS1850S_ADDRESS, data)

    def read(self, register: int, into: memoryview) -> None:
        with _no_acknowledge_as_os_error():
            self._bus.write(WS1850S_ADDRESS, bytes((register,)))
            into[:] = self._bus.read(WS1850S_ADDRESS, len(into))


@contextmanager
def _no_acknowledge_as_os_error() -> Iterator[None]:
    try:
        yield
    except BusError as fault:
        raise OSError(errno.EIO, fault.seen) from fault


class TwinBusClear(ports.ResetLine):
    def __init__(self, bus: TwinI2cBus) -> None:
        self._bus = bus

    def drive(self, high: bool) -> None:  # noqa: FBT001  # the level of the pin
        for _ in range(0 if high else CLOCKS_TO_FREE):
            self._bus.clock()


class TwinReset(ports.ResetLine):
    def __init__(self, chip: Mfrc522Twin | None) -> None:
        self._chip = chip

    def drive(self, high: bool) -> None:  # noqa: FBT001  # the level of the pin
        if self._chip and high:
            self._chip.reset_pin.on()
        elif self._chip:
            self._chip.reset_pin.off()


class TwinBeams(ports.Beams):
    """The beams at the board's pins."""

    def __init__(self, pins: TwinPinFactory, clock: ports.Clock) -> None:
        self._changes: list[tuple[int, int]] = []
        self._clock = clock
        self._pins = [pins.pin(number) for number in numbers.BEAMS]
        for number in numbers.BEAMS:
            pins.pin(number).function, pins.pin(number).pull = "input", "floating"
            pins.on_change(number, self._store_change)
        self._light = pins.pin(numbers.BEAM_LIGHT)
        self._light.function = "output"

    def switch_light(self, on: bool) -> None:  # noqa: FBT001  # the level of a pin
        self._light.state = on

    def levels(self) -> int:
        first, high, second = (bool(pin.state) for pin in self._pins)
        return first << 2 | high << 1 | second

    def take_changes(self) -> list[tuple[int, int]]:
        changes, self._changes = self._changes, []
        return changes

    def _store_change(self, _level: float) -> None:
        self._changes = [*self._changes, (self._clock.ticks_us(), self.levels())][-numbers.BEAM_CHANGES :]


class TwinBoard(NodeClock, ports.Board):
    """A run of the board; ``unread`` are host bytes not yet read by the firmware."""

    def __init__(self, node: CPythonBoard) -> None:
        NodeClock.__init__(self, node.clock, node.drift)
        ports.Board.__init__(self, BOARD_SERIAL, f"{node.chance.getrandbits(32):08X}")
        self.unread = b""
        self._node = node
        self._vbus, *pins = [node.pins.pin(number) for number in (numbers.VBUS, *numbers.BUTTONS, *numbers.LAMPS)]
        self._yes, self._no, *self._lamps = pins

    def connect_readers(self, kind: str) -> list[tuple[ports.Bus, ports.ResetLine]]:
        places = [*self._node.chips, None][:2]
        if kind == "i2c":
            return [(TwinI2cWires(self._node.i2c), TwinBusClear(self._node.i2c))]
        return [(TwinBus(chip), TwinReset(chip)) for chip in places]

    def connect_beams(self) -> ports.Beams:
        return TwinBeams(self._node.pins, self)

    def read_from_host(self) -> bytes:
        data, self.unread = self.unread, b""
        return data

    def write_to_host(self, data: bytes, start: int) -> int:
        room = self._node.room
        taken = data[start:] if room is None else data[start : start + room]
        if room is not None:
            self._node.room = room - len(taken)
        self._node.to_host(taken)
        return len(taken)

    def is_usb_powered(self) -> bool:
        return bool(self._vbus.state)

    def are_buttons_held(self) -> tuple[bool, bool]:
        return not self._yes.state, not self._no.state

    def connect_ring(self, pixels: int) -> None:
        """Show no ring: `firmware_board` does."""

    def switch_lamps(self, left: bool, middle: bool, right: bool) -> None:  # noqa: FBT001  # levels of pins
        for lamp, lit in zip(self._lamps, (left, middle, right), strict=True):
            lamp.state = lit

    def feed_watchdog(self) -> None:
        self._node.feeds += 1

    def collect_garbage(self) -> int:
        return FREE_HEAP_BYTES

    def load_settings(self) -> dict[str, str]:
        return self._node.settings

    def save_settings(self, settings: dict[str, str]) -> None:
        if self._node.is_full:
            raise OSError(28, "no space")
        self._node.settings = dict(settings)


def make_cpython_board(
    board: BoardId,
    cable: Cable,
    chip: Mfrc522Twin,
    pins: TwinPinFactory,
    clock: Clock,
    chance: Random,
    *,
    drift: float = 0.0,
) -> CPythonBoard:
    twin = CPythonBoard([chip], pins, clock, cable.carry_to_host, chance, board=board, drift=drift)
    cable.board = twin
    return twin
