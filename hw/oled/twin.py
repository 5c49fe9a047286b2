"""Simulated display chips: turn bytes from I2C or SPI into the picture that the panel would show.

Written from the data sheets SSD1306 rev. 1.1, SSD1309 rev. 1.0, SSD1322 rev. 1.2, SSD1327 rev. 1.1 (Solomon Systech)
and SH1106 version 2.2 (Sino Wealth). Not modelled: timing, scrolling (accepted without effect), fading, zoom, the
wiring order of the COM pins, the effect of contrast, read-modify-write, and reading the memory; on greyscale chips,
grey tables and any orientation but upright.
"""

from collections.abc import Mapping
from functools import cache
from typing import ClassVar, Final

from PIL import Image

from hw.bus.mock_pins import TwinPinFactory
from hw.bus.ports import SpiPort
from hw.bus.twin_i2c import I2cDevice

WIDTH: Final = 128
HEIGHT: Final = 64
PAGES: Final = 8

HORIZONTAL_ADDRESSING: Final = 0b00
VERTICAL_ADDRESSING: Final = 0b01
PAGE_ADDRESSING: Final = 0b10
"""Memory addressing modes (SSD1306, 10.1.3)."""


@cache
def _pixel_table_by_byte(bit: int, *, all_on: bool, inverse: bool) -> bytes:
    return bytes(255 if (all_on or bool(byte >> bit & 1)) != inverse else 0 for byte in range(256))


class OledTwin:
    """Base of all simulated chips; the picture is upright with segment remap A1 and COM scan C8.

    Args:
        waits_for_reset: whether it ignores bytes until RES was low, as many SSD1309 modules do.
        always_says: constant answer to reads; None for the data sheets' status.

    Attributes:
        changes: number of changes of the picture so far.
        contrast: 0 to 255.
        strange_bytes: control bytes and commands that are not in the data sheet.
    """

    columns: ClassVar[int] = WIDTH
    arguments: ClassVar[Mapping[int, int]]
    """Number of argument bytes by command; commands not named have none."""

    reserved: ClassVar[int]
    """Status bits other than D6, which differ between modules (bitbank2/ss_oled#61)."""

    def __init__(self, *, waits_for_reset: bool = False, always_says: int | None = None) -> None:
        self.changes = 0
        self.strange_bytes = 0
        self._missing = False
        self._waits_for_reset = waits_for_reset
        self._always_says = always_says
        self._ignores_all = waits_for_reset
        self._power_up()

    def _power_up(self) -> None:
        """Memory is noise: a bytearray per page, from the glass's left."""
        self._memory = [bytearray(37 * (x + 5 * page) & 0xFF for x in range(self.columns)) for page in range(PAGES)]
        self._command: list[int] = []
        self._column = self._page = 0
        self._remapped = self._scans_back = False
        self._start_line = self._offset = 0
        self._rows = HEIGHT
        self._all_on = self._inverse = self._on = False
        self.contrast = 0x7F
        self._changed = True
        self._picture: Image.Image | None = None

    @property
    def missing(self) -> bool:
        return self._missing

    @missing.setter
    def missing(self, missing: bool) -> None:
        if missing != self._missing:
            self._missing = missing
            self.brown_out()

    def brown_out(self) -> None:
        """Reset the chip as after power-up, while it keeps acknowledging."""
        self._ignores_all = self._waits_for_reset
        self._power_up()
        self.changes += 1

    def reset(self) -> None:
        """Reset by RES, low for at least 3 us (SSD1306, 8.9)."""
        self._ignores_all = False
        self._power_up()
        self.changes += 1

    def connect_reset_pin(self, pin_factory: TwinPinFactory, pin: int) -> None:
        pin_factory.on_change(pin, lambda level: None if level else self.reset())

    @property
    def lit(self) -> bool:
        return self._on and not self._missing

    def receive(self, data: bytes) -> None:
        """Decode a message: control bytes, then commands or data (SSD1306, 8.1.5.2)."""
        if self._ignores_all:
            return
        at = 0
        while at < len(data):
            control = data[at]
            if control & 0x3F:
                self.strange_bytes += 1
            ends_after_one = bool(control & 0x80)  # the continuation bit Co
            part = data[at + 1 : at + 2] if ends_after_one else data[at + 1 :]
            if control & 0x40:
                self._store_picture_data(part)
            else:
                for byte in part:
                    self._take_command_byte(byte)
            at += 1 + len(part)
        if self._changed:
            self._changed = False
            self._picture = None
            self.changes += 1

    def answer_read(self, count: int) -> bytes:
        """Return the status ``count`` times; D6 is set while the display is off (SSD1306, table 9-1; SH1106, 14)."""
        status = self.reserved | (0x00 if self._on else 0x40)
        return bytes([status if self._always_says is None else self._always_says]) * count

    def image(self) -> Image.Image:
        """Return the visible picture, 128 x 64 pixels of mode 1; black while off."""
        if not self.lit:
            return Image.new("1", (WIDTH, HEIGHT))
        if self._picture is None:
            self._picture = self._draw_memory()
        return self._picture.copy()

    def _draw_memory(self) -> Image.Image:
        leftmost = (self.columns - WIDTH) // 2  # a narrower panel is centred
        rows = [bytes(WIDTH) for _ in range(HEIGHT)]
        for common in range(self._rows):
            line = (common + self._start_line + self._offset) % HEIGHT
            row = common if self._scans_back else HEIGHT - 1 - common
            stored = self._memory[line // 8][leftmost : leftmost + WIDTH]
            rows[row] = bytes(stored).translate(
                _pixel_table_by_byte(line % 8, all_on=self._all_on, inverse=self._inverse)
            )
        return Image.frombytes("1", (WIDTH, HEIGHT), b"".join(rows), "raw", "1;8")

    def _take_command_byte(self, byte: int) -> None:
        self._command.append(byte)
        command, *arguments = self._command
        if len(arguments) == self.arguments.get(command, 0):
            self._command = []
            self._execute_command(command, arguments)

    def _execute_command(self, command: int, arguments: list[int]) -> None:
        """Execute a command of all monochrome chips (SSD1306, table 9-1; SH1106, section Commands)."""
        before = self._visible_settings()
        match command:
            case _ if command <= 0x0F:
                self._column = self._column & 0xF0 | command
            case _ if command <= 0x1F:
                self._column = (command & 0x0F) << 4 | self._column & 0x0F
            case _ if 0x40 <= command <= 0x7F:
                self._start_line = command & 0x3F
            case 0x81:
                self.contrast = arguments[0]
            case 0xA0 | 0xA1:
                self._remapped = command == 0xA1  # mirrors later writes only (10.1.8)
            case 0xA4 | 0xA5:
                self._all_on = command == 0xA5
            case 0xA6 | 0xA7:
                self._inverse = command == 0xA7
            case 0xA8:
                self._rows = (arguments[0] & 0x3F) + 1
            case 0xAE | 0xAF:
                self._on = command == 0xAF
            case _ if 0xB0 <= command <= 0xB7:
                self._page = command & 0x07
            case _ if 0xC0 <= command <= 0xCF:
                self._scans_back = bool(command & 0x08)
            case 0xD3:
                self._offset = arguments[0] & 0x3F
            case 0xD5 | 0xD9 | 0xDA | 0xDB | 0xE3:
                pass  # timing, voltages, wiring and no-operation: no visible effect
            case _:
                self._execute_chip_command(command, arguments)
        self._changed |= self._visible_settings() != before

    def _execute_chip_command(self, command: int, arguments: list[int]) -> None:
        self.strange_bytes += 1

    def _visible_settings(self) -> tuple[object, ...]:
        return (
            self.lit, self.contrast, self._start_line, self._offset, self._rows,
            self._scans_back, self._all_on, self._inverse,
        )  # fmt: skip

    def _store_at_cursor(self, data: bytes) -> None:
        """Write from the current column and page on, mirrored by the remap; clamp the column to the last."""
        column = min(self._column, self.columns - 1)
        from_left = column
        if not self._remapped:  # segment 0 is wired at the right
            from_left, data = self.columns - column - len(data), data[::-1]
        page = self._memory[self._page]
        if page[from_left : from_left + len(data)] != data:
            page[from_left : from_left + len(data)] = data
            self._changed = True

    def _store_picture_data(self, data: bytes) -> None:
        raise NotImplementedError


class Ssd1306Twin(OledTwin):
    """A module with an SSD1306: three addressing modes, and a charge pump without which it stays dark."""

    reserved = 0x03
    arguments: ClassVar[Mapping[int, int]] = {
        0x20: 1, 0x21: 2, 0x22: 2,  # addressing mode, window of columns, window of pages
        0x23: 1, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0xA3: 2,  # fading and scrolling
        0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD6: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
    }  # fmt: skip

    def _power_up(self) -> None:
        self._mode = PAGE_ADDRESSING
        self._first_column, self._last_column = 0, WIDTH - 1
        self._first_page, self._last_page = 0, PAGES - 1
        self._charge_pump = False
        super()._power_up()

    @property
    def lit(self) -> bool:
        """Whether the display is on and powered by the charge pump (charge pump appendix)."""
        return super().lit and self._charge_pump

    def _execute_chip_command(self, command: int, arguments: list[int]) -> None:
        match command:
            case 0x20:
                self._mode = arguments[0] & 0b11
            case 0x21:
                self._first_column, self._last_column = (argument & 0x7F for argument in arguments)
                self._column = self._first_column
            case 0x22:
                self._first_page, self._last_page = (argument & 0x07 for argument in arguments)
                self._page = self._first_page
            case 0x8D:
                self._charge_pump = bool(arguments[0] & 0x04)
            case 0x23 | 0x26 | 0x27 | 0x29 | 0x2A | 0x2E | 0x2F | 0xA3 | 0xD6:
                pass  # fading, scrolling and zoom are not modelled
            case _:
                super()._execute_chip_command(command, arguments)

    def _store_picture_data(self, data: bytes) -> None:
        while data:
            ends_at = self._last_column if self._column <= self._last_column else WIDTH - 1
            run = data[: 1 if self._mode == VERTICAL_ADDRESSING else max(1, ends_at - self._column + 1)]
            self._store_at_cursor(run)
            data = data[len(run) :]
            self._column += len(run) - 1
            if self._mode == VERTICAL_ADDRESSING:
                if self._step_page():
                    self._step_column()
            elif self._step_column() and self._mode == HORIZONTAL_ADDRESSING:
                self._step_page()

    def _step_column(self) -> bool:
        """Return whether the window's column wrapped."""
        if self._column == self._last_column:
            self._column = self._first_column
            return True
        self._column = (self._column + 1) % WIDTH
        return False

    def _step_page(self) -> bool:
        if self._page == self._last_page:
            self._page = self._first_page
            return True
        self._page = (self._page + 1) % PAGES
        return False


class Ssd1309Twin(Ssd1306Twin):
    """A 2.42 inch module with an SSD1309: an external supply instead of a charge pump, and a command lock."""

    arguments: ClassVar[Mapping[int, int]] = {**Ssd1306Twin.arguments, 0x8D: 0, 0xFD: 1}

    def _power_up(self) -> None:
        super()._power_up()
        self._charge_pump = True  # the module's own supply
        self._locked = False

    def _execute_command(self, command: int, arguments: list[int]) -> None:
        if not self._locked or command == 0xFD:
            super()._execute_command(command, arguments)

    def _execute_chip_command(self, command: int, arguments: list[int]) -> None:
        match command:
            case 0x8D:
                self.strange_bytes += 1
            case 0xFD:
                self._locked = bool(arguments[0] & 0x04)
            case _:
                super()._execute_chip_command(command, arguments)


class Sh1106Twin(OledTwin):
    """A module with an SH1106: 132 columns of memory, 128 visible, addressed by page."""

    columns = 132
    reserved = 0x08
    arguments: ClassVar[Mapping[int, int]] = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}

    def _execute_chip_command(self, command: int, arguments: list[int]) -> None:
        if not (command == 0xAD or 0x30 <= command <= 0x33):  # the voltage converter and its pump
            super()._execute_chip_command(command, arguments)

    def _store_picture_data(self, data: bytes) -> None:
        """Store bytes; the column counter stops at the last column (page 17)."""
        before_last = max(0, self.columns - 1 - self._column)
        self._store_at_cursor(data[:before_last])
        if data:
            self._column = min(self._column + len(data), self.columns - 1)
        if len(data) > before_last:
            self._store_at_cursor(data[-1:])


class GreyTwin(OledTwin):
    """Common part of greyscale chips: four bits per pixel, windows filled row by row."""

    size: ClassVar[tuple[int, int]]
    first_column: ClassVar[int]
    pixels_a_column: ClassVar[int]
    contrast_command: ClassVar[int]
    reserved = 0x00

    def _power_up(self) -> None:
        super()._power_up()
        width, height = self.size
        self._greys = bytearray(37 * at & 0xFF for at in range(width * height))
        self._window_x = self._window_y = (0, 0)
        self._x = self._y = 0

    def _execute_command(self, command: int, arguments: list[int]) -> None:
        match command:
            case 0x15:
                first, last = (argument - self.first_column for argument in arguments)
                self._window_x = first * self.pixels_a_column, (last + 1) * self.pixels_a_column - 1
                self._x = self._window_x[0]
            case 0x75:
                self._window_y = arguments[0], arguments[1]
                self._y = arguments[0]
            case 0xAE | 0xAF:
                self._on = command == 0xAF
                self._changed = True
            case _ if command == self.contrast_command:
                self.contrast = arguments[0]
                self._changed = True
            case _ if command not in self.arguments and not 0xA4 <= command <= 0xA9:
                self.strange_bytes += 1

    def _store_picture_data(self, data: bytes) -> None:
        (left, right), (top, bottom) = self._window_x, self._window_y
        for byte in data:
            for grey in self._pixel_pair(byte):
                at = self._y * self.size[0] + self._x
                self._changed |= self._greys[at] != grey
                self._greys[at] = grey
                self._x += 1
            if self._x > right:
                self._x, self._y = left, top if self._y == bottom else self._y + 1

    def _pixel_pair(self, byte: int) -> tuple[int, int]:
        return byte % 16 * 17, byte // 16 * 17

    def image(self) -> Image.Image:
        """Return the visible picture of mode L; black while off."""
        return Image.frombytes("L", self.size, bytes(self._greys)) if self.lit else Image.new("L", self.size)


class Ssd1327Twin(GreyTwin):
    """A square module of 1.5 inch with an SSD1327. Upright with segment remap 53."""

    size = (128, 128)
    first_column = 0
    pixels_a_column = 2
    contrast_command = 0x81
    arguments: ClassVar[Mapping[int, int]] = {
        0x15: 2, 0x75: 2, 0x81: 1, 0xA0: 1, 0xA1: 1, 0xA2: 1, 0xA8: 1, 0xAB: 1, 0xB1: 1, 0xB3: 1, 0xB6: 1, 0xB8: 15,
        0xB9: 0, 0xBC: 1, 0xBE: 1, 0xD5: 1, 0xFD: 1,
    }  # fmt: skip


class Ssd1322Twin(GreyTwin):
    """A module of 256 x 64 pixels with an SSD1322, on SPI alone. Upright with remap 14 11.

    Arguments come as data; data after the command 5C goes to the memory.
    """

    size = (256, 64)
    first_column = 0x1C
    pixels_a_column = 4
    contrast_command = 0xC1
    arguments: ClassVar[Mapping[int, int]] = {
        0x15: 2, 0x5C: 0, 0x75: 2, 0xA0: 2, 0xA1: 1, 0xA2: 1, 0xAB: 1, 0xB1: 1, 0xB3: 1, 0xB4: 2, 0xB5: 1, 0xB6: 1,
        0xB9: 0, 0xBB: 1, 0xBE: 1, 0xC1: 1, 0xC7: 1, 0xCA: 1, 0xD1: 2, 0xFD: 1,
    }  # fmt: skip

    def _power_up(self) -> None:
        super()._power_up()
        self._writes = False

    def _execute_command(self, command: int, arguments: list[int]) -> None:
        self._writes = command == 0x5C
        super()._execute_command(command, arguments)

    def _pixel_pair(self, byte: int) -> tuple[int, int]:
        return byte // 16 * 17, byte % 16 * 17

    def _store_picture_data(self, data: bytes) -> None:
        if self._writes and not self._command:
            super()._store_picture_data(data)
        else:
            for byte in data:
                self._take_command_byte(byte)


DISPLAY_TWIN_BY_CHIP: Final[Mapping[str, type[OledTwin]]] = {
    "ssd1306": Ssd1306Twin,
    "sh1106": Sh1106Twin,
    "ssd1309": Ssd1309Twin,
    "ssd1322": Ssd1322Twin,
    "ssd1327": Ssd1327Twin,
}
"""The twin of each chip, by luma.oled's name of the chip."""


class TwinSpiDisplay(SpiPort):
    """A display behind an SPI port; counts bytes, and in ``messages`` how often chip select went low."""

    def __init__(self, display: I2cDevice, pin_factory: TwinPinFactory, data_command_pin: int) -> None:
        self.messages = 0
        self.byte_count = 0
        self._display = display
        self._factory = pin_factory
        self._pin = data_command_pin

    def transfer(self, data: bytes) -> bytes:
        """Take bytes; the module has no data output."""
        self.messages += 1
        self.byte_count += len(data)
        if not self._display.missing:
            is_data = bool(self._factory.pin_level(self._pin))
            self._display.receive(bytes((0x40 if is_data else 0x00,)) + data)
        return bytes(len(data))
