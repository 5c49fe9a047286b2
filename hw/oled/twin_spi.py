"""A display's twin on 4-wire SPI: the level of the D/C# pin says what the octets are (SSD1306, 8.1.3).

It does not model the reset pin, nor clock speed.
"""

from hw.bus.mock_pins import TwinPinFactory
from hw.bus.twin_i2c import I2cDevice


class TwinSpiDisplay:
    """An ``SpiPort`` with a display behind it; counts what passes.

    Attributes:
        messages: times that chip select went low.
        octets: octets clocked.
    """

    def __init__(self, display: I2cDevice, pin_factory: TwinPinFactory, data_command_pin: int) -> None:
        self.messages = 0
        self.octets = 0
        self._display = display
        self._factory = pin_factory
        self._pin = data_command_pin

    def transfer(self, octets: bytes) -> bytes:
        """Take octets; the module has no wire for an answer."""
        self.messages += 1
        self.octets += len(octets)
        if not self._display.missing:
            is_data = bool(self._factory.level(self._pin))
            self._display.receive(bytes((0x40 if is_data else 0x00,)) + octets)
        return bytes(len(octets))

    def close(self) -> None:
        """Nothing to give back."""
