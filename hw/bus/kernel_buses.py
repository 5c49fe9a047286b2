"""The kernel's spidev and i2c-dev without a package, their nodes, opened anew when lost, and its word on the supply.

Every message is one system call. Between two transfers of one message the chip select goes high, as it does between
two messages.

The firmware watches for less than about 4.63 V; the driver asks it every two seconds (Linux,
Documentation/hwmon/raspberrypi-hwmon.rst).
"""

import ctypes
import errno
import fcntl
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from struct import Struct
from typing import Final, TypeVar

from hw.bus.ports import SpiPort
from hw.errors import BusError


def group_remedy(group: str) -> str:
    """The cure where the kernel refuses whoever this runs as; where he is in the group, the node itself may not be."""
    import getpass  # only where something is refused

    try:
        user = getpass.getuser()
    except (KeyError, OSError):  # nobody in /etc/passwd
        user = "$USER"
    return (
        f"Put the user into the group: sudo usermod -aG {group} {user}, then log in again or restart the service; "
        "if he is in it: royaltable doctor."
    )


def cannot_open(part: str, error: OSError, *, switch_on: str, group: str) -> BusError:
    """The node of a bus is not there, or may not be used; ``switch_on`` is what makes the kernel have it."""
    if isinstance(error, PermissionError):
        remedy = group_remedy(group)
    else:
        remedy = f"Switch the bus on: {switch_on}, then sudo reboot"
    return BusError(part, seen=error.strerror or str(error), expected="a bus that can be opened", remedy=remedy)


def transfer_error(part: str, error: OSError) -> BusError:
    return BusError(
        part,
        seen=error.strerror or str(error),
        expected="a transfer",
        remedy="Look at the kernel's messages: sudo dmesg | tail",
    )


class DeviceNode:
    """A node such as ``/dev/spidev0.1``; open from the start, and again at the first use after a failure.

    Args:
        path: where it is.
        switch_on: what makes the kernel have it.
        group: whose members may use it.
        set_up: what every new descriptor is told.

    Attributes:
        descriptor: None while it is not open.

    Raises:
        BusError: it is missing, or may not be used.
    """

    def __init__(self, path: str, *, switch_on: str, group: str, set_up: Callable[[int], None]) -> None:
        self.descriptor: int | None = None
        self._path = path
        self._switch_on = switch_on
        self._group = group
        self._set_up = set_up
        self._closed = False
        self.open()

    def open(self) -> int:
        """The descriptor.

        Raises:
            BusError: it cannot be opened.
        """
        if self.descriptor is not None:
            return self.descriptor
        if self._closed:
            raise transfer_error(self._path, OSError(errno.EBADF, os.strerror(errno.EBADF)))
        descriptor = None
        try:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CLOEXEC)
            self._set_up(descriptor)
        except OSError as error:
            if descriptor is not None:
                os.close(descriptor)
            raise cannot_open(self._path, error, switch_on=self._switch_on, group=self._group) from error
        self.descriptor = descriptor
        return descriptor

    def transfer_error(self, error: OSError) -> BusError:
        """What is told of a transfer that transfer_error; the kernel may take the node away now."""
        self._release()
        return transfer_error(self._path, error)

    def close(self) -> None:
        """Give it back, for good; closing twice is fine."""
        self._closed = True
        self._release()

    def _release(self) -> None:
        if self.descriptor is not None:
            os.close(self.descriptor)
            self.descriptor = None


_TRANSFER: Final = Struct("=QQIIHBBBBBx")
"""``struct spi_ioc_transfer``: both buffers, bytes, hertz, delay, bits a word, chip select change, and what is 0."""

_WRITE_MODE: Final = 0x4001_6B01
_WRITE_HERTZ: Final = 0x4004_6B04
_MODE_0: Final = bytes(1)

_REFUSED: Final = (errno.EINVAL, errno.EMSGSIZE, errno.ENOTTY, errno.EOPNOTSUPP)
"""How a bus driver says that it does not take several transfers at once."""

_SPI_1: Final = "add the line dtoverlay=spi1-3cs to /boot/firmware/config.txt"
_SPI_0: Final = "sudo raspi-config nonint do_spi 0"


class LinuxSpi(SpiPort):
    """One chip select of one SPI bus; mode 0.

    A node that goes and comes back, as when an overlay is loaded anew, is opened anew by the next transfer.

    Attributes:
        unbatched: the kernel refuses several transfers in a message, so each is a system call of its own.

    Raises:
        BusError: the bus is missing, or may not be used.
    """

    def __init__(self, bus: int, chip_select: int, speed_hz: int) -> None:
        self.unbatched = False
        self._hertz = speed_hz
        switch_on = _SPI_1 if bus else _SPI_0
        path = f"/dev/spidev{bus}.{chip_select}"
        self._node = DeviceNode(path, switch_on=switch_on, group="spi", set_up=self._set_up)

    def transfer(self, data: bytes) -> bytes:
        return self._send((data,))[0]

    def message(self, transfers: Sequence[bytes]) -> Sequence[bytes]:
        if self.unbatched:
            return [self.transfer(data) for data in transfers]
        return self._send(tuple(transfers))

    def prepare(self, transfers: Sequence[bytes]) -> Callable[[], bytes]:
        message = _Message(transfers, self._hertz)

        def send() -> bytes:
            descriptor = self._node.descriptor
            if descriptor is not None and not self.unbatched:
                try:
                    fcntl.ioctl(descriptor, message.code, message.request)
                except OSError:
                    pass  # sent once more, it tells what is wrong
                else:
                    return message.came.raw
            return b"".join(self.message(transfers))

        return send

    def close(self) -> None:
        self._node.close()

    def _send(self, transfers: tuple[bytes, ...]) -> Sequence[bytes]:
        descriptor = self._node.open()
        message = _Message(transfers, self._hertz)
        try:
            fcntl.ioctl(descriptor, message.code, message.request)
        except OSError as error:
            if len(transfers) > 1 and error.errno in _REFUSED:
                answers = [self.transfer(data) for data in transfers]
                self.unbatched = True  # single ones work, so it is not the chip
                return answers
            raise self._node.transfer_error(error) from error
        return message.answers()

    def _set_up(self, descriptor: int) -> None:
        fcntl.ioctl(descriptor, _WRITE_MODE, _MODE_0)
        fcntl.ioctl(descriptor, _WRITE_HERTZ, self._hertz.to_bytes(4, "little"))


class _Message:
    """``SPI_IOC_MESSAGE``, with the buffers that it points at.

    Attributes:
        code: the request's number; it holds how many transfers follow.
        request: the transfers as the kernel takes them.
        came: the buffer of what comes back.
    """

    def __init__(self, transfers: Sequence[bytes], hertz: int) -> None:
        out = b"".join(transfers)
        self._out = ctypes.create_string_buffer(out, len(out))
        self.came = ctypes.create_string_buffer(len(out))
        out_at, in_at = ctypes.addressof(self._out), ctypes.addressof(self.came)
        self._parts: list[slice] = []
        request = bytearray()
        at = 0
        for number, data in enumerate(transfers, start=1):
            change_select = number < len(transfers)
            request += _TRANSFER.pack(out_at + at, in_at + at, len(data), hertz, 0, 8, change_select, 0, 0, 0)
            self._parts.append(slice(at, at + len(data)))
            at += len(data)
        self.request = bytes(request)
        self.code: Final = 0x4000_6B00 | len(request) << 16

    def answers(self) -> Sequence[bytes]:
        came = self.came.raw
        return [came[part] for part in self._parts]


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

    def write(self, address: int, data: bytes) -> None:
        self._message(address, lambda descriptor: os.write(descriptor, data))

    def read(self, address: int, count: int) -> bytes:
        return self._message(address, lambda descriptor: os.read(descriptor, count))

    def close(self) -> None:
        self._node.close()

    def _message(self, address: int, call: Callable[[int], Result]) -> Result:
        descriptor = self._node.open()
        try:
            fcntl.ioctl(descriptor, _ADDRESS, address)
            return call(descriptor)
        except OSError as error:
            raise self._explain(address, error) from error

    def _explain(self, address: int, error: OSError) -> BusError:
        fault = self._node.transfer_error(error)
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


SENSORS: Final = Path("/sys/class/hwmon")
SENSOR: Final = "rpi_volt"
ALARM: Final = "in0_lcrit_alarm"


def undervoltage(sensors: Path = SENSORS) -> bool | None:
    """Whether the supply was too weak in the last seconds; None where no such sensor can be read."""
    try:
        for sensor in sorted(sensors.iterdir()):
            if (sensor / "name").read_text(encoding="ascii").strip() == SENSOR:
                return (sensor / ALARM).read_text(encoding="ascii").strip() != "0"
    except OSError:
        return None
    return None
