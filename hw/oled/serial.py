"""How luma's devices reach a bus of ours, I2C or 4-wire SPI: two luma serial interfaces.

luma sends a chip's set-up once, while the device object is made. A display that was missing then, or that lost its
power since, needs it again. So what luma sends is collected until the first ``set_up``, which sends all of it.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, Final

from gpiozero import OutputDevice

from hw.bus.pin_reservation import reserving
from hw.bus.ports import I2cPort, SpiPort

COMMANDS_FOLLOW: Final = 0x00
"""Control byte: Co 0, D/C# 0, so that all octets to the stop condition are commands (SSD1306, 8.1.5.2)."""
DATA_FOLLOWS: Final = 0x40
"""Control byte: Co 0, D/C# 1, so that all octets to the stop condition go to the display's memory."""


SPI_OCTETS: Final = 64
"""Longer transfers time out on some kernels of a Pi 5 (raspberrypi/linux#5696, #6020); the chip sees no difference."""


class Serial(ABC):
    """What a luma device calls, and ``set_up`` for us."""

    def __init__(self) -> None:
        self._collected: list[tuple[bool, bytes]] = []
        self._collecting = True

    def set_up(self) -> None:
        """Send all that was collected; from now on messages go out at once.

        Raises:
            BusError: nothing acknowledged, or the port could not be used.
        """
        self._collecting = False
        self._reset()
        for is_data, octets in self._collected:
            self._transmit(octets, is_data=is_data)

    def command(self, *octets: int) -> None:
        """Send commands with their arguments, as one message."""
        self._send(bytes(octets), is_data=False)

    def data(self, octets: Iterable[int]) -> None:
        """Send octets of the picture, as one message."""
        self._send(bytes(octets), is_data=True)

    def cleanup(self) -> None:  # noqa: B027  # luma calls it; there is nothing to override
        """Nothing: the port belongs to whoever opened it."""

    def _send(self, octets: bytes, *, is_data: bool) -> None:
        if self._collecting:
            self._collected.append((is_data, octets))
        else:
            self._transmit(octets, is_data=is_data)

    @abstractmethod
    def _reset(self) -> None:
        """Bring the chip into its state after power-up, if it has a wire for that."""

    @abstractmethod
    def _transmit(self, octets: bytes, *, is_data: bool) -> None: ...


class I2cSerial(Serial):
    """The chips' I2C protocol: a control byte says what follows.

    Many modules with an SSD1309 acknowledge and show nothing before their RES was low (olikraus/u8g2#825, #2194).
    """

    def __init__(self, port: I2cPort, address: int, *, reset_pin: int | None = None, pin_factory: Any = None) -> None:
        super().__init__()
        self._port = port
        self._address = address
        self._resets = _reset_line(reset_pin, pin_factory)

    def _reset(self) -> None:
        _pulse(self._resets)

    def _transmit(self, octets: bytes, *, is_data: bool) -> None:
        self._port.write(self._address, bytes((DATA_FOLLOWS if is_data else COMMANDS_FOLLOW,)) + octets)


class SpiSerial(Serial):
    """The chips' 4-wire SPI: a pin says what the octets are (SSD1306, 8.1.3)."""

    def __init__(self, port: SpiPort, *, data_command_pin: int, reset_pin: int | None, pin_factory: Any) -> None:
        super().__init__()
        self._port = port
        self._resets: Any = None
        with reserving("display", [data_command_pin, *([] if reset_pin is None else [reset_pin])]) as reserve:
            self._is_data = reserve(OutputDevice(data_command_pin, pin_factory=pin_factory))
            if reset_pin is not None:
                self._resets = reserve(OutputDevice(reset_pin, active_high=False, pin_factory=pin_factory))

    def _reset(self) -> None:
        _pulse(self._resets)

    def _transmit(self, octets: bytes, *, is_data: bool) -> None:
        self._is_data.value = is_data
        for at in range(0, len(octets), SPI_OCTETS):
            self._port.transfer(octets[at : at + SPI_OCTETS])


def _reset_line(pin: int | None, pin_factory: Any) -> Any:
    """The module's RES pin, high; None where it resets itself."""
    if pin is None:
        return None
    with reserving("display", [pin]) as reserve:
        return reserve(OutputDevice(pin, active_high=False, pin_factory=pin_factory))


def _pulse(line: Any) -> None:
    if line is not None:  # 3 us low suffice (SSD1306, 8.9; SSD1309, 8.9); a Pi does not set a pin twice in less
        line.on()
        line.off()
