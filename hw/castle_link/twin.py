"""Serial cable to a simulated castle board. Not modelled: baud rate, flow control, USB's packets."""

import asyncio
from collections.abc import Callable, Collection, Iterator
from random import Random
from typing import Final, Protocol, runtime_checkable

from firmware.castle_node import board
from hw.bus.mock_pins import TwinPinFactory
from hw.bus.ports import OnBytes, OnConnectionLost, SerialPort
from hw.castle_link.messages import BoardId
from hw.clock import Clock
from hw.errors import BusError
from hw.mfrc522.twin import Mfrc522Twin

LATENCY_S: Final = 1e-3
"""USB polls a full-speed device once a millisecond."""


HUB_RESET_S: Final = 0.5
"""How long the ports of a hub are off after its switch has opened, assumed; a board starts and greets after it."""

BOARD_MA: Final = 185
"""Current of a castle board (kit/electrical/supply.cir)."""

HUB_MA: Final = 2000
"""What the hub's supply of docs/build.md gives; the ports of a Pi 5 on a supply of 3 A give 600 mA together."""


class BoardEnd(Protocol):
    def receive(self, data: bytes) -> None: ...


class HostEnd(SerialPort, Protocol):
    def deliver(self, data: bytes) -> None: ...

    def on_unplugged(self) -> None: ...


class Cable:
    """A USB cable. Bytes in transit are lost when it is pulled.

    Attributes:
        plugged: whether both ends are plugged in.
        stalled: whether it holds all bytes back without losing any.
        noise: share of bytes that are flipped, lost or doubled, a third each.
        pulls: how often it was pulled.
        host_end: creates the host's end at each opening.
        hub: which it is plugged into, or None.
        feeds_board: whether the board has no other supply: it goes dark when the cable is pulled (docs/build.md).
        switch_board: called when the cable gives power (true) or gives none any more.
    """

    def __init__(self, chance: Random) -> None:
        self.plugged = True
        self.noise = 0.0
        self.pulls = 0
        self.board: BoardEnd | None = None
        self.host_end: Callable[[Cable, str, OnBytes, OnConnectionLost], HostEnd] = TwinSerial
        self.hub: Hub | None = None
        self.feeds_board = True
        self.switch_board: Callable[[bool], None] = lambda _powered: None
        self._stalled = False
        self._chance = chance
        self._host: HostEnd | None = None
        self._on_the_way: list[tuple[Callable[[bytes], None], bytes]] = []
        self._flush: asyncio.TimerHandle | None = None

    @property
    def stalled(self) -> bool:
        return self._stalled

    @stalled.setter
    def stalled(self, stalled: bool) -> None:
        self._stalled = stalled
        if not stalled and self._on_the_way:
            self._schedule_delivery()

    def open_host_end(self, place: str, received: OnBytes, lost: OnConnectionLost) -> SerialPort:
        """Raise BusError if the cable is unplugged, or that end already open."""
        if not self.plugged:
            raise BusError(place, seen="no such port", expected="a serial port", remedy="Plug the board in.")
        if self._host is not None:
            raise BusError(place, seen="a port in use", expected="a free one", remedy="End the other program.")
        self._host = self.host_end(self, place, received, lost)
        return self._host

    def pull(self) -> None:
        self.plugged = False
        self.pulls += 1
        self._on_the_way.clear()
        host, self._host = self._host, None
        if host is not None:
            host.on_unplugged()
        if self.hub is not None:
            self.hub.dark.discard(self)
        if self.feeds_board:
            self.switch_board(False)  # noqa: FBT003  # powered or not

    def plug(self) -> None:
        self.give_power()
        if self.hub is not None and self.feeds_board:
            self.hub.charge(self)

    def give_power(self) -> None:
        """Connect both ends again, without the current that charges the board."""
        self.plugged = True
        if self.feeds_board:
            self.switch_board(True)  # noqa: FBT003  # powered or not

    def carry_to_host(self, data: bytes) -> None:
        """Carry bytes from the board; drop them if the port is closed."""
        if self._host is not None:
            self._queue_bytes(self._host.deliver, data)

    def carry_to_board(self, data: bytes) -> None:
        if self.board is not None:
            self._queue_bytes(self.board.receive, data)

    def forget_host_end(self) -> None:
        self._host = None

    def _queue_bytes(self, to: Callable[[bytes], None], data: bytes) -> None:
        self._on_the_way.append((to, bytes(self._with_noise(data)) if self.noise else data))
        if not self._stalled and self._flush is None:
            self._schedule_delivery()

    def _schedule_delivery(self) -> None:
        self._flush = asyncio.get_running_loop().call_later(LATENCY_S, self._deliver_queued)

    def _deliver_queued(self) -> None:
        self._flush = None
        if self._stalled:
            return
        arrived, self._on_the_way = self._on_the_way, []
        for to, data in arrived:
            to(data)

    def _with_noise(self, data: bytes) -> Iterator[int]:
        for byte in data:
            if self._chance.random() >= self.noise:
                yield byte
                continue
            match self._chance.randrange(3):
                case 0:
                    yield byte ^ (1 << self._chance.randrange(8))
                case 1:
                    pass
                case _:
                    yield byte
                    yield byte


class Hub:
    """A USB hub with one switch for all its ports, as cheap ones have.

    A board plugged in draws more than USB allows for a moment: its capacitors are 100 uF, the limit is 10 (USB 2.0,
    7.2.4.1). The other ports lose their power meanwhile, and their boards restart (raspberrypi/linux#2097,
    mvp/uhubctl#562). Beyond its limit it switches all of them off again and again. Not modelled: a fuse that stays
    open, a host that lists a board late.

    Attributes:
        limit_ma: what its ports give together.
        dark: cables that it gives no power at the moment.
    """

    def __init__(self, cables: Collection[Cable], limit_ma: int = HUB_MA) -> None:
        self.limit_ma = limit_ma
        self.dark: set[Cable] = set()
        self._cables = cables
        for cable in cables:
            cable.hub = self

    @property
    def is_overloaded(self) -> bool:
        return BOARD_MA * sum(cable.plugged and cable.feeds_board for cable in self._cables) > self.limit_ma

    def charge(self, plugged: Cable) -> None:
        """Give a cable power, which the others lose for a moment."""
        self._reset([cable for cable in self._cables if cable.plugged and (cable is not plugged or self.is_overloaded)])

    def _reset(self, off: list[Cable]) -> None:
        for cable in off:
            cable.pull()
        self.dark |= set(off)
        asyncio.get_running_loop().call_later(HUB_RESET_S, self._give_power)

    def _give_power(self) -> None:
        dark = [cable for cable in self._cables if cable in self.dark]
        self.dark.clear()
        for cable in dark:
            cable.give_power()
        if self.is_overloaded:
            self._reset(dark)


class TwinSerial:
    """The host's end of a cable (``hw.bus.ports.SerialPort``)."""

    def __init__(self, cable: Cable, place: str, received: OnBytes, lost: OnConnectionLost) -> None:
        self._cable: Cable | None = cable
        self._place = place
        self._received = received
        self._lost = lost

    def write(self, data: bytes) -> None:
        if self._cable is not None:
            self._cable.carry_to_board(data)

    def close(self) -> None:
        if self._cable is not None:
            self._cable.forget_host_end()
            self._cable = None

    def deliver(self, data: bytes) -> None:
        if self._cable is not None:
            self._received(data)

    def on_unplugged(self) -> None:
        if self._cable is not None:
            self._cable = None
            self._lost(
                BusError(self._place, seen="an input/output error", expected="an open port", remedy="Plug it in.")
            )


PANEL_PINS: Final = (*board.BUTTONS, board.LAMPS)
BEAM_PINS: Final = (*board.BEAMS, board.BEAM_LIGHT)


class BoardTwin(BoardEnd, Protocol):
    """A simulated castle board at the far end of its cable."""

    def reboot(self) -> None:
        """Restart; unacknowledged events are lost."""
        ...

    def off(self) -> None:
        """Cut its power; switching off twice is fine."""
        ...


@runtime_checkable
class NamedBoard(BoardTwin, Protocol):
    """A board whose id can be changed."""

    def set_id(self, board: BoardId) -> None:
        """Save another id, as flashing does, and restart."""
        ...


MakeBoard = Callable[[BoardId, Cable, Mfrc522Twin, TwinPinFactory, Clock, Random], BoardTwin]
"""Create a running board from id, cable, reader chip, pins, clock and random source."""
