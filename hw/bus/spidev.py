"""The kernel's spidev without a package: several transfers in one message (include/uapi/linux/spi/spidev.h).

Every message is one system call. Between two transfers of one message the chip select goes high, as it does between
two messages.
"""

import ctypes
import errno
import fcntl
from collections.abc import Callable, Sequence
from struct import Struct
from typing import Final

from hw.bus.device_node import DeviceNode

_TRANSFER: Final = Struct("=QQIIHBBBBBx")
"""``struct spi_ioc_transfer``: both buffers, octets, hertz, delay, bits a word, chip select change, and what is 0."""

_WRITE_MODE: Final = 0x4001_6B01
_WRITE_HERTZ: Final = 0x4004_6B04
_MODE_0: Final = bytes(1)

_REFUSED: Final = (errno.EINVAL, errno.EMSGSIZE, errno.ENOTTY, errno.EOPNOTSUPP)
"""How a bus driver says that it does not take several transfers at once."""

PREPARED_AT_MOST: Final = 32
"""Messages that are kept ready; a reader sends the same few all evening, and those with UIDs come and go."""

_SPI_1: Final = "add the line dtoverlay=spi1-3cs to /boot/firmware/config.txt"
_SPI_0: Final = "sudo raspi-config nonint do_spi 0"


class LinuxSpi:
    """One chip select of one SPI bus; mode 0.

    A node that goes and comes back, as when an overlay is loaded anew, is opened anew by the next transfer.

    Attributes:
        one_by_one: the kernel refuses several transfers in a message, so each is a system call of its own.

    Raises:
        BusError: the bus is missing, or may not be used.
    """

    def __init__(self, bus: int, chip_select: int, speed_hz: int) -> None:
        self.one_by_one = False
        self._hertz = speed_hz
        self._prepared: dict[tuple[bytes, ...], _Message] = {}
        switch_on = _SPI_1 if bus else _SPI_0
        path = f"/dev/spidev{bus}.{chip_select}"
        self._node = DeviceNode(path, switch_on=switch_on, group="spi", set_up=self._set_up)

    def transfer(self, octets: bytes) -> bytes:
        """As `SpiPort.transfer`."""
        return self._send((octets,))[0]

    def message(self, transfers: Sequence[bytes]) -> Sequence[bytes]:
        """As `MessagePort.message`."""
        if self.one_by_one:
            return [self.transfer(octets) for octets in transfers]
        return self._send(tuple(transfers))

    def prepare(self, transfers: Sequence[bytes]) -> Callable[[], bytes]:
        """As `PreparingPort.prepare`."""
        message = _Message(transfers, self._hertz)

        def send() -> bytes:
            descriptor = self._node.descriptor
            if descriptor is not None and not self.one_by_one:
                try:
                    fcntl.ioctl(descriptor, message.code, message.request)
                except OSError:
                    pass  # sent once more, it tells what is wrong
                else:
                    return message.came.raw
            return b"".join(self.message(transfers))

        return send

    def close(self) -> None:
        """As `SpiPort.close`."""
        self._node.close()

    def _send(self, transfers: tuple[bytes, ...]) -> Sequence[bytes]:
        descriptor = self._node.opened()
        message = self._prepared.get(transfers)
        if message is None:
            message = self._prepare(transfers)
        try:
            fcntl.ioctl(descriptor, message.code, message.request)
        except OSError as error:
            if len(transfers) > 1 and error.errno in _REFUSED:
                answers = [self.transfer(octets) for octets in transfers]
                self.one_by_one = True  # single ones work, so it is not the chip
                return answers
            raise self._node.failed(error) from error
        return message.answers()

    def _prepare(self, transfers: tuple[bytes, ...]) -> "_Message":
        if len(self._prepared) >= PREPARED_AT_MOST:
            del self._prepared[next(iter(self._prepared))]
        message = self._prepared[transfers] = _Message(transfers, self._hertz)
        return message

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
        for number, octets in enumerate(transfers, start=1):
            change_select = number < len(transfers)
            request += _TRANSFER.pack(out_at + at, in_at + at, len(octets), hertz, 0, 8, change_select, 0, 0, 0)
            self._parts.append(slice(at, at + len(octets)))
            at += len(octets)
        self.request = bytes(request)
        self.code: Final = 0x4000_6B00 | len(request) << 16

    def answers(self) -> Sequence[bytes]:
        """What came back, transfer by transfer."""
        came = self.came.raw
        return [came[part] for part in self._parts]
