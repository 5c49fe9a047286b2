"""What the display costs on its bus, which is sent windows of what changed.

An hourglass runs out in 20 s with 10 updates a second: seconds and ring. The bus is I2C at 400 kHz, addresses included.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from PIL import Image

from bench.shared.figure import Figure
from hw.bus.twin_i2c import TwinI2cBus
from hw.oled import drawing, driver, twin

ADDRESS: Final = 0x3C
BUS_HZ: Final = 400_000
CLOCKS_PER_BYTE: Final = 9
"""Eight bits and the acknowledge."""
HOURGLASS_S: Final = 20
FULL_FRAME: Final = 1034
"""Bytes that luma itself would send for each picture: 8 to set the window, 1026 with the pixels."""
UPDATES: Final = 200
"""Ten a second."""

Show = Callable[[Image.Image], Any]


def run() -> list[Figure]:
    """An hourglass of 20 s with 10 updates a second, and one changed digit."""
    our_bus = _wired()
    ours = driver.Display(our_bus, address=ADDRESS).show
    ours(_hourglass(0))
    began_s = time.process_time()
    windows = _cost(our_bus, lambda: _run_out(ours))
    cpu_s = time.process_time() - began_s
    ours(_rows(0))
    digit = max(_cost(our_bus, partial(ours, _rows(number))) for number in range(1, 10))
    return [
        Figure("oled: hourglass of 20 s, changed windows", windows, "bytes", counted=True),
        Figure(
            "oled: hourglass, changed windows, of a 400 kHz bus", _share_percent(windows), "%", most=2.0, counted=True
        ),
        Figure(
            "oled: dearest changed digit of a row, of a full frame",
            100 * digit / FULL_FRAME,
            "%",
            most=3.0,
            counted=True,
        ),
        Figure("oled: drawing, sending and decoding an update, processor", 1000 * cpu_s / UPDATES, "ms"),
    ]


def _wired() -> TwinI2cBus:
    bus = TwinI2cBus()
    bus.attach(ADDRESS, twin.Ssd1306Twin())
    return bus


def _cost(bus: TwinI2cBus, scene: Callable[[], Any]) -> int:
    before = bus.byte_count
    scene()
    return bus.byte_count - before


def _run_out(show: Show) -> None:
    for update in range(1, UPDATES + 1):
        show(_hourglass(update))


def _hourglass(update: int) -> Image.Image:
    share_left = 1 - update / UPDATES
    return drawing.hourglass_screen(HOURGLASS_S * share_left, share_left, "Demand 3")


def _rows(number: int) -> Image.Image:
    return drawing.rows_screen("Tiles", [("Red", "12"), ("Blue", f"1{number}")])


def _share_percent(count: int) -> float:
    return 100 * count * CLOCKS_PER_BYTE / HOURGLASS_S / BUS_HZ
