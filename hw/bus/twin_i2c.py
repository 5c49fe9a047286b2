"""A simulated I2C bus with twins on it.

Not modelled: time, clock stretching, or a bus held low by a device.
"""

from typing import Protocol

from hw.errors import BusError


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
        crossed: mistake: SDA and SCL are exchanged, so that no device recognises a start condition.
    """

    def __init__(self) -> None:
        self.crossed = False
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

    def _count_and_find_device(self, address: int) -> I2cDevice:
        self.messages += 1
        self.byte_count += 1
        device = self._devices.get(address)
        if device is None or device.missing or self.crossed:
            raise BusError(
                "i2c",
                seen=f"no acknowledge from address 0x{address:02X}",
                expected="the device that table.toml names there",
                remedy="Check its four wires, then its address.",
            )
        return device
