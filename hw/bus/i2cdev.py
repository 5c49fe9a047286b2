"""The kernel's i2c-dev without a package: a message is a write or a read (Linux, i2c/dev-interface.rst)."""

import errno
import fcntl
import os
from collections.abc import Callable
from typing import Final, TypeVar

from hw.bus.device_node import DeviceNode
from hw.errors import BusError

_ADDRESS: Final = 0x0703
"""``I2C_SLAVE``: whom the next messages are for (include/uapi/linux/i2c-dev.h)."""

_NO_DEVICE: Final = (errno.ENXIO, errno.EREMOTEIO)
"""What the kernel says when nobody acknowledges an address; which of them depends on the bus driver."""

Result = TypeVar("Result")

_TAKEN: Final = errno.EBUSY
"""What it says when a driver of its own has the address."""


class LinuxI2c:
    """One I2C bus.

    A bus that goes and comes back is opened anew by the next message. The kernel does not let one go that somebody has
    open, so after each failure nobody has.

    Raises:
        BusError: the bus is missing, or may not be used.
    """

    def __init__(self, bus: int) -> None:
        self._bus = bus
        switch_on = "sudo raspi-config nonint do_i2c 0"
        self._node = DeviceNode(f"/dev/i2c-{bus}", switch_on=switch_on, group="i2c", set_up=lambda _: None)

    def write(self, address: int, octets: bytes) -> None:
        """As `I2cPort.write`."""
        self._message(address, lambda descriptor: os.write(descriptor, octets))

    def read(self, address: int, count: int) -> bytes:
        """As `I2cPort.read`."""
        return self._message(address, lambda descriptor: os.read(descriptor, count))

    def close(self) -> None:
        """As `I2cPort.close`."""
        self._node.close()

    def _message(self, address: int, call: Callable[[int], Result]) -> Result:
        descriptor = self._node.opened()
        try:
            fcntl.ioctl(descriptor, _ADDRESS, address)
            return call(descriptor)
        except OSError as error:
            raise self._why(address, error) from error

    def _why(self, address: int, error: OSError) -> BusError:
        fault = self._node.failed(error)
        if error.errno in _NO_DEVICE:
            return BusError(
                fault.part,
                seen=f"no acknowledge from address 0x{address:02X}",
                expected="the device that table.toml names there",
                remedy=f"Check its four wires, then its address: i2cdetect -y {self._bus}",
            )
        if error.errno == _TAKEN:
            return BusError(
                fault.part,
                seen=f"a driver of the kernel at address 0x{address:02X}",
                expected="an address that is ours alone",
                remedy="Remove the display's own dtoverlay line from /boot/firmware/config.txt, then sudo reboot",
            )
        return fault
