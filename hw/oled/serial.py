"""How luma's devices reach a bus of ours: octets of the chips' I2C protocol over an ``I2cPort``."""

from collections.abc import Iterable
from typing import Final

from hw.bus.ports import I2cPort

COMMANDS_FOLLOW: Final = 0x00
"""Control byte: Co 0, D/C# 0, so that all octets to the stop condition are commands (SSD1306, 8.1.5.2)."""
DATA_FOLLOWS: Final = 0x40
"""Control byte: Co 0, D/C# 1, so that all octets to the stop condition go to the display's memory."""


class I2cSerial:
    """A luma serial interface that keeps the set-up of its chip.

    luma sends a chip's set-up once, while the device object is made. A display that was missing then, or lost
    its power since, needs it again. So messages are collected until the first ``set_up`` sends them.
    """

    def __init__(self, port: I2cPort, address: int) -> None:
        self._port = port
        self._address = address
        self._set_up: list[bytes] = []
        self._collecting = True

    def set_up(self) -> None:
        """Send all that was collected; from now on messages go out at once.

        Raises:
            BusError: nothing acknowledged.
        """
        self._collecting = False
        for message in self._set_up:
            self._port.write(self._address, message)

    def command(self, *octets: int) -> None:
        """Send commands with their arguments, as one message."""
        self._send(bytes((COMMANDS_FOLLOW, *octets)))

    def data(self, octets: Iterable[int]) -> None:
        """Send octets of the picture, as one message."""
        self._send(bytes((DATA_FOLLOWS, *octets)))

    def cleanup(self) -> None:
        """Nothing: the port belongs to whoever opened it."""

    def _send(self, message: bytes) -> None:
        if self._collecting:
            self._set_up.append(message)
        else:
            self._port.write(self._address, message)
