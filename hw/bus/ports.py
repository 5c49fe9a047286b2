"""Interfaces of buses and pins. A driver holds a port and cannot tell a part from its simulated twin."""

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
        """Send ``data`` with chip select low; return the answer of the same length or raise BusError."""

    def transfer_many(self, transfers: Sequence[bytes]) -> Sequence[bytes]:
        """Make transfers, chip select high between them, in one system call if possible; may raise BusError."""
        return [self.transfer(data) for data in transfers]

    def prepare_transfers(self, transfers: Sequence[bytes]) -> Callable[[], bytes]:
        """Answers are joined; the returned function raises BusError."""
        return lambda: b"".join(self.transfer_many(transfers))

    def close(self) -> None:  # noqa: B027  # most have nothing to close
        """Close the port; closing twice is fine."""


class I2cPort(Protocol):
    """One I2C bus; each call is one message from start to stop condition."""

    def write(self, address: int, data: bytes) -> None:
        """Send ``data`` to the 7-bit ``address``; raise BusError if nothing acknowledged."""
        ...

    def read(self, address: int, count: int) -> bytes:
        """Read ``count`` bytes from the 7-bit ``address``; raise BusError if nothing acknowledged."""
        ...

    def close(self) -> None:
        """Close the port; closing twice is fine."""
        ...


class SerialPort(Protocol):
    """An open serial port, 8 data bits; input goes to the callbacks given at opening."""

    def write(self, data: bytes) -> None:
        """Send bytes without waiting; drop what is not taken in time."""
        ...

    def close(self) -> None:
        """Close the port and make no more callbacks; closing twice is fine."""
        ...


OnBytes = Callable[[bytes], None]

OnConnectionLost = Callable[[BusError], None]
"""Called once when an open port is lost, as by a pulled cable; it is closed by then."""


class Ports(Protocol):
    """All buses and pins of a machine: a Pi or a simulated table."""

    def spi_port(self, bus: int, chip_select: int) -> SpiPort: ...

    @property
    def unbatched_spi_ports(self) -> Collection[tuple[int, int]]:
        """Bus and chip select of open SPI ports that take one transfer per system call."""
        ...

    def i2c_port(self, bus: int) -> I2cPort: ...

    def serial_port_names(self) -> Sequence[str]:
        """Return the serial ports at which castle boards may be now."""
        ...

    def open_serial_port(self, place: str, received: OnBytes, lost: OnConnectionLost) -> SerialPort:
        """Open a port inside a running loop; raise BusError if it is missing, in use or forbidden."""
        ...

    def pin_factory(self) -> Any:  # gpiozero.Factory; gpiozero has no types
        """Return the gpiozero factory of this machine's pins (BCM numbers)."""
        ...

    def board_pin_factory(self, board: str) -> Any:
        """Return a gpiozero factory; raise BusError if the pins are unreachable."""
        ...

    def speech_port(self, voice: "Voice") -> "SpeechPort": ...

    def undervoltage(self) -> bool | None:
        """Return whether the supply is too weak; None without a sensor."""
        ...

    def utc_now(self) -> datetime:
        """Return wall-clock time, which may jump: for display only."""
        ...

    def close(self) -> None: ...


DeviceT = TypeVar("DeviceT")


class RegisterForClosing(Protocol):
    """Register a device, to close it if a later one fails."""

    def __call__(self, device: DeviceT, /) -> DeviceT: ...


@contextmanager
def closing_devices_on_error(part: str, pins: Sequence[int]) -> Iterator[RegisterForClosing]:
    """Yield a function that registers gpiozero devices; close them after an error.

    Raises:
        BusError: a pin does not exist, is in use, or is not accessible.
    """
    reserved: list[Any] = []

    def register_for_closing(device: DeviceT, /) -> DeviceT:
        reserved.append(device)
        return device

    try:
        yield register_for_closing
    except HardwareError:
        _close_all(reserved)
        raise
    except _pin_error_types() as fault:
        _close_all(reserved)
        raise BusError(
            part,
            seen=f"{type(fault).__name__}: {fault}",
            expected=f"pins {', '.join(str(pin) for pin in pins)} (BCM numbers), each free",
            remedy="Give each part its own pins in table.toml, and end other programs that use them.",
        ) from fault


def _pin_error_types() -> tuple[type[Exception], ...]:
    from gpiozero import GPIOZeroError  # heavy; some machines have no pins

    lgpio = sys.modules.get("lgpio")  # on a Pi only
    return (GPIOZeroError, OSError) if lgpio is None else (GPIOZeroError, OSError, lgpio.error)


def _close_all(devices: list[Any]) -> None:
    for device in reversed(devices):
        device.close()
