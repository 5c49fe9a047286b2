"""Driver of the display: luma.oled sets the chip up; this sends what changed and recovers from a lost cable.

Any chip of ``luma.oled.device`` with at least 128 x 64 pixels works; on a larger one the picture is centred, on a
greyscale one it is black and white.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import luma.oled.device
from gpiozero import OutputDevice
from luma.oled import const
from luma.oled.device.greyscale import greyscale_device
from PIL import Image

from hw.bus.ports import I2cPort, SpiPort, closing_devices_on_error
from hw.errors import HardwareError
from hw.oled.frame import FULL_CONTRAST, HEIGHT, WIDTH, Frame, Window, changed_windows, image_to_frame, window_bytes

COMMANDS_FOLLOW: Final = 0x00
"""Control byte: Co 0, D/C# 0: all bytes to the stop condition are commands (SSD1306, 8.1.5.2)."""
DATA_FOLLOWS: Final = 0x40
"""Control byte: Co 0, D/C# 1: all bytes to the stop condition go to the memory."""

DISPLAY_OFF_BIT: Final = 0x40
"""D6 of the byte read after commands (SSD1306, 8.1.5.1 and table 9-1; SH1106, Read Status)."""

WINDOW_COST: Final[Mapping[str, int]] = {"sh1106": 7, "ssd1306": 10, "ssd1309": 10}
"""Bytes per window besides its content, by chip: addresses, control bytes and window commands."""
GREY_WINDOW_COST: Final = 3
"""`WINDOW_COST` of greyscale chips, in bytes of the picture, each sent as four."""

SET_PAGE: Final = 0xB0
"""The page is in the low nibble (SH1106, command 12)."""
SH1106_FIRST_COLUMN: Final = 2
"""The SH1106 drives 132 columns; a panel of 128 sits in their middle."""

MAX_SPI_TRANSFER_BYTES: Final = 64
"""Longer transfers time out on some Pi 5 kernels (raspberrypi/linux#5696, #6020); the chips take any length."""


class LumaSerial(ABC):
    """A serial interface for luma.oled on a port of `hw.bus.ports`.

    It records the set-up first, to send it again later: luma keeps devices until the program ends, so creating a
    new device for each set-up would leak.

    Attributes:
        is_recording: whether to record messages instead of sending them.
    """

    def __init__(self, reset_pin: int | None, pin_factory: Any) -> None:
        self.is_recording = True
        self._set_up: list[tuple[bytes, bool]] = []
        self._resets: Any = None
        if reset_pin is not None:
            with closing_devices_on_error("display", [reset_pin]) as reserve:
                self._resets = reserve(OutputDevice(reset_pin, active_high=False, pin_factory=pin_factory))

    def command(self, *data: int) -> None:
        self._send_or_record(bytes(data), is_data=False)

    def data(self, data: Iterable[int]) -> None:
        self._send_or_record(bytes(data), is_data=True)

    def cleanup(self) -> None:  # noqa: B027  # optional
        """Do nothing; luma calls it when the program ends."""

    def replay_set_up(self) -> None:
        self.reset_chip()
        for data, is_data in self._set_up:
            self.send_message(data, is_data=is_data)

    def _send_or_record(self, data: bytes, *, is_data: bool) -> None:
        if self.is_recording:
            self._set_up.append((data, is_data))
        else:
            self.send_message(data, is_data=is_data)

    def reset_chip(self) -> None:
        if self._resets is not None:  # 3 us low suffice (SSD1306, 8.9); a Pi takes longer
            self._resets.on()
            self._resets.off()

    def close(self) -> None:
        """Release the pins."""
        if self._resets is not None:
            self._resets.close()

    @abstractmethod
    def send_message(self, data: bytes, *, is_data: bool) -> None:
        """Send commands with arguments, or picture data, as one message; raise BusError if that fails."""

    def reports_dark(self) -> bool | None:
        """Return whether the chip reports being off, as after power-up; None over SPI, which cannot read.

        The previous message must have been commands. Raise BusError as `send_message`.
        """
        return None


class I2cSerial(LumaSerial):
    """The chips' I2C protocol: a control byte tells commands from data.

    Many SSD1309 modules acknowledge but show nothing until RES was low (olikraus/u8g2#825, #2194).
    """

    def __init__(self, port: I2cPort, address: int, *, reset_pin: int | None = None, pin_factory: Any = None) -> None:
        super().__init__(reset_pin, pin_factory)
        self._port = port
        self._address = address

    def send_message(self, data: bytes, *, is_data: bool) -> None:
        self._port.write(self._address, bytes((DATA_FOLLOWS if is_data else COMMANDS_FOLLOW,)) + data)

    def reports_dark(self) -> bool | None:
        return bool(self._port.read(self._address, 1)[0] & DISPLAY_OFF_BIT)


class SpiSerial(LumaSerial):
    """The chips' 4-wire SPI: a pin tells commands from data (SSD1306, 8.1.3)."""

    def __init__(self, port: SpiPort, *, data_command_pin: int, reset_pin: int | None, pin_factory: Any) -> None:
        with closing_devices_on_error("display", [data_command_pin]) as reserve:
            self._is_data = reserve(OutputDevice(data_command_pin, pin_factory=pin_factory))
            super().__init__(reset_pin, pin_factory)
        self._port = port

    def close(self) -> None:
        super().close()
        self._is_data.close()

    def send_message(self, data: bytes, *, is_data: bool) -> None:
        self._is_data.value = is_data
        for at in range(0, len(data), MAX_SPI_TRANSFER_BYTES):
            self._port.transfer(data[at : at + MAX_SPI_TRANSFER_BYTES])


class _DiffFrameBuffer:
    """The shown frame, to find changes; luma calls it a frame buffer."""

    def __init__(self, window_cost: int) -> None:
        self._window_cost = window_cost
        self.shown: Frame | None = None

    def take_changed_windows(self, new: Frame) -> Iterator[Window]:
        yield from changed_windows(self.shown, new, self._window_cost)
        self.shown = new

    def redraw(self, image: Image.Image) -> Iterator[tuple[Image.Image, tuple[int, int, int, int]]]:
        """Yield the changed parts of a picture with their boxes, for luma."""
        for window in self.take_changed_windows(image_to_frame(image)):
            box = (window.first_column, 8 * window.first_page, window.last_column + 1, 8 * window.last_page + 8)
            yield image.crop(box), box


class Display:
    """A display of 128 x 64 pixels of one bit.

    Creating it touches no hardware; the first picture sets the chip up. After an error the next repeats the
    set-up and is sent completely, since an unplugged display loses everything.
    """

    def __init__(self, port: I2cPort | LumaSerial, *, address: int = 0x3C, chip: str = "ssd1306") -> None:
        """Drive the display at ``address``, 0x3C or 0x3D (I2C only); a wire to RES needs an `I2cSerial`.

        Over SPI nothing acknowledges, so a missing display goes unnoticed. Raise ValueError if luma.oled knows no such
        ``chip``; with a wrong one ``drawing.chip_test_screen`` looks incomplete.
        """
        if chip not in luma.oled.device.__all__:
            raise ValueError(f"display chip {chip!r} is not known, only {', '.join(luma.oled.device.__all__)}")
        self._serial = port if isinstance(port, LumaSerial) else I2cSerial(port, address)
        self._changes = _DiffFrameBuffer(WINDOW_COST.get(chip, GREY_WINDOW_COST))
        self._device: Any = getattr(luma.oled.device, chip)(self._serial, mode="1", framebuffer=self._changes)
        self._device.persist = True  # luma must not clear it at the end of the program
        self._serial.is_recording = False
        self._blank = image_to_frame(Image.new("1", self._device.size))
        self._by_page = chip == "sh1106"
        self._ready = False
        self._lit = False
        self._reports_state = False
        self._contrast = FULL_CONTRAST
        self._shown: Image.Image | None = None

    def is_showing(self, image: Image.Image) -> bool:
        return self._ready and image is self._shown

    def show(self, image: Image.Image) -> None:
        """Show a picture of 128 x 64 pixels in mode 1; switch the display on if necessary.

        Takes 23 ms for a whole picture at 400 kHz, about 1 ms for a changed digit. Raise BusError if nothing
        acknowledges, ValueError for another size or mode.
        """
        if image.size != (WIDTH, HEIGHT) or image.mode != "1":
            raise ValueError(f"expected a picture of 128 x 64 pixels in mode 1, not {image.size} {image.mode}")
        try:
            self._set_up_if_needed()
            self._send_changes(image)
            self._shown = image
        except HardwareError:
            self._ready = False
            raise

    def set_up_at_next_picture(self) -> None:
        """Repeat the set-up with the next picture: after undervoltage a dark display may still acknowledge."""
        self._ready = False

    def set_contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255; a set-up after a lost cable restores it.

        One that reports being dark lost power: the next picture sets it up. Raise BusError if nothing acknowledges.
        """
        self._contrast = level
        if self._ready:
            try:
                self._device.contrast(level)
                self._ready = not (self._reports_state and self._serial.reports_dark())
            except HardwareError:
                self._ready = False
                raise

    def off(self) -> None:
        """Switch it off, unless never lit; the next picture sets it up. Raise BusError if nothing acknowledges."""
        if self._lit:
            self._ready = self._lit = False
            self._device.hide()

    def close(self) -> None:
        """Release the pins, so that another display can be opened on them; the picture stays."""
        self._serial.close()

    def _set_up_if_needed(self) -> None:
        if not self._ready:
            self._serial.replay_set_up()
            self._changes.shown = self._blank
            self._device.contrast(self._contrast)
            self._ready = self._lit = True
            self._reports_state = self._reports_lit()

    def _reports_lit(self) -> bool:
        """Return whether a display just switched on says so; only then are its reports used.

        The data sheets define the read, but some modules do not answer, or always the same (bitbank2/ss_oled#61).
        """
        try:
            return self._serial.reports_dark() is False
        except HardwareError:
            return False

    def _send_changes(self, image: Image.Image) -> None:
        device = self._device
        if device.size != (WIDTH, HEIGHT):
            middle = Image.new("1", device.size)
            middle.paste(image, ((device.width - WIDTH) // 2, (device.height - HEIGHT) // 2))
            image = middle
        if isinstance(device, greyscale_device):
            device.display(image)
            return
        new = image_to_frame(image)
        for window in self._changes.take_changed_windows(new):
            if self._by_page:
                self._send_window_by_page(window, new)
            else:
                columns = (const.ssd1306.COLUMNADDR, window.first_column, window.last_column)
                device.command(*columns, const.ssd1306.PAGEADDR, window.first_page, window.last_page)
                device.data(window_bytes(new, window))

    def _send_window_by_page(self, window: Window, new: Frame) -> None:
        low, high = const.sh1106.SETLOWCOLUMN, const.sh1106.SETHIGHCOLUMN
        column = window.first_column + SH1106_FIRST_COLUMN
        for page in range(window.first_page, window.last_page + 1):
            self._device.command(SET_PAGE | page, low | column & 0x0F, high | column >> 4)
            self._device.data(window_bytes(new, Window(window.first_column, window.last_column, page, page)))
