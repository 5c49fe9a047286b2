"""The far side of a guest's buses, pins and USB ports: the twins of its table.toml, behind /dev/farside and gadgets.

    far_side.py TABLE.TOML      as root, by far-side.service

Each line to /run/far.sock is a Python expression over ``table``, ``far``, ``pins``, ``plugs`` and ``swap``, or a
statement; its value comes back as one line.
"""

import asyncio
import contextlib
import errno
import inspect
import os
import socket
import struct
import subprocess
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from plug import Plug  # type: ignore[import-not-found]  # beside this file, in the guest

from controller.config import load_config
from controller.devices.part_or_twin import wiring
from hw.bus.mock_pins import Level, TwinPinFactory
from hw.castle_link.twin import Cable
from hw.clock import LoopClock
from hw.errors import BusError
from hw.ntag.twin import Ntag213
from hw.testing.machine import TwinMachine
from hw.values import ReaderId, Uid

HEAD = struct.Struct("<IHHHHIIII")
PART = struct.Struct("<HHHH")
ANSWER = struct.Struct("<Ii")
CHANGE = struct.Struct("<IHHHHIQ")
"""As farside.c has them."""

SPI, PIN = 1, 3
"""Kinds of requests; the third, 2, is I2C."""

READS = 1
"""I2C_M_RD."""

LONGEST = 65536


class KernelClock(LoopClock):
    def __init__(self) -> None:
        self.changed_at_s: float | None = None

    def now_s(self) -> float:
        return time.monotonic() if self.changed_at_s is None else self.changed_at_s


class KernelPins(TwinPinFactory):
    def __init__(self, fd: int, clock: KernelClock) -> None:
        super().__init__()
        self._fd, self._clock = fd, clock
        self.levels: dict[int, float] = {}
        self.changes: dict[int, int] = {}
        self.missed, self.latest_s = 0, 0.0

    def drive(self, pin_number: int, level: Level) -> None:
        os.write(self._fd, ANSWER.pack(0, pin_number) + bytes((2 if level is None else level is True,)))

    def pin_level(self, pin_number: int) -> float:
        return self.levels.get(pin_number, 0.0)

    def changed(self, data: bytes) -> None:
        _, _, line, level, is_input, self.missed, ns = CHANGE.unpack(data)
        level = 0.0 if is_input else float(level)
        if level == self.pin_level(line):
            return
        self.levels[line] = level
        self.changes[line] = self.changes.get(line, 0) + 1
        self._clock.changed_at_s = ns / 1e9
        self.latest_s = max(self.latest_s, time.monotonic() - self._clock.changed_at_s)
        listeners, _ = self.pin_listeners_and_hooks(line)
        for callback in tuple(listeners):
            callback(level)
        self._clock.changed_at_s = None


class FarSide:
    def __init__(self, fd: int, table: TwinMachine, pins: KernelPins, lock: threading.RLock) -> None:
        self._fd, self._table, self._pins, self._lock = fd, table, pins, lock
        self.spi: Counter[tuple[int, ...]] = Counter()
        self.i2c: Counter[tuple[int, ...]] = Counter()
        self.faults: dict[tuple[Any, ...], Any] = {}

    def serve(self) -> None:
        while True:
            request = os.read(self._fd, LONGEST)
            with self._lock:
                if len(request) == CHANGE.size and CHANGE.unpack(request)[1] == PIN:
                    self._pins.changed(request)
                    continue
                number, kind, bus, select, mode, bits, hertz, count, _length = HEAD.unpack_from(request)
                data = request[HEAD.size :]
                if kind == SPI:
                    key = (bus, select, mode, bits, hertz, count)
                    self.spi[key] += 1
                    result, answer = self.faults.get(("spi", bus, select), 0), b""
                    if result == 0:
                        answer = self._table.spi_port(bus, select).transfer(data)
                else:
                    result, answer = self._i2c(bus, count, data)
            if result is not ...:
                with contextlib.suppress(OSError):  # too late: the kernel gave up on it
                    os.write(self._fd, ANSWER.pack(number, result) + answer)

    def _i2c(self, bus: int, count: int, data: bytes) -> tuple[Any, bytes]:
        answer = b""
        for _ in range(count):
            address, flags, size, _zero = PART.unpack_from(data)
            data = data[PART.size :]
            key = (bus, address, flags, size)
            self.i2c[key] += 1
            result = self.faults.get(("i2c", address), 0)
            if result:
                return result, b""
            try:
                if flags & READS:
                    answer += self._table.i2c_port(bus).read(address, size)
                else:
                    self._table.i2c_port(bus).write(address, data[:size])
                    data = data[size:]
            except BusError:
                return -errno.EREMOTEIO, b""  # as i2c-bcm2835 says it
        return 0, answer


def plug_in(cables: Mapping[ReaderId, Cable]) -> dict[str, Plug]:
    subprocess.run(["modprobe", "dummy_hcd", f"num={len(cables)}"], check=True)
    subprocess.run(["modprobe", "-a", "libcomposite", "usb_f_acm", "cdc_acm"], check=True)
    return {str(name): Plug(number, str(name), cable) for number, (name, cable) in enumerate(cables.items())}


def swap(one: Plug, other: Plug) -> None:
    one.pull()
    other.pull()
    one.socket, other.socket = other.socket, one.socket
    one.plug()
    other.plug()


def evaluated(text: str, names: dict[str, Any]) -> Any:
    try:
        return eval(text, names)  # the tests' own words
    except SyntaxError:
        exec(text, names)  # as above
        return None


async def main() -> None:
    fd, clock, lock = os.open("/dev/farside", os.O_RDWR), KernelClock(), threading.RLock()
    pins = KernelPins(fd, clock)
    table = TwinMachine(wiring(load_config(Path(sys.argv[1]))), clock, pins=pins)
    far = FarSide(fd, table, pins, lock)
    threading.Thread(target=far.serve, daemon=True).start()
    plugs = plug_in(table.cables) if table.cables else {}
    names: dict[str, Any] = {"table": table, "far": far, "pins": pins, "plugs": plugs, "swap": swap}
    names |= {"Ntag213": Ntag213, "ReaderId": ReaderId, "Uid": Uid, "asyncio": asyncio, "time": time}

    async def hand(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async for line in reader:
            try:
                with lock:
                    told = evaluated(line.decode(), names)
                told = repr(await told if inspect.isawaitable(told) else told)
            except Exception:  # noqa: BLE001  # told to the test
                told = f"! {traceback.format_exc()!r}"
            writer.write(told.encode() + b"\n")

    server = await asyncio.start_unix_server(hand, "/run/far.sock")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as said:
        said.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
