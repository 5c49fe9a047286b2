"""An I2C bus with twins on it: whoever writes to it cannot tell it from a real one.

It does not model time, clock stretching, or a bus held low by a device.
"""

from typing import Protocol

from hw.errors import BusError


class I2cDevice(Protocol):
    """What is wired to a bus at some address."""

    @property
    def missing(self) -> bool:
        """Unplugged: nothing acknowledges."""
        ...

    def receive(self, data: bytes) -> None:
        """Take one message, from after the address byte to the stop condition."""
        ...

    def answer(self, count: int) -> bytes:
        """Say so many bytes, from after the address byte to the stop condition."""
        ...


class TwinI2cBus:
    """An ``I2cPort`` whose devices are twins; counts what passes.

    Attributes:
        messages: start conditions seen.
        byte_count: bytes clocked, address bytes included.
    """

    def __init__(self) -> None:
        self.messages = 0
        self.byte_count = 0
        self._devices: dict[int, I2cDevice] = {}

    def attach(self, address: int, device: I2cDevice) -> None:
        """Put a device at a 7-bit address, instead of the one that was there."""
        self._devices[address] = device

    def write(self, address: int, data: bytes) -> None:
        """One message.

        Raises:
            BusError: no device acknowledges the address.
        """
        device = self._addressed(address)
        self.byte_count += len(data)
        device.receive(data)

    def read(self, address: int, count: int) -> bytes:
        """One message.

        Raises:
            BusError: no device acknowledges the address.
        """
        device = self._addressed(address)
        self.byte_count += count
        return device.answer(count)

    def close(self) -> None:
        """Nothing to give back."""

    def _addressed(self, address: int) -> I2cDevice:
        self.messages += 1
        self.byte_count += 1
        device = self._devices.get(address)
        if device is None or device.missing:
            raise BusError(
                "i2c",
                seen=f"no acknowledge from address 0x{address:02X}",
                expected="the device that table.toml names there",
                remedy="Check its four wires, then its address.",
            )
        return device
