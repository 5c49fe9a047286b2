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
import glob
import inspect
import io
import os
import pty
import re
import select
import shutil
import stat
import struct
import tempfile
import tty
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol
from unittest import mock

from hw.bus.ports import OnBytes, OnConnectionLost
from hw.castle_link.twin import Cable
from hw.testing.wiring import TableWiring

CHUNK: Final = 4096
HANDED_OVER_MS: Final = 100
"""Real time in which a kernel hands over what was written to a pseudo-terminal."""

_really_poll: Final = type(select.poll()).poll  # the program has a substitute

MODEL: Final = b"Raspberry Pi 4 Model B Rev 1.1\0"
REVISION: Final = "c03111"
TREE: Final[Mapping[str, str | bytes]] = {
    "/proc/cpuinfo": f"Hardware\t: BCM2835\nRevision\t: {REVISION}\nModel\t\t: {MODEL[:-1].decode()}\n".encode(),
    "/sys/firmware/devicetree/base/model": MODEL,
    "/sys/firmware/devicetree/base/compatible": b"raspberrypi,4-model-b\0brcm,bcm2711\0",
    "/sys/firmware/devicetree/base/system/linux,revision": bytes.fromhex(REVISION.zfill(8)),
    "/proc/device-tree": "../sys/firmware/devicetree/base",
    "/sys/class/gpio/gpiochip512/base": b"512\n",
    "/sys/class/gpio/gpiochip512/label": b"pinctrl-bcm2711\n",
    "/sys/class/gpio/gpiochip512/ngpio": b"58\n",
    **dict.fromkeys(("/dev/gpiochip0", "/sys/class/gpio/export", "/sys/class/gpio/unexport"), os.devnull),
}
"""Files (bytes) and links by which programs know a Pi; links to /dev/null are nodes."""

BOARD_TREE: Final[Mapping[str, str | bytes]] = {
    "/dev/ttyACM{n}": "{pty}",
    "/dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_{id}-if00": "../../ttyACM{n}",
    "/sys/class/tty/ttyACM{n}/device": "../../../devices/usb1/1-1.{n}/1-1.{n}:1.0",
    "/sys/devices/usb1/1-1.{n}/1-1.{n}:1.0/subsystem": "../../../../bus/usb",
    "/sys/devices/usb1/1-1.{n}/1-1.{n}:1.0/interface": b"Board CDC\n",
    "/sys/devices/usb1/1-1.{n}/idVendor": b"2e8a\n",
    "/sys/devices/usb1/1-1.{n}/idProduct": b"0005\n",
    "/sys/devices/usb1/1-1.{n}/serial": b"{id}\n",
    "/sys/devices/usb1/1-1.{n}/manufacturer": b"MicroPython\n",
    "/sys/devices/usb1/1-1.{n}/product": b"Board in FS mode\n",
    "/sys/devices/usb1/1-1.{n}/bNumInterfaces": b" 2\n",
    "/sys/bus/usb/drivers_autoprobe": b"1\n",
}
"""What a castle board adds, a Pico with MicroPython at USB."""

SERIAL_TREE: Final[Mapping[str, str | bytes]] = {
    "/dev/serial0": "ttyS0",
    "/dev/ttyS0": "{pty}",
    "/sys/class/tty/ttyS0/device/subsystem": "../../../../bus/platform",
    "/sys/bus/platform/drivers_autoprobe": b"1\n",
}
"""What the UART on the header adds."""

SHOWN: Final = re.compile(
    r"/dev/(i2c-|spidev|gpiochip|serial|ttyACM|ttyUSB|ttyS\d|ttyAMA)|/proc/(cpuinfo$|device-tree)"
    r"|/sys/(firmware/devicetree|class/gpio|class/tty|bus/usb|bus/platform|devices/usb1)"
)
"""Paths that are the Pi's, whether they are there or not."""

NODE: Final = re.compile(r"/dev/(i2c-\d+|spidev\d+\.\d+|gpiochip\d+)|/sys/class/gpio/(un)?export")
"""Nodes that are served here; serial ports are pseudo-terminals."""

SYSFS_BASE: Final = 512
"""Number of the first line in /sys/class/gpio; kernels before 6.6 counted from 0."""

_RDWR_MESSAGE: Final = struct.Struct("@HHHP")
_SMBUS: Final = struct.Struct("@BBIP")
_SPI_TRANSFER: Final = struct.Struct("=QQIIHBBBBBx")
READ_FLAG: Final = 0x0001
MAX_BLOCK: Final = 32
FUNCTIONS: Final = 0x0EFF_0001 & ~0x0300_0000
"""I2C and SMBus without block reads, as i2c-bcm2835 reports (I2C_FUNC_I2C, I2C_FUNC_SMBUS_EMUL)."""

MODEM_LINES: Final = range(0x5415, 0x5419)
"""TIOCMGET, TIOCMBIS, TIOCMBIC and TIOCMSET: lines that a pseudo-terminal lacks and a board does not look at."""

DTR_AND_RTS: Final = b"\x06\0\0\0"

WRONG_SETTINGS: Final = {1: 0x28, 2: 0xFF, 3: 0xF7, 5: 0x28}
"""Bits of a setting that a Pi's controller refuses (spi-bcm2835.c): least significant bit first, loopback, words of
another length than 8 bits."""

SMBUS_BYTES: Final = {2: 1, 3: 2, 4: 2}
"""Data bytes of I2C_SMBUS_BYTE_DATA, _WORD_DATA and _PROC_CALL."""


class WiredBuses(Protocol):
    """What the nodes need of a `SimulatedPi`."""

    wiring: TableWiring

    def spi(self, bus: int, chip_select: int, transfers: Sequence[bytes], hertz: int) -> Sequence[bytes]: ...

    def i2c(self, bus: int, address: int, data: bytes | None, count: int | None = None) -> bytes: ...


class PtyEnd:
    """The far end of a serial port: a pseudo-terminal, which the program opens.

    Attributes:
        port: its path.
    """

    def __init__(self, received: Callable[[bytes], object]) -> None:
        self._loop = asyncio.get_running_loop()
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self._received = received
        self._loop.add_reader(self._master, self._forward)
        self.port = os.ttyname(self._slave)

    def _forward(self) -> None:
        self._received(os.read(self._master, CHUNK))

    def take(self, count: int) -> None:
        """Take what the program has just written, which a kernel hands over a moment later, at this virtual moment."""
        data = b""
        if self.port:
            arrival = select.poll()
            arrival.register(self._master, select.POLLIN)
            while len(data) < count and _really_poll(arrival, HANDED_OVER_MS):
                data += os.read(self._master, CHUNK)
        if data:
            self._loop.call_soon(self._received, data)

    def deliver(self, data: bytes) -> None:
        with contextlib.suppress(BlockingIOError):
            os.write(self._master, data)

    def close(self) -> None:
        if self.port:
            self.port = ""
            self._loop.remove_reader(self._master)
            os.close(self._master)
            os.close(self._slave)


class PtyBoardEnd(PtyEnd):
    """A castle board's cable (`hw.castle_link.twin.HostEnd`)."""

    def __init__(self, cable: Cable, _place: str, _received: OnBytes, _lost: OnConnectionLost) -> None:
        super().__init__(cable.carry_to_board)

    def write(self, data: bytes) -> None:
        self._received(data)

    def on_unplugged(self) -> None:
        self.close()


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
    """A file of the Pi as `os.scandir` lists it."""

    def __init__(self, folder: str, name: str) -> None:
        self.path, self.name = f"{folder.rstrip('/')}/{name}", name

    def stat(self, *, follow_symlinks: bool = True) -> os.stat_result:
        return os.stat(self.path) if follow_symlinks else os.lstat(self.path)  # noqa: PTH116  # the patched ones

    def is_dir(self, *, follow_symlinks: bool = True) -> bool:
        return stat.S_ISDIR(self.stat(follow_symlinks=follow_symlinks).st_mode)

    def is_file(self, *, follow_symlinks: bool = True) -> bool:
        return stat.S_ISREG(self.stat(follow_symlinks=follow_symlinks).st_mode)

    def is_symlink(self) -> bool:
        return stat.S_ISLNK(self.stat(follow_symlinks=False).st_mode)


class _Listing(contextlib.AbstractContextManager["_Listing"]):
    """What `os.scandir` returns."""

    def __init__(self, entries: Iterator[_Entry]) -> None:
        self._entries = entries

    def __iter__(self) -> Iterator[_Entry]:
        return self._entries

    def __next__(self) -> _Entry:
        return next(self._entries)

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        self._entries = iter(())


class _Open:
    """An open node: an SPI chip select, an I2C bus, or neither; address or clock of its next messages."""

    def __init__(self, path: str, spi: tuple[int, int] | None, i2c: int) -> None:
        self.path, self.spi, self.i2c = path, spi, i2c
        self.address = 0
        self.hertz = 125_000_000
        self.settings: dict[int, bytes] = {}


class Nodes:
    """The nodes of ``pi``: both SPI chip selects and I2C bus 1 as on every header, and what is wired besides.

    Attributes:
        ports: the pseudo-terminal of each serial port, by its node.
    """

    def __init__(self, pi: WiredBuses, *, virtual: bool = False) -> None:
        self.ports: dict[str, str] = {}
        self._transfer, self._message = pi.spi, pi.i2c
        wiring = pi.wiring
        chip_selects = {(0, 0), (0, 1), *wiring.readers.values(), *([wiring.oled_spi[0]] if wiring.oled_spi else [])}
        self._spi = {f"/dev/spidev{bus}.{number}": (bus, number) for bus, number in sorted(chip_selects)}
        self._i2c = {f"/dev/i2c-{bus}": bus for bus in {1, *([wiring.oled[0]] if wiring.oled else [])}}
        self._tree: dict[str, str | bytes] = {**TREE, **dict.fromkeys([*self._spi, *self._i2c], os.devnull)}
        self._opened: dict[int, _Open] = {}
        self._ends: dict[str, PtyEnd] = {}
        self._lines: dict[int, PtyEnd] = {}
        self._is_virtual = virtual
        names = ("open", "close", "read", "write", "stat", "lstat", "access", "readlink", "listdir", "scandir")
        self._real: dict[str, Any] = {name: getattr(os, name) for name in names}
        self._root = ""

    def add_port(self, node: str, end: PtyEnd, tree: Mapping[str, str | bytes], **names: object) -> None:
        """Show a pseudo-terminal as a serial port, with what ``tree`` has of it."""
        self.ports[node] = pty_name = end.port
        self._ends[pty_name] = end
        for path, what in tree.items():
            text = (what if isinstance(what, str) else what.decode()).format(pty=pty_name, **names)
            self._tree[path.format(**names)] = text if isinstance(what, str) else text.encode()

    def _made_root(self) -> str:
        """Return a folder with all files of the Pi, made at the first look at one of them."""
        if not self._root:
            self._root = tempfile.mkdtemp(prefix="simulated-pi-")
            for path, what in self._tree.items():
                place = Path(self._root + path)
                place.parent.mkdir(parents=True, exist_ok=True)
                if isinstance(what, str):
                    place.symlink_to(what)
                else:
                    place.write_bytes(what)
        return self._root

    @contextlib.contextmanager
    def installed(self) -> Iterator[None]:
        """Let the process find the nodes."""
        real_open, real_ioctl = builtins.open, fcntl.ioctl

        def open_file(file: Any, mode: str = "r", *rest: Any, **named: Any) -> Any:
            if _is_node(file):
                node = _NodeFile(self, self.open(file, os.O_RDWR))
                return node if "b" in mode else io.TextIOWrapper(io.BufferedWriter(node) if "w" in mode else node)
            with _named(file):
                return real_open(self._stand_in(file), mode, *rest, **named)

        def ioctl(node: Any, code: int, argument: Any = 0, *rest: Any) -> Any:
            descriptor = node if isinstance(node, int) else node.fileno()
            if descriptor in self._opened:
                return self.ioctl(descriptor, code, argument)
            if code in MODEM_LINES and stat.S_ISCHR(os.fstat(descriptor).st_mode) and self._is_port(descriptor):
                return DTR_AND_RTS if code == MODEM_LINES[0] else 0
            return real_ioctl(descriptor, code, argument, *rest)

        def redirected(name: str) -> Callable[..., Any]:
            def call(path: Any = ".", *rest: Any, **named: Any) -> Any:
                with _named(path):
                    return self._real[name](self._stand_in(path), *rest, **named)

            return call

        def lstat(path: Any, **named: Any) -> Any:
            is_node = str(self._tree.get(str(path), "")).startswith("/dev/")
            with _named(path):
                return self._real["stat" if is_node else "lstat"](self._stand_in(path), **named)

        def listdir(path: Any = ".") -> list[Any]:
            with _named(path):
                names: list[Any] = self._real["listdir"](self._stand_in(path))
            if not _is_dev(path):
                return names
            own = [name for name in names if not SHOWN.match(f"/dev/{name}")]
            return own + list(self._real["listdir"](f"{self._made_root()}/dev"))

        def scandir(path: Any = ".") -> Any:
            if _is_dev(path) or self._stand_in(path) is not path:
                return _Listing(_Entry(os.fspath(path), name) for name in listdir(path))
            return self._real["scandir"](path)

        with (
            contextlib.closing(self),
            mock.patch.multiple(os, open=self.open, close=self.close_file, read=self.read, write=self.write),
            mock.patch.multiple(os, lstat=lstat, listdir=listdir, scandir=scandir),
            mock.patch.multiple(
                os, stat=redirected("stat"), access=redirected("access"), readlink=redirected("readlink")
            ),
            mock.patch.object(fcntl, "ioctl", ioctl),
            mock.patch.object(builtins, "open", open_file),
            mock.patch.object(io, "open", open_file),
            contextlib.ExitStack() as bound_early,
        ):
            for each in filter(inspect.isclass, vars(glob).values()):  # pathlib's, since Python 3.13
                for name, ours in (("lstat", lstat), ("scandir", scandir)):
                    if getattr(each, name, None) is self._real[name]:
                        bound_early.enter_context(mock.patch.object(each, name, staticmethod(ours)))
            yield

    def has(self, path: str) -> bool:
        return path in self._tree

    def _stand_in(self, path: Any) -> Any:
        """Return the file of the machine that stands for one of the Pi's; other paths as they are."""
        name = str(path) if isinstance(path, str | os.PathLike) else ""
        return self._made_root() + name if SHOWN.match(name) else path

    def _is_port(self, descriptor: int) -> bool:
        return os.isatty(descriptor) and os.ttyname(descriptor) in self.ports.values()

    def open(self, path: Any, flags: int, *rest: Any, **named: Any) -> int:
        if not _is_node(path) or not self.has(str(path)):
            with _named(path):
                opened = int(self._real["open"](self._stand_in(path), flags, *rest, **named))
            if self._is_virtual and SHOWN.match(str(path)) and self._is_port(opened):
                self._lines[opened] = self._ends[os.ttyname(opened)]
            return opened
        descriptor = int(self._real["open"](os.devnull, os.O_RDWR | os.O_CLOEXEC))
        self._opened[descriptor] = _Open(str(path), self._spi.get(str(path)), self._i2c.get(str(path), -1))
        return descriptor

    def close(self) -> None:
        """Close what programs have left open."""
        for descriptor in list(self._opened):
            self.close_file(descriptor)
        root, self._root = self._root, ""
        if root:
            shutil.rmtree(root)

    def close_file(self, descriptor: int) -> None:
        self._opened.pop(descriptor, None)
        self._lines.pop(descriptor, None)
        self._real["close"](descriptor)

    def read(self, descriptor: int, count: int) -> bytes:
        opened = self._opened.get(descriptor)
        if opened is None:
            return bytes(self._real["read"](descriptor, count))
        if opened.spi is not None:
            return self._transfer(*opened.spi, [bytes(count)], opened.hertz)[0]
        if opened.i2c < 0:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return self._message(opened.i2c, opened.address, None, count)

    def write(self, descriptor: int, data: Any) -> int:
        opened = self._opened.get(descriptor)
        if opened is None:
            written = int(self._real["write"](descriptor, data))
            if descriptor in self._lines:
                self._lines[descriptor].take(written)
            return written
        if opened.spi is not None:
            self._transfer(*opened.spi, [bytes(data)], opened.hertz)
        elif opened.i2c < 0:
            if bytes(data).strip().isdigit() and int(data) >= SYSFS_BASE:
                raise NotImplementedError(f"{opened.path} is not simulated; use gpiozero, gpiod, lgpio or RPi.GPIO")
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        else:
            self._message(opened.i2c, opened.address, bytes(data))
        return len(data)

    def ioctl(self, descriptor: int, code: int, argument: Any) -> int:
        """Serve i2c-dev's and spidev's requests; raise OSError for others."""
        opened = self._opened[descriptor]
        if opened.path.startswith("/dev/gpiochip"):
            raise NotImplementedError(f"ioctl {code:#x} of {opened.path} is not simulated; use gpiod or lgpio")
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
                value = int.from_bytes(view, "little")
                if value & WRONG_SETTINGS.get(number, 0):
                    raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
                opened.settings[number] = bytes(view)
                opened.hertz = value or opened.hertz if number == 4 else opened.hertz
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


def _is_node(path: object) -> bool:
    return isinstance(path, str | os.PathLike) and NODE.fullmatch(str(path)) is not None


@contextlib.contextmanager
def _named(path: Any) -> Iterator[None]:
    """Let an error name the path as the program does."""
    try:
        yield
    except OSError as error:
        if error.filename is not None and isinstance(path, str | os.PathLike):
            error.filename = os.fspath(path)
        raise
