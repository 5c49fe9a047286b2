"""How the display's chip is reached over a bus of ours: I2C or 4-wire SPI."""

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

DISPLAY_OFF: Final = 0x40
"""D6 of the octet that is read after commands (SSD1306, 8.1.5.1 and table 9-1; SH1106, Read Status)."""

SPI_OCTETS: Final = 64
"""Longer transfers time out on some kernels of a Pi 5 (raspberrypi/linux#5696, #6020); the chip sees no difference."""


class Serial(ABC):
    """What a chip is told over."""

    @abstractmethod
    def reset(self) -> None:
        """Bring the chip into its state after power-up, if it has a wire for that."""

    def command(self, *octets: int) -> None:
        """Send commands with their arguments, as one message.

        Raises:
            BusError: nothing acknowledged, or the port could not be used.
        """
        self._transmit(bytes(octets), is_data=False)

    def data(self, octets: Iterable[int]) -> None:
        """Send octets of the picture, as one message.

        Raises:
            BusError: as `command`.
        """
        self._transmit(bytes(octets), is_data=True)

    def is_dark(self) -> bool | None:
        """Whether the chip says that its display is off, as after power-up; None over SPI, which reads nothing.

        The message before must have been commands.

        Raises:
            BusError: as `command`.
        """
        return None

    @abstractmethod
    def _transmit(self, octets: bytes, *, is_data: bool) -> None: ...


class I2cSerial(Serial):
    """The chips' I2C protocol: a control byte says what follows.

    Many modules with an SSD1309 acknowledge and show nothing before their RES was low (olikraus/u8g2#825, #2194).
    """

    def __init__(self, port: I2cPort, address: int, *, reset_pin: int | None = None, pin_factory: Any = None) -> None:
        self._port = port
        self._address = address
        self._resets = _reset_line(reset_pin, pin_factory)

    def reset(self) -> None:
        """As `Serial.reset`."""
        _pulse(self._resets)

    def is_dark(self) -> bool | None:
        """As `Serial.is_dark`."""
        return bool(self._port.read(self._address, 1)[0] & DISPLAY_OFF)

    def _transmit(self, octets: bytes, *, is_data: bool) -> None:
        self._port.write(self._address, bytes((DATA_FOLLOWS if is_data else COMMANDS_FOLLOW,)) + octets)


class SpiSerial(Serial):
    """The chips' 4-wire SPI: a pin says what the octets are (SSD1306, 8.1.3)."""

    def __init__(self, port: SpiPort, *, data_command_pin: int, reset_pin: int | None, pin_factory: Any) -> None:
        self._port = port
        self._resets: Any = None
        with reserving("display", [data_command_pin, *([] if reset_pin is None else [reset_pin])]) as reserve:
            self._is_data = reserve(OutputDevice(data_command_pin, pin_factory=pin_factory))
            if reset_pin is not None:
                self._resets = reserve(OutputDevice(reset_pin, active_high=False, pin_factory=pin_factory))

    def reset(self) -> None:
        """As `Serial.reset`."""
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
