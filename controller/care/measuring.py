"""Measure the display's bus, readers' SPI and castle boards, for doctor and set-up."""

from collections.abc import Callable, Iterator
from typing import Final

from PIL import ImageChops

from controller.care.doctor.findings import Finding, make_finding
from controller.devices.hardware import Hardware
from controller.games.contract.values import Text
from controller.show.console_screens import DisplayCheckScreen
from controller.show.pictures import draw_screen
from hw.castle_link.messages import BoardConnected, BoardDisconnected, BoardEvent, ReaderFailed, ReaderWorks
from hw.clock import Clock
from hw.values import ReaderId

I2C_BITS_PER_BYTE: Final = 9
"""Eight data bits and the acknowledge bit (UM10204, 3.1.5)."""

PICTURE_BYTES: Final = 128 * 64 // 8

SLOW_PICTURE_S: Final = 0.05
"""Limit for a full picture, which takes 23 ms at 400 kHz, 37 at a Pi 3's 250 kHz, 93 or more at 100 kHz."""


def show_and_time_test_picture(hardware: Hardware, clock: Clock, language: str) -> float:
    """Show the test picture, a frame along all edges, and return the seconds it took."""
    question = draw_screen(DisplayCheckScreen(Text("check-question")), language, 0.0, 1.0)
    hardware.screen.show(
        ImageChops.invert(question)
    )  # initialises the display; the next picture then differs everywhere
    began_s = clock.now_s()
    hardware.screen.show(question)
    return clock.now_s() - began_s


def i2c_clock_khz(took_s: float) -> float:
    return I2C_BITS_PER_BYTE * PICTURE_BYTES / took_s / 1000


def check_i2c_speed(took_s: float) -> Iterator[Finding]:
    if took_s > SLOW_PICTURE_S:
        yield make_finding("RT-I2C-MEASURED", "oled", ms=f"{took_s * 1000:.0f}", khz=f"{i2c_clock_khz(took_s):.0f}")


SPI_TEST_BYTES: Final = 2000
"""Bytes to write and read back; enough to show a clock too fast for the wires."""


def count_spi_errors(
    gate: str, count_wrong: Callable[[int], int], spi_hz: int, config_file: str
) -> tuple[int, list[Finding]]:
    wrong = count_wrong(SPI_TEST_BYTES)
    seen = {"wrong": wrong, "octets": SPI_TEST_BYTES, "hz": spi_hz, "config": config_file}
    return wrong, [make_finding("RT-SPI-ERRORS", gate, **seen)] if wrong else []


class BoardStatus:
    """The latest event of each castle board, and of its reader."""

    def __init__(self) -> None:
        self.boards: dict[ReaderId, BoardEvent] = {}
        self.readers: dict[ReaderId, BoardEvent] = {}

    def record_event(self, gate: ReaderId, event: BoardEvent) -> None:
        if isinstance(event, BoardConnected | BoardDisconnected):
            self.boards[gate] = event
        if isinstance(event, ReaderWorks | ReaderFailed):
            self.readers[gate] = event
