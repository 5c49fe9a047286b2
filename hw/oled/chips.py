"""The display chips that can be fitted: luma's set-up of each, and our way of sending windows instead of frames.

Sources: Solomon Systech SSD1306 rev. 1.1 and SSD1309 rev. 1.0, Sino Wealth SH1106 version 2.2.
"""

from typing import Any, Final, Literal

from luma.oled import device as luma_device
from PIL import Image

from hw.oled.frame import BLANK, HEIGHT, WHOLE, WIDTH, Frame, Window, changed_windows, frame_of, octets_in

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


class _Windowed:
    """Mixed into a luma device: sends the windows that differ from what the chip shows."""

    window_cost: int
    """Octets on the bus for one window, beside its content."""

    def __init__(self, serial: Any) -> None:
        self.shown: Frame | None = None
        super().__init__(serial, width=WIDTH, height=HEIGHT)  # type: ignore[call-arg]  # luma's device is the next base
        self.persist = True  # whoever owns the screen turns it off, not the end of the interpreter

    def display(self, image: Image.Image) -> None:
        """Send what is new in the picture; luma calls this with a blank one during set-up."""
        new = frame_of(image)
        windows = [WHOLE] if self.shown is None else changed_windows(self.shown, new, self.window_cost)
        for window in windows:
            self.send(window, new)
        self.shown = new

    def forget(self) -> None:
        """The chip has just been set up: it shows nothing."""
        self.shown = BLANK

    def send(self, window: Window, frame: Frame) -> None:
        raise NotImplementedError


class _Ssd1306(_Windowed, luma_device.ssd1306):  # type: ignore[misc]  # luma has no types
    """Horizontal addressing: a window is set once, its octets follow."""

    window_cost = 10  # address, control byte and 6 octets of commands; address and control byte of the data

    def send(self, window: Window, frame: Frame) -> None:
        self.command(
            SET_COLUMNS, window.first_column, window.last_column, SET_PAGES, window.first_page, window.last_page
        )
        self.data(octets_in(frame, window))


class _Ssd1309(_Ssd1306):
    """Addressed as the SSD1306. It has no charge pump and ignores being told to start one."""


class _Sh1106(_Windowed, luma_device.sh1106):  # type: ignore[misc]  # luma has no types
    """Page addressing only: each page of a window is set and sent by itself."""

    window_cost = 7  # address, control byte and 3 octets of commands; address and control byte of the data

    def send(self, window: Window, frame: Frame) -> None:
        column = window.first_column + SH1106_FIRST_COLUMN
        for page in range(window.first_page, window.last_page + 1):
            self.command(SET_PAGE | page, SET_LOW_COLUMN | column & 0x0F, SET_HIGH_COLUMN | column >> 4)
            self.data(octets_in(frame, Window(window.first_column, window.last_column, page, page)))


_DEVICES: Final[dict[ChipName, type[_Windowed]]] = {"ssd1306": _Ssd1306, "sh1106": _Sh1106, "ssd1309": _Ssd1309}


def device_of(chip: ChipName, serial: Any) -> Any:
    """A luma device for the chip on a luma serial interface; its set-up is sent to ``serial`` at once.

    Raises:
        ValueError: no such chip is known.
    """
    if chip not in _DEVICES:
        raise ValueError(f"display chip {chip!r} is not known, only {', '.join(_DEVICES)}")
    return _DEVICES[chip](serial)
