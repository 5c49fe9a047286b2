"""Device nodes of the simulated Pi: what `os.open`, `open` and `ioctl` find below /dev.

Packages in Python that use the kernel, such as smbus2, Adafruit_PureIO, periphery and pyserial, run unmodified on them.
Compiled ones do not pass here. Layouts are those of linux/i2c.h, linux/i2c-dev.h and linux/spi/spidev.h.
"""

import asyncio
import builtins
import contextlib
import ctypes
import errno
import fcntl
import functools
import io
import itertools
import os
import pty
import re
import stat
import struct
import tty
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Protocol
from unittest import mock

from hw.bus.ports import OnBytes, OnConnectionLost
from hw.castle_link.twin import Cable
from hw.testing.wiring import TableWiring

CHUNK: Final = 4096
NODE: Final = re.compile(r"/dev/(?:i2c-\d+|spidev\d+\.\d+|ttyACM\d+)")

MODEL: Final = b"Raspberry Pi 4 Model B Rev 1.1\0"
REVISION: Final = "c03111"
IDENTITY: Final = {
    "/proc/cpuinfo": f"Hardware\t: BCM2835\nRevision\t: {REVISION}\nModel\t\t: {MODEL[:-1].decode()}\n".encode(),
    "/proc/device-tree/model": MODEL,
    "/proc/device-tree/compatible": b"raspberrypi,4-model-b\0brcm,bcm2711\0",
    "/proc/device-tree/system/linux,revision": bytes.fromhex(REVISION.zfill(8)),
    "/sys/firmware/devicetree/base/model": MODEL,
}
"""Files by which programs know a Pi."""

_RDWR_MESSAGE: Final = struct.Struct("@HHHP")
_SMBUS: Final = struct.Struct("@BBIP")
_SPI_TRANSFER: Final = struct.Struct("=QQIIHBBBBBx")
READ_FLAG: Final = 0x0001
MAX_BLOCK: Final = 32
FUNCTIONS: Final = 0x0EFF_0001 & ~0x0300_0000
"""I2C and SMBus without block reads, as i2c-bcm2835 reports (I2C_FUNC_I2C, I2C_FUNC_SMBUS_EMUL)."""

MODEM_LINES: Final = (0x5416, 0x5417, 0x5418)
"""TIOCMBIS, TIOCMBIC and TIOCMSET: DTR and RTS, which a pseudo-terminal lacks and a board does not look at."""

SMBUS_BYTES: Final = {2: 1, 3: 2, 4: 2}
"""Data bytes of I2C_SMBUS_BYTE_DATA, _WORD_DATA and _PROC_CALL."""


class WiredBuses(Protocol):
    """What the nodes need of a `SimulatedPi`."""

    wiring: TableWiring

    def spi(self, bus: int, chip_select: int, transfers: Sequence[bytes], hertz: int) -> Sequence[bytes]: ...

    def i2c(self, bus: int, address: int, data: bytes | None, count: int | None = None) -> bytes: ...


class PtyBoardEnd:
    """A castle board's cable at a pseudo-terminal, which the program opens (`hw.castle_link.twin.HostEnd`)."""

    def __init__(self, cable: Cable, _place: str, _received: OnBytes, _lost: OnConnectionLost) -> None:
        self._loop = asyncio.get_running_loop()
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self._cable = cable
        self._loop.add_reader(self._master, self._forward)
        self.port = os.ttyname(self._slave)

    def _forward(self) -> None:
        self._cable.carry_to_board(os.read(self._master, CHUNK))

    def deliver(self, data: bytes) -> None:
        with contextlib.suppress(BlockingIOError):
            os.write(self._master, data)

    def write(self, data: bytes) -> None:
        self._cable.carry_to_board(data)

    def on_unplugged(self) -> None:
        self.close()

    def close(self) -> None:
        if self.port:
            self.port = ""
            self._loop.remove_reader(self._master)
            os.close(self._master)
            os.close(self._slave)


class _NodeFile(io.RawIOBase):
    def __init__(self, nodes: "Nodes", descriptor: int) -> None:
        self._nodes, self._descriptor = nodes, descriptor

    def fileno(self) -> int:
        return self._descriptor

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._nodes.read(self._descriptor, len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def write(self, data: Any) -> int:
        return self._nodes.write(self._descriptor, bytes(data))

    def close(self) -> None:
        if not self.closed:
            self._nodes.close_file(self._descriptor)
        super().close()


class _Entry:
    """A node as `os.scandir` lists it."""

    def __init__(self, path: str) -> None:
        self.path, self.name = path, Path(path).name

    def is_dir(self, **_named: bool) -> bool:
        return False

    is_file = is_symlink = is_dir

    def stat(self, **named: Any) -> os.stat_result:
        return os.stat(self.path, **named)  # noqa: PTH116  # the patched one


class _Open:
    """An open node of an SPI chip select or an I2C bus: address or clock of its next messages."""

    def __init__(self, spi: tuple[int, int] | None, i2c: int) -> None:
        self.spi, self.i2c = spi, i2c
        self.address = 0
        self.hertz = 500_000
        self.settings: dict[int, bytes] = {}


class Nodes:
    """The nodes of ``pi``: both SPI chip selects and I2C bus 1 as on every header, and what is wired besides.

    Attributes:
        ports: the pseudo-terminal of each castle board, by its node.
    """

    def __init__(self, pi: WiredBuses) -> None:
        self.ports: dict[str, str] = {}
        self._transfer, self._message = pi.spi, pi.i2c
        wiring = pi.wiring
        chip_selects = {(0, 0), (0, 1), *wiring.readers.values(), *([wiring.oled_spi[0]] if wiring.oled_spi else [])}
        self._spi = {f"/dev/spidev{bus}.{number}": (bus, number) for bus, number in sorted(chip_selects)}
        self._i2c = {f"/dev/i2c-{bus}": bus for bus in {1, *([wiring.oled[0]] if wiring.oled else [])}}
        self._opened: dict[int, _Open] = {}
        self._real: dict[str, Any] = {"open": os.open, "close": os.close, "read": os.read, "write": os.write}

    @contextlib.contextmanager
    def installed(self) -> Iterator[None]:
        """Let the process find the nodes."""
        real_open, real_ioctl, real_stat, real_access = builtins.open, fcntl.ioctl, os.stat, os.access
        real_scandir, real_listdir = os.scandir, os.listdir

        def open_file(file: Any, mode: str = "r", *rest: Any, **named: Any) -> Any:
            name = str(file) if isinstance(file, str | os.PathLike) else ""
            if name in IDENTITY:
                return io.BytesIO(IDENTITY[name]) if "b" in mode else io.StringIO(IDENTITY[name].decode())
            if not _is_node(name):
                return real_open(file, mode, *rest, **named)
            if name in self.ports:
                return real_open(self.ports[name], mode, *rest, **named)
            return _NodeFile(self, self.open(name, os.O_RDWR))

        def ioctl(node: Any, code: int, argument: Any = 0, *rest: Any) -> Any:
            descriptor = node if isinstance(node, int) else node.fileno()
            if descriptor in self._opened:
                return self.ioctl(descriptor, code, argument)
            if code in MODEM_LINES and stat.S_ISCHR(os.fstat(descriptor).st_mode) and self._is_port(descriptor):
                return 0
            return real_ioctl(descriptor, code, argument, *rest)

        def stat_(path: Any, *rest: Any, **named: Any) -> os.stat_result:
            return real_stat(self._stand_in(path), *rest, **named)

        def access(path: Any, mode: int, **named: Any) -> bool:
            return real_access(self._stand_in(path), mode, **named)

        def listdir(path: Any = ".") -> list[Any]:
            if not _is_dev(path):
                return real_listdir(path)
            return [*filter(_is_shown, real_listdir(path)), *(Path(node).name for node in self._all())]

        @contextlib.contextmanager
        def scandir(path: Any = ".") -> Iterator[Iterator[Any]]:
            with real_scandir(path) as entries:
                if _is_dev(path):
                    shown = (entry for entry in entries if _is_shown(entry.name))
                    yield itertools.chain(shown, map(_Entry, self._all()))
                else:
                    yield entries

        with (
            contextlib.closing(self),
            mock.patch.multiple(os, open=self.open, close=self.close_file, read=self.read, write=self.write),
            mock.patch.multiple(os, stat=stat_, access=access, listdir=listdir, scandir=scandir),
            mock.patch.object(fcntl, "ioctl", ioctl),
            mock.patch.object(builtins, "open", open_file),
            mock.patch.object(io, "open", open_file),
        ):
            yield

    def has(self, path: str) -> bool:
        return path in self._all()

    def _all(self) -> list[str]:
        return [*self._spi, *self._i2c, *self.ports]

    def _stand_in(self, path: Any) -> Any:
        """Return a file of the machine with the properties of this one."""
        name = str(path) if isinstance(path, str | os.PathLike) else ""
        if name in IDENTITY:
            return "/proc/version"
        if not _is_node(name):
            return path
        return self.ports.get(name, os.devnull) if self.has(name) else "/dev/no such node"

    def _is_port(self, descriptor: int) -> bool:
        return os.isatty(descriptor) and os.ttyname(descriptor) in self.ports.values()

    def open(self, path: Any, flags: int, *rest: Any, **named: Any) -> int:
        if not _is_node(path):
            return int(self._real["open"](path, flags, *rest, **named))
        if not self.has(path):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        if path in self.ports:
            return int(self._real["open"](self.ports[path], flags))
        descriptor = int(self._real["open"](os.devnull, os.O_RDWR | os.O_CLOEXEC))
        self._opened[descriptor] = _Open(self._spi.get(path), self._i2c.get(path, 0))
        return descriptor

    def close(self) -> None:
        """Close what programs have left open."""
        for descriptor in list(self._opened):
            self.close_file(descriptor)

    def close_file(self, descriptor: int) -> None:
        self._opened.pop(descriptor, None)
        self._real["close"](descriptor)

    def read(self, descriptor: int, count: int) -> bytes:
        opened = self._opened.get(descriptor)
        if opened is None:
            return bytes(self._real["read"](descriptor, count))
        if opened.spi is not None:
            return self._transfer(*opened.spi, [bytes(count)], opened.hertz)[0]
        return self._message(opened.i2c, opened.address, None, count)

    def write(self, descriptor: int, data: Any) -> int:
        opened = self._opened.get(descriptor)
        if opened is None:
            return int(self._real["write"](descriptor, data))
        if opened.spi is not None:
            self._transfer(*opened.spi, [bytes(data)], opened.hertz)
        else:
            self._message(opened.i2c, opened.address, bytes(data))
        return len(data)

    def ioctl(self, descriptor: int, code: int, argument: Any) -> int:
        """Serve i2c-dev's and spidev's requests; raise OSError for others."""
        opened = self._opened[descriptor]
        if opened.spi is not None and code & 0xFF00 == 0x6B00:
            self._spi_ioctl(opened, code, argument)
        elif code in (0x0703, 0x0706):  # I2C_SLAVE, I2C_SLAVE_FORCE
            opened.address = argument
        elif code == 0x0705:  # I2C_FUNCS
            memoryview(argument).cast("B")[:4] = FUNCTIONS.to_bytes(4, "little")
        elif code == 0x0707:
            self._i2c_messages(opened, argument)
        elif code == 0x0720:
            self._smbus(opened, argument)
        elif code not in (0x0701, 0x0702, 0x0708):  # retries, timeout, checksum of packets
            raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))
        return 0

    def _i2c_messages(self, opened: _Open, argument: Any) -> None:
        """Serve I2C_RDWR; a write and a read of the same address after it are one message to a twin."""
        messages_at, count = struct.unpack("@PI", bytes(memoryview(argument).cast("B"))[: struct.calcsize("@PI")])
        size = _RDWR_MESSAGE.size + -_RDWR_MESSAGE.size % 8
        for at in range(messages_at, messages_at + count * size, size):
            address, flags, length, data_at = _RDWR_MESSAGE.unpack(ctypes.string_at(at, _RDWR_MESSAGE.size))
            if flags & READ_FLAG:
                ctypes.memmove(data_at, self._message(opened.i2c, address, None, length), length)
            else:
                self._message(opened.i2c, address, ctypes.string_at(data_at, length))

    def _smbus(self, opened: _Open, argument: Any) -> None:
        """Serve I2C_SMBUS by plain messages, as the kernel does on a bus without SMBus (i2c-core-smbus.c)."""
        reads, command, kind, data_at = _SMBUS.unpack(bytes(memoryview(argument).cast("B"))[: _SMBUS.size])
        send = functools.partial(self._message, opened.i2c, opened.address)
        if kind == 0:  # quick: a message without bytes
            send(b"" if not reads else None, 0 if reads else None)
        elif kind == 1:  # one byte
            if reads:
                ctypes.memmove(data_at, send(None, 1), 1)
            else:
                send(bytes((command,)))
        elif kind in SMBUS_BYTES or kind == 8:  # register and bytes; 8: I2C block, its length first
            if kind == 8:
                at, count = data_at + 1, min(ctypes.string_at(data_at, 1)[0], MAX_BLOCK)
            else:
                at, count = data_at, SMBUS_BYTES[kind]
            given = ctypes.string_at(at, count)
            if kind == 4:  # process call: writes and reads
                ctypes.memmove(at, send(bytes((command,)) + given, count), count)
            elif reads:
                ctypes.memmove(at, send(bytes((command,)), count), count)
            else:
                send(bytes((command,)) + given)
        elif kind == 5 and not reads:  # block with its length
            count = ctypes.string_at(data_at, 1)[0]
            send(bytes((command,)) + ctypes.string_at(data_at, count + 1))
        else:
            raise OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))

    def _spi_ioctl(self, opened: _Open, code: int, argument: Any) -> None:
        assert opened.spi is not None
        number, view = code & 0xFF, memoryview(argument).cast("B")
        if number:  # a setting: mode, bit order, bits, speed
            if code & 0x8000_0000:
                stored = opened.settings.get(number, bytes(len(view)))
                view[:] = opened.hertz.to_bytes(len(view), "little") if number == 4 else stored
            else:
                opened.settings[number] = bytes(view)
                opened.hertz = int.from_bytes(view, "little") or opened.hertz if number == 4 else opened.hertz
            return
        transfers = list(_SPI_TRANSFER.iter_unpack(view))
        frames = [b""]
        for out, _, length, _hertz, _delay, _bits, deselects, *_ in transfers:
            frames[-1] += ctypes.string_at(out, length) if out else bytes(length)
            frames += [b""] if deselects else []
        answers = b"".join(self._transfer(*opened.spi, list(filter(None, frames)), transfers[0][3] or opened.hertz))
        for _, into, length, *_ in transfers:
            if into:
                ctypes.memmove(into, answers, length)
            answers = answers[length:]


def _is_dev(folder: object) -> bool:
    return isinstance(folder, str | os.PathLike) and str(folder).rstrip("/") == "/dev"


def _is_shown(name: str) -> bool:
    """Return whether a node of the machine is none of the kinds that a Pi has of its own."""
    return not re.match(r"(tty(S|AMA|ACM|USB)|spidev|i2c-|gpiochip)\d", name)


def _is_node(path: object) -> bool:
    return isinstance(path, str) and NODE.fullmatch(path) is not None
