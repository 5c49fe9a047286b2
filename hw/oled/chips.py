"""The display chips that can be fitted, and how each is reached over I2C or SPI.

Sources: Solomon Systech SSD1306 rev. 1.1 and SSD1309 rev. 1.0, Sino Wealth SH1106 version 2.2. The settings are those
of the package luma.oled, octet for octet, as many panels are driven by them.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar, Final, Literal

from gpiozero import OutputDevice
from PIL import Image

from hw.bus.pin_reservation import reserving
from hw.bus.ports import I2cPort, SpiPort
from hw.oled.frame import BLANK, HEIGHT, WHOLE, Frame, Window, changed_windows, frame_of, octets_in

COMMANDS_FOLLOW: Final = 0x00
"""Control byte: Co 0, D/C# 0, so that all octets to the stop condition are commands (SSD1306, 8.1.5.2)."""
DATA_FOLLOWS: Final = 0x40
"""Control byte: Co 0, D/C# 1, so that all octets to the stop condition go to the display's memory."""

IS_OFF: Final = 0x40
"""D6 of the octet that is read after commands (SSD1306, 8.1.5.1 and table 9-1; SH1106, Read Status)."""

SPI_OCTETS: Final = 64
"""Longer transfers time out on some kernels of a Pi 5 (raspberrypi/linux#5696, #6020); the chip sees no difference."""


class Serial(ABC):
    """What a chip is told over."""

    @abstractmethod
    def reset(self) -> None:
        """Bring the chip into its state after power-up, if it has a wire for that."""

    def command(self, *octets: int) -> None:
        """Send commands with their arguments, as one message.

        Raises:
            BusError: nothing acknowledged, or the port could not be used.
        """
        self._transmit(bytes(octets), is_data=False)

    def data(self, octets: Iterable[int]) -> None:
        """Send octets of the picture, as one message.

        Raises:
            BusError: as `command`.
        """
        self._transmit(bytes(octets), is_data=True)

    def is_dark(self) -> bool | None:
        """Whether the chip says that its display is off, as after power-up; None over SPI, which reads nothing.

        The message before must have been commands.

        Raises:
            BusError: as `command`.
        """
        return None

    @abstractmethod
    def _transmit(self, octets: bytes, *, is_data: bool) -> None: ...


class I2cSerial(Serial):
    """The chips' I2C protocol: a control byte says what follows.

    Many modules with an SSD1309 acknowledge and show nothing before their RES was low (olikraus/u8g2#825, #2194).
    """

    def __init__(self, port: I2cPort, address: int, *, reset_pin: int | None = None, pin_factory: Any = None) -> None:
        self._port = port
        self._address = address
        self._resets = _reset_line(reset_pin, pin_factory)

    def reset(self) -> None:
        _pulse(self._resets)

    def is_dark(self) -> bool | None:
        return bool(self._port.read(self._address, 1)[0] & IS_OFF)

    def _transmit(self, octets: bytes, *, is_data: bool) -> None:
        self._port.write(self._address, bytes((DATA_FOLLOWS if is_data else COMMANDS_FOLLOW,)) + octets)


class SpiSerial(Serial):
    """The chips' 4-wire SPI: a pin says what the octets are (SSD1306, 8.1.3)."""

    def __init__(self, port: SpiPort, *, data_command_pin: int, reset_pin: int | None, pin_factory: Any) -> None:
        self._port = port
        self._resets: Any = None
        with reserving("display", [data_command_pin, *([] if reset_pin is None else [reset_pin])]) as reserve:
            self._is_data = reserve(OutputDevice(data_command_pin, pin_factory=pin_factory))
            if reset_pin is not None:
                self._resets = reserve(OutputDevice(reset_pin, active_high=False, pin_factory=pin_factory))

    def reset(self) -> None:
        _pulse(self._resets)

    def _transmit(self, octets: bytes, *, is_data: bool) -> None:
        self._is_data.value = is_data
        for at in range(0, len(octets), SPI_OCTETS):
            self._port.transfer(octets[at : at + SPI_OCTETS])


def _reset_line(pin: int | None, pin_factory: Any) -> Any:
    """The module's RES pin, high; None where it resets itself."""
    if pin is None:
        return None
    with reserving("display", [pin]) as reserve:
        return reserve(OutputDevice(pin, active_high=False, pin_factory=pin_factory))


def _pulse(line: Any) -> None:
    if line is not None:  # 3 us low suffice (SSD1306, 8.9; SSD1309, 8.9); a Pi does not set a pin twice in less
        line.on()
        line.off()


ChipName = Literal["ssd1306", "sh1106", "ssd1309"]

SET_COLUMNS: Final = 0x21
"""First and last column of the window follow (SSD1306, 10.1.4)."""
SET_PAGES: Final = 0x22
"""First and last page of the window follow (SSD1306, 10.1.5)."""
SET_PAGE: Final = 0xB0
"""The page is in the low nibble (SH1106, command 12)."""
SET_LOW_COLUMN: Final = 0x00
SET_HIGH_COLUMN: Final = 0x10
"""A nibble of the column each (SH1106, commands 1 and 2)."""
SH1106_FIRST_COLUMN: Final = 2
"""The SH1106 drives 132 columns; a panel of 128 sits in their middle."""
SET_CONTRAST: Final = 0x81
"""The level follows (SSD1306, 10.1.7)."""
DISPLAY_OFF: Final = 0xAE
DISPLAY_ON: Final = 0xAF
"""SSD1306, 10.1.12; the memory keeps the picture."""


class Chip(ABC):
    """A chip behind a wire; it sends the windows that differ from what it shows."""

    settings: ClassVar[bytes]
    """Commands after a reset, with their arguments: the panel as it is wired, and dark."""

    window_cost: ClassVar[int]
    """Octets on the bus for one window, beside its content."""

    def __init__(self, serial: Serial) -> None:
        self._serial = serial
        self._shown = BLANK

    def set_up(self, contrast: int) -> None:
        """Bring the chip from whatever state into one that shows a blank picture.

        Args:
            contrast: 0 to 255.

        Raises:
            BusError: nothing acknowledged, or the port could not be used.
        """
        self._serial.reset()
        self._serial.command(*self.settings)
        self.contrast(contrast)
        self._send(WHOLE, BLANK)
        self._serial.command(DISPLAY_ON)
        self._shown = BLANK

    def show(self, image: Image.Image) -> None:
        new = frame_of(image)
        for window in changed_windows(self._shown, new, self.window_cost):
            self._send(window, new)
        self._shown = new

    def contrast(self, level: int) -> None:
        self._serial.command(SET_CONTRAST, level)

    def is_dark(self) -> bool | None:
        return self._serial.is_dark()

    def off(self) -> None:
        self._serial.command(DISPLAY_OFF)

    @abstractmethod
    def _send(self, window: Window, frame: Frame) -> None:
        """Send what of the picture is in the window."""


class _Ssd1306(Chip):
    """Horizontal addressing: a window is set once, its octets follow."""

    settings = bytes((
        DISPLAY_OFF,
        *(0xD5, 0x80),  # oscillator: its usual frequency, not divided
        *(0xA8, HEIGHT - 1),  # rows
        *(0xD3, 0),  # no row is left out at the top
        0x40,  # the memory's first row is uppermost
        *(0x8D, 0x14),  # charge pump on
        *(0x20, 0),  # horizontal addressing
        0xA1,  # columns from the other side: the panel hangs upside down on its connector
        0xC8,  # rows as well
        *(0xDA, 0x12),  # rows are wired in turn from both sides
        *(0xD9, 0xF1),  # pre-charge: 1 clock, then 15
        *(0xDB, 0x40),  # level of a row at rest
        0xA4,  # pixels as in the memory
        0xA6,  # 1 is light
    ))  # fmt: skip

    window_cost = 10  # address, control byte and 6 octets of commands; address and control byte of the data

    def _send(self, window: Window, frame: Frame) -> None:
        self._serial.command(
            SET_COLUMNS, window.first_column, window.last_column, SET_PAGES, window.first_page, window.last_page
        )
        self._serial.data(octets_in(frame, window))


class _Ssd1309(_Ssd1306):
    """Addressed as the SSD1306. It has no charge pump and ignores being told to start one."""


class _Sh1106(Chip):
    """Page addressing only: each page of a window is set and sent by itself."""

    settings = bytes((
        DISPLAY_OFF,
        *(0x20, SET_HIGH_COLUMN, SET_PAGE),  # page addressing, where the chip is one that can have another
        0xC8,  # rows from the other side: the panel hangs upside down on its connector
        *(SET_LOW_COLUMN, SET_HIGH_COLUMN),
        0x40,  # the memory's first row is uppermost
        0xA1,  # columns from the other side as well
        0xA6,  # 1 is light
        *(0xA8, HEIGHT - 1),  # rows
        0xA4,  # pixels as in the memory
        *(0xD3, 0),  # no row is left out at the top
        *(0xD5, 0xF0),  # oscillator: its highest frequency, not divided
        *(0xD9, 0x22),  # pre-charge: 2 clocks, then 2
        *(0xDA, 0x12),  # rows are wired in turn from both sides
        *(0xDB, 0x20),  # level of a row at rest
        *(0x8D, 0x14),  # charge pump on, where the chip is one that wants to be told
    ))  # fmt: skip

    window_cost = 7  # address, control byte and 3 octets of commands; address and control byte of the data

    def _send(self, window: Window, frame: Frame) -> None:
        column = window.first_column + SH1106_FIRST_COLUMN
        for page in range(window.first_page, window.last_page + 1):
            self._serial.command(SET_PAGE | page, SET_LOW_COLUMN | column & 0x0F, SET_HIGH_COLUMN | column >> 4)
            self._serial.data(octets_in(frame, Window(window.first_column, window.last_column, page, page)))


_CHIPS: Final[dict[ChipName, type[Chip]]] = {"ssd1306": _Ssd1306, "sh1106": _Sh1106, "ssd1309": _Ssd1309}


def chip_on(serial: Serial, name: ChipName) -> Chip:
    """The chip of that name on the wire; nothing is sent.

    Raises:
        ValueError: no such chip is known.
    """
    if name not in _CHIPS:
        raise ValueError(f"display chip {name!r} is not known, only {', '.join(_CHIPS)}")
    return _CHIPS[name](serial)
