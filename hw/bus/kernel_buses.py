"""Use the kernel's spidev and i2c-dev nodes, reopen lost ones, read the undervoltage alarm.

Each message is one system call. Chip select goes high after each of its transfers.

The firmware raises the alarm below about 4.63 V; the kernel reads it every two seconds (Linux,
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
from hw.errors import BusError, BusHeld


def remedy_to_join_group(group: str) -> str:
    """Return the remedy for a node that the user may not open."""
    import getpass  # only where something is refused

    try:
        user = getpass.getuser()
    except (KeyError, OSError):  # the user is not in /etc/passwd
        user = "$USER"
    return (
        f"Put the user into the group: sudo usermod -aG {group} {user}, then log in again or restart the service; "
        "if the user is already in it: royaltable doctor."
    )


def cannot_open_error(part: str, error: OSError, *, switch_on: str, group: str) -> BusError:
    """The command ``switch_on`` enables the bus."""
    if isinstance(error, PermissionError):
        remedy = remedy_to_join_group(group)
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
    """A node such as ``/dev/spidev0.1``, opened at the start and at the first use after a failure.

    Args:
        switch_on: command that enables the bus.
        group: group with access.
        set_up: configures each new descriptor.

    Attributes:
        descriptor: None while the node is closed.

    Raises:
        BusError: it is missing or access is denied.
    """

    def __init__(self, path: str, *, switch_on: str, group: str, set_up: Callable[[int], None]) -> None:
        self.descriptor: int | None = None
        self._path = path
        self._switch_on = switch_on
        self._group = group
        self._set_up = set_up
        self._closed = False
        self.ensure_open()

    def ensure_open(self) -> int:
        """Open the node if necessary; raise BusError if that fails."""
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
            raise cannot_open_error(self._path, error, switch_on=self._switch_on, group=self._group) from error
        self.descriptor = descriptor
        return descriptor

    def close_and_make_error(self, error: OSError) -> BusError:
        """Close the node, so that the kernel can remove it; return the error to raise."""
        self._close_descriptor()
        return transfer_error(self._path, error)

    def close(self) -> None:
        """Close the node for good; closing twice is fine."""
        self._closed = True
        self._close_descriptor()

    def _close_descriptor(self) -> None:
        if self.descriptor is not None:
            os.close(self.descriptor)
            self.descriptor = None


_TRANSFER: Final = Struct("=QQIIHBBBBBx")
"""``struct spi_ioc_transfer``: both addresses, length, hertz, delay, bits per word, chip select change, unused."""

_WRITE_MODE: Final = 0x4001_6B01
_WRITE_HERTZ: Final = 0x4004_6B04
_MODE_0: Final = bytes(1)

_BATCH_REFUSED_ERRORS: Final = (errno.EINVAL, errno.EMSGSIZE, errno.ENOTTY, errno.EOPNOTSUPP)
"""Errors of bus drivers that take only one transfer per message."""

_ENABLE_SPI_1: Final = "add the line dtoverlay=spi1-3cs to /boot/firmware/config.txt"
_ENABLE_SPI_0: Final = "sudo raspi-config nonint do_spi 0"


class LinuxSpi(SpiPort):
    """A chip select of an SPI bus, mode 0; raise BusError if it is missing or forbidden.

    The next transfer reopens a node that was removed and came back, as with a reloaded overlay.

    Attributes:
        unbatched: whether the kernel takes only one transfer per message.
    """

    def __init__(self, bus: int, chip_select: int, speed_hz: int) -> None:
        self.unbatched = False
        self._hertz = speed_hz
        switch_on = _ENABLE_SPI_1 if bus else _ENABLE_SPI_0
        path = f"/dev/spidev{bus}.{chip_select}"
        self._node = DeviceNode(path, switch_on=switch_on, group="spi", set_up=self._configure_descriptor)

    def transfer(self, data: bytes) -> bytes:
        return self._send_message((data,))[0]

    def transfer_many(self, transfers: Sequence[bytes]) -> Sequence[bytes]:
        if self.unbatched:
            return [self.transfer(data) for data in transfers]
        return self._send_message(tuple(transfers))

    def prepare_transfers(self, transfers: Sequence[bytes]) -> Callable[[], bytes]:
        message = _SpiMessage(transfers, self._hertz)

        def send_prepared() -> bytes:
            descriptor = self._node.descriptor
            if descriptor is not None and not self.unbatched:
                try:
                    fcntl.ioctl(descriptor, message.code, message.request)
                except OSError:
                    pass  # `transfer_many` below raises what is wrong
                else:
                    return message.came.raw
            return b"".join(self.transfer_many(transfers))

        return send_prepared

    def close(self) -> None:
        self._node.close()

    def _send_message(self, transfers: tuple[bytes, ...]) -> Sequence[bytes]:
        descriptor = self._node.ensure_open()
        message = _SpiMessage(transfers, self._hertz)
        try:
            fcntl.ioctl(descriptor, message.code, message.request)
        except OSError as error:
            if len(transfers) > 1 and error.errno in _BATCH_REFUSED_ERRORS:
                answers = [self.transfer(data) for data in transfers]
                self.unbatched = True  # single transfers work, so the kernel refuses batches
                return answers
            raise self._node.close_and_make_error(error) from error
        return message.received_parts()

    def _configure_descriptor(self, descriptor: int) -> None:
        fcntl.ioctl(descriptor, _WRITE_MODE, _MODE_0)
        fcntl.ioctl(descriptor, _WRITE_HERTZ, self._hertz.to_bytes(4, "little"))


class _SpiMessage:
    """``SPI_IOC_MESSAGE`` with its buffers; ``code`` includes the number of transfers, ``came`` gets answers."""

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

    def received_parts(self) -> Sequence[bytes]:
        came = self.came.raw
        return [came[part] for part in self._parts]


_SET_ADDRESS_IOCTL: Final = 0x0703
"""``I2C_SLAVE``: address of the next messages (include/uapi/linux/i2c-dev.h)."""

_NO_ACKNOWLEDGE_ERRORS: Final = (errno.ENXIO, errno.EREMOTEIO)
"""Errors for an address without acknowledge, depending on the bus driver."""

ResultT = TypeVar("ResultT")

_ADDRESS_TAKEN_ERROR: Final = errno.EBUSY
"""Error for an address that a kernel driver uses."""


class LinuxI2c:
    """One I2C bus; raise BusError if it is missing or access is denied.

    A failure closes the bus, since the kernel cannot remove an open one; the next message reopens it.
    """

    def __init__(self, bus: int) -> None:
        self._bus = bus
        switch_on = "sudo raspi-config nonint do_i2c 0"
        self._node = DeviceNode(f"/dev/i2c-{bus}", switch_on=switch_on, group="i2c", set_up=lambda _: None)

    def write(self, address: int, data: bytes) -> None:
        self._call_addressed(address, lambda descriptor: os.write(descriptor, data))

    def read(self, address: int, count: int) -> bytes:
        return self._call_addressed(address, lambda descriptor: os.read(descriptor, count))

    def close(self) -> None:
        self._node.close()

    def _call_addressed(self, address: int, call: Callable[[int], ResultT]) -> ResultT:
        descriptor = self._node.ensure_open()
        try:
            fcntl.ioctl(descriptor, _SET_ADDRESS_IOCTL, address)
            return call(descriptor)
        except OSError as error:
            raise self._close_and_diagnose(address, error) from error

    def _close_and_diagnose(self, address: int, error: OSError) -> BusError:
        fault = self._node.close_and_make_error(error)
        if error.errno in _NO_ACKNOWLEDGE_ERRORS:
            return BusError(
                fault.part,
                seen=f"no acknowledge from address 0x{address:02X}",
                expected="the device that table.toml names there",
                remedy=f"Check its four wires, then its address: i2cdetect -y {self._bus}",
            )
        if error.errno == errno.ETIMEDOUT:
            return BusHeld(
                fault.part,
                seen="SDA or SCL held low",
                expected="a bus that is free",
                remedy="Take the 3.3 V from all that hangs on SDA and SCL for a second. If that does not help, one of "
                "the two wires touches ground.",
            )
        if error.errno == _ADDRESS_TAKEN_ERROR:
            return BusError(
                fault.part,
                seen=f"a driver of the kernel at address 0x{address:02X}",
                expected="an address that no kernel driver uses",
                remedy="Remove the display's own dtoverlay line from /boot/firmware/config.txt, then sudo reboot",
            )
        return fault


HWMON_FOLDER: Final = Path("/sys/class/hwmon")
UNDERVOLTAGE_SENSOR: Final = "rpi_volt"
UNDERVOLTAGE_ALARM_FILE: Final = "in0_lcrit_alarm"


def read_undervoltage_alarm(sensors: Path = HWMON_FOLDER) -> bool | None:
    """Return None if no sensor can be read."""
    try:
        for sensor in sorted(sensors.iterdir()):
            if (sensor / "name").read_text(encoding="ascii").strip() == UNDERVOLTAGE_SENSOR:
                return (sensor / UNDERVOLTAGE_ALARM_FILE).read_text(encoding="ascii").strip() != "0"
    except OSError:
        return None
    return None
