"""Measure the display's bus, readers' SPI and castle boards, for doctor and set-up."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from PIL import ImageChops

from controller.care.doctor.findings import Finding, make_finding
from controller.config.schema import CastleSection
from controller.devices.hardware import Hardware
from controller.games.contract.values import Text
from controller.show.console_screens import DisplayCheckScreen
from controller.show.pictures import draw_screen
from firmware.castle_node.beams import ALL_CUT, names_of
from firmware.castle_node.ports import Beams
from hw.castle_link import messages
from hw.clock import Clock
from hw.poll import POLL_EVERY_S
from hw.values import ReaderId

if TYPE_CHECKING:
    from hw.castle_link.driver import CastleLink

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
    seen = {"wrong": wrong, "bytes": SPI_TEST_BYTES, "hz": spi_hz, "config": config_file}
    return wrong, [make_finding("RT-SPI-ERRORS", gate, **seen)] if wrong else []


BOARD_CHECK_S: Final = 3.0
"""Longest wait for the test of a board's reader."""

KNOWN_CHIP_VERSIONS: Final = frozenset({0x15, 0x88, 0x90, 0x91, 0x92})

GAIN_RESERVE_DB: Final = 10
"""Least margin between the gain set and the lowest gain that reads a piece."""


def board_reader_findings(gate: CastleSection, seen: messages.ReaderChecked, config_file: str) -> Iterator[Finding]:
    if seen.chip.value not in KNOWN_CHIP_VERSIONS:
        yield make_finding("RT-READER-CLONE", gate.color, version=seen.chip, castle=gate.color)
    if seen.wrong:
        yield make_finding("RT-BOARD-SPI", gate.color, wrong=seen.wrong, bytes=seen.bytes, hz=gate.reader_chip.board_hz)
    if not seen.needed:
        yield make_finding("RT-READER-NO-TILE", gate.color)
    elif seen.needed > seen.gain - GAIN_RESERVE_DB:
        yield make_finding("RT-BOARD-RANGE", gate.color, needed=seen.needed, expected=seen.gain, config=config_file)


class BoardStatus:
    """The latest event of each castle board, of its reader, of its reader's test, and of its light beams."""

    def __init__(self) -> None:
        self.boards: dict[ReaderId, messages.BoardEvent] = {}
        self.readers: dict[ReaderId, messages.BoardEvent] = {}
        self.checks: dict[ReaderId, messages.ReaderChecked] = {}
        self.beams: dict[ReaderId, messages.BeamsChanged] = {}

    def record_event(self, gate: ReaderId, event: messages.BoardEvent) -> None:
        if isinstance(event, messages.BoardConnected | messages.BoardDisconnected):
            self.boards[gate] = event
        if isinstance(event, messages.ReaderWorks | messages.ReaderFailed):
            self.readers[gate] = event
        if isinstance(event, messages.BeamsChanged):
            self.beams[gate] = event
        if isinstance(event, messages.ReaderChecked):
            self.checks[gate] = event

    async def check_readers(
        self, link: "CastleLink", boards: Mapping[ReaderId, messages.BoardId], clock: Clock
    ) -> None:
        """Have the boards of these gates test their readers; old firmware does not answer."""
        for gate, node in boards.items():
            self.checks.pop(gate, None)
            link.request_check(node)
        until_s = clock.now_s() + BOARD_CHECK_S
        while boards.keys() - self.checks.keys() and clock.now_s() < until_s:
            await clock.sleep_until(clock.now_s() + POLL_EVERY_S)


BEAMS_SETTLE_S: Final = 0.05


async def find_beams_fault(beams: Beams, clock: Clock) -> str:
    """Return which light beams do not follow their LEDs while no piece is in them, "" if all do."""
    wrong = []
    for is_lit, expected, sentence in ((False, ALL_CUT, "light without a lamp"), (True, 0, "no light")):
        beams.switch_light(is_lit)
        await clock.sleep_until(clock.now_s() + BEAMS_SETTLE_S)
        if bits := beams.levels() ^ expected:
            wrong.append(f"{sentence}: {names_of(bits)}")
    return "; ".join(wrong)
