"""The Pi's buses and pins as ports: the kernel's spidev, i2c-dev and GPIO chip.

lgpio or RPi.GPIO is imported with the first pin, so that this module loads anywhere.
"""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Literal

from hw.bus import gpio, kernel_buses
from hw.bus.kernel_buses import LinuxI2c, LinuxSpi
from hw.bus.ports import OnBytes, OnConnectionLost
from hw.errors import BusError

if TYPE_CHECKING:
    from hw.bus.serial_line import SerialLine
    from hw.speech.programs import SpeechPort, Voice

SPI_HZ: Final = 2_000_000
"""For wires up to 30 cm (40 over the kit's console board: kit/electrical/spi.cir) and several modules on one MISO; 1 m
needs 1 MHz. An MFRC522 allows 10 MHz (8.1.2)."""


class LinuxPorts:
    """All buses and pins of this Pi (`hw.bus.ports.Ports`).

    SPI and I2C ports open on first use and close with `close`; each call of `serial` opens a port.

    Args:
        spi_hz: clock of every SPI bus.
        pins: package behind gpiozero.
    """

    def __init__(self, *, spi_hz: int = SPI_HZ, pins: Literal["lgpio", "rpigpio"] = "lgpio") -> None:
        self._spi_hz = spi_hz
        self._pins_by = pins
        self._spi: dict[tuple[int, int], LinuxSpi] = {}
        self._i2c: dict[int, LinuxI2c] = {}
        self._pins: Any = None  # gpiozero has no types

    def spi_port(self, bus: int, chip_select: int) -> LinuxSpi:
        where = (bus, chip_select)
        if where not in self._spi:
            self._spi[where] = LinuxSpi(bus, chip_select, self._spi_hz)
        return self._spi[where]

    @property
    def unbatched_spi_ports(self) -> Collection[tuple[int, int]]:
        return [where for where, port in self._spi.items() if port.unbatched]

    def i2c_port(self, bus: int) -> LinuxI2c:
        if bus not in self._i2c:
            self._i2c[bus] = LinuxI2c(bus)
        return self._i2c[bus]

    def serial_port_names(self) -> Sequence[str]:
        from hw.bus.serial_line import find_micropython_ports  # only where there are boards

        return find_micropython_ports()

    def open_serial_port(self, place: str, received: OnBytes, lost: OnConnectionLost) -> "SerialLine":
        from hw.bus.serial_line import SerialLine  # as above

        return SerialLine(place, received, lost)

    def pin_factory(self) -> Any:
        if self._pins is None:
            self._pins = gpio.lgpio_pin_factory() if self._pins_by == "lgpio" else gpio.rpi_gpio_pin_factory()
        return self._pins

    def board_pin_factory(self, board: str) -> Any:
        raise BusError(
            f"{board} board",
            seen="buttons and lamps on a castle board",
            expected="buttons and lamps on the Pi's pins",
            remedy='Wire them to free pins of the Pi and say board = "pi" in table.toml, or leave them out.',
        )

    def speech_port(self, voice: "Voice") -> "SpeechPort":
        from hw.speech.programs import ProgramSpeech  # only where a table speaks

        return ProgramSpeech(voice)

    def undervoltage(self) -> bool | None:
        return kernel_buses.read_undervoltage_alarm()

    def utc_now(self) -> datetime:
        return datetime.now(UTC)

    def close(self) -> None:
        for spi in self._spi.values():
            spi.close()
        for i2c in self._i2c.values():
            i2c.close()
        self._spi.clear()
        self._i2c.clear()
        if self._pins is not None:
            self._pins.close()
            self._pins = None
