"""Serial cable to a simulated castle board. Not modelled: baud rate, flow control, USB's packets."""

import asyncio
from collections.abc import Callable, Iterator
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
    """

    def __init__(self, chance: Random) -> None:
        self.plugged = True
        self.noise = 0.0
        self.pulls = 0
        self.board: BoardEnd | None = None
        self.host_end: Callable[[Cable, str, OnBytes, OnConnectionLost], HostEnd] = TwinSerial
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

    def plug(self) -> None:
        self.plugged = True

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
