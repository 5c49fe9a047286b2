"""A simulated I2C bus with twins on it.

A message takes the time that `message_s` says; a loop or a simulated Pi that charges for buses spends it. Not modelled:
levels between two bits, two masters, and a Pi's clock that misreads a short stretch.
"""

from typing import Final, Protocol

from hw.errors import BusError, BusHeld

BITS_PER_BYTE: Final = 9
"""Eight and the acknowledge (UM10204, 3.1.5)."""

I2C_HZ: Final = 100_000
"""A Pi's clock unless config.txt names another."""

STRETCH_LIMIT_S: Final = 35e-3
"""How long a device may hold SCL low until a Pi's controller gives up (raspberrypi/linux#3068)."""

HELD_S: Final = 1.0
"""How long a Pi's driver waits for a message on a held bus, each time (raspberrypi/linux#1379)."""

CLOCKS_TO_FREE: Final = 9
"""Clocks after which a device lets SDA go (UM10204, 3.1.16). A Pi's controller makes none."""


class I2cDevice(Protocol):
    @property
    def missing(self) -> bool:
        """Whether it is unplugged, so that nothing acknowledges."""
        ...

    def receive(self, data: bytes) -> None:
        """Take a message: the bytes after the address byte."""
        ...

    def answer_read(self, count: int) -> bytes:
        """Return ``count`` bytes, those after the address byte."""
        ...


class TwinI2cBus:
    """An ``I2cPort`` with twins; counts start conditions (``messages``) and bytes, address bytes included.

    Attributes:
        held: fault: a device that was cut off in mid-read keeps SDA low, until it loses its power or is clocked free.
        stretch_s: for how long a device keeps SCL low in each message.
        crossed: mistake: SDA and SCL are exchanged, so that no device recognises a start condition.
    """

    def __init__(self) -> None:
        self.crossed = False
        self.held = False
        self.stretch_s = 0.0
        self._clocks = 0
        self.messages = 0
        self.byte_count = 0
        self._devices: dict[int, I2cDevice] = {}

    def attach(self, address: int, device: I2cDevice) -> None:
        """Put a device at a 7-bit address, replacing any other."""
        self._devices[address] = device

    def detach(self, address: int) -> None:
        self._devices.pop(address, None)

    def write(self, address: int, data: bytes) -> None:
        device = self._count_and_find_device(address)
        self.byte_count += len(data)
        device.receive(data)

    def read(self, address: int, count: int) -> bytes:
        device = self._count_and_find_device(address)
        self.byte_count += count
        return device.answer_read(count)

    def close(self) -> None:
        """Do nothing."""

    @property
    def is_stuck(self) -> bool:
        """Whether the controller gives a message up."""
        return self.held or self.stretch_s > STRETCH_LIMIT_S

    def message_s(self, count: int, hertz: int = I2C_HZ) -> float:
        """Return how long a message of ``count`` bytes takes, besides the system call."""
        if self.held:
            return HELD_S
        return BITS_PER_BYTE * (1 + count) / hertz + min(self.stretch_s, STRETCH_LIMIT_S)

    def clock(self) -> None:
        """Take a pulse of SCL that is not part of a message."""
        self._clocks += 1
        self.held = self.held and self._clocks < CLOCKS_TO_FREE

    def _count_and_find_device(self, address: int) -> I2cDevice:
        self.messages += 1
        self.byte_count += 1
        self._clocks = 0
        if self.is_stuck:
            raise BusHeld(
                "i2c",
                seen="SDA or SCL held low",
                expected="a bus that is free",
                remedy="Take the 3.3 V from all that hangs on SDA and SCL for a second. If that does not help, one of "
                "the two wires touches ground.",
            )
        device = self._devices.get(address)
        if device is None or device.missing or self.crossed:
            raise BusError(
                "i2c",
                seen=f"no acknowledge from address 0x{address:02X}",
                expected="the device that table.toml names there",
                remedy="Check its four wires, then its address.",
            )
        return device
