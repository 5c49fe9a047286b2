"""The protocols of the buses: a driver holds one of these and never knows what is behind it."""

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from hw.errors import BusError, HardwareError

if TYPE_CHECKING:
    from hw.speech.programs import SpeechPort, Voice


class SpiPort(ABC):
    """One device on an SPI bus: mode 0, most significant bit first, its own chip select."""

    @abstractmethod
    def transfer(self, data: bytes) -> bytes:
        """Clock ``bytes`` out with chip select low and return as many bytes.

        Raises:
            BusError: the port could not be used.
        """

    def message(self, transfers: Sequence[bytes]) -> Sequence[bytes]:
        """Transfer one after the other, chip select high between them, in one system call where the port can.

        Raises:
            BusError: the port could not be used.
        """
        return [self.transfer(data) for data in transfers]

    def prepare(self, transfers: Sequence[bytes]) -> Callable[[], bytes]:
        """Return what sends these transfers tens of times a second, and gives what came back, end to end.

        Calling it raises:
            BusError: the port could not be used.
        """
        return lambda: b"".join(self.message(transfers))

    def close(self) -> None:  # noqa: B027  # most have nothing to give back
        """Give the port back; closing twice is fine."""


class I2cPort(Protocol):
    """One I2C bus; each call is one message from start to stop condition."""

    def write(self, address: int, data: bytes) -> None:
        """Send ``bytes`` to the 7-bit ``address``.

        Raises:
            BusError: nothing acknowledged.
        """
        ...

    def read(self, address: int, count: int) -> bytes:
        """Take ``count`` bytes that the 7-bit ``address`` has to say.

        Raises:
            BusError: nothing acknowledged.
        """
        ...

    def close(self) -> None:
        """Give the port back; closing twice is fine."""
        ...


class SerialPort(Protocol):
    """One open serial line, 8 data bits; what comes in is told by the callbacks it was opened with."""

    def write(self, data: bytes) -> None:
        """Hand bytes to the line without waiting; what the other end does not take in time is dropped."""
        ...

    def close(self) -> None:
        """Give the port back; nothing more is told. Closing twice is fine."""
        ...


Received = Callable[[bytes], None]
"""Told of bytes that came over a serial line."""

Lost = Callable[[BusError], None]
"""Told once that an open port is gone, as when its cable was pulled; the port is closed by then."""


class Ports(Protocol):
    """All buses and pins of one machine: the Pi's own, or those of a twin table."""

    def spi(self, bus: int, chip_select: int) -> SpiPort:
        """Open chip select ``chip_select`` of SPI bus ``bus``."""
        ...

    @property
    def unbatched(self) -> Collection[tuple[int, int]]:
        """Bus and chip select of the SPI ports in use that turned out to take one transfer a call."""
        ...

    def i2c(self, bus: int) -> I2cPort:
        """Open I2C bus ``bus``."""
        ...

    def serial_ports(self) -> Sequence[str]:
        """Where castle boards may be plugged in at this moment."""
        ...

    def serial(self, place: str, received: Received, lost: Lost) -> SerialPort:
        """Open the serial port at ``place``, inside a running loop.

        Raises:
            BusError: it is not there, in use, or may not be used.
        """
        ...

    def pin_factory(self) -> Any:  # gpiozero.Factory; gpiozero has no types
        """The gpiozero factory that makes this machine's pins (BCM numbers)."""
        ...

    def board_pins(self, board: str) -> Any:
        """The gpiozero factory for the pins of a castle board that has pins of its own.

        Raises:
            BusError: this machine cannot reach the pins of any board.
        """
        ...

    def speech(self, voice: "Voice") -> "SpeechPort":
        """The machine's loudspeaker, with that voice."""
        ...

    def undervoltage(self) -> bool | None:
        """Whether the machine's supply is too weak; None where nothing measures it."""
        ...

    def utc_now(self) -> datetime:
        """The wall clock, which people and networks set as they like; nothing may be judged by it."""
        ...

    def close(self) -> None:
        """Release every port and pin."""
        ...


D = TypeVar("D")


class Reserve(Protocol):
    """Remembers a device, to close it if a later one fails."""

    def __call__(self, device: D, /) -> D:
        """The device itself."""
        ...


@contextmanager
def reserving(part: str, pins: Sequence[int]) -> Iterator[Reserve]:
    """Make gpiozero's devices inside and pass each through what this gives; after a fault all are closed again.

    Raises:
        BusError: a pin does not exist, is in use, or cannot be reached.
    """
    reserved: list[Any] = []

    def reserve(device: D, /) -> D:
        reserved.append(device)
        return device

    try:
        yield reserve
    except HardwareError:
        _close(reserved)
        raise
    except _pin_errors() as fault:
        _close(reserved)
        raise BusError(
            part,
            seen=f"{type(fault).__name__}: {fault}",
            expected=f"pins {', '.join(str(pin) for pin in pins)} (BCM numbers), each free",
            remedy="Give each part pins of its own in table.toml, and end what else uses them.",
        ) from fault


def _pin_errors() -> tuple[type[Exception], ...]:
    from gpiozero import GPIOZeroError  # heavy, and ports are for machines without pins, too

    lgpio = sys.modules.get("lgpio")  # there on a Pi only
    return (GPIOZeroError, OSError) if lgpio is None else (GPIOZeroError, OSError, lgpio.error)


def _close(devices: list[Any]) -> None:
    for device in reversed(devices):
        device.close()
