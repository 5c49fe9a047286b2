"""The console's screen. Sending a full picture over I2C takes 23 to 190 ms, so a thread does it."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Final

from controller.config.schema import OledSection
from hw.bus.ports import Ports
from hw.clock import Clock
from hw.oled.frame import FULL_CONTRAST

if TYPE_CHECKING:
    from PIL import Image

    from hw.oled.driver import Display


DISPLAY_CHECK_EVERY_S: Final = 5.0
"""Interval of checks that the display is present and lit."""


class ConsoleScreen:
    """The display and its contrast; ``next_check_s``: loop time of the next check that it is there."""

    def __init__(self, oled: OledSection | None, ports: Ports, clock: Clock) -> None:
        self.is_wired = oled is not None
        self._oled = oled
        self._ports = ports
        self._clock = clock
        self.next_check_s = 0.0
        self._display: Display | None = None
        self._contrast = FULL_CONTRAST
        self._thread = ThreadPoolExecutor(1, "screen")
        self._in_use = Lock()

    def rewire(self, oled: OledSection | None) -> None:
        """Use other settings from the next picture on."""
        if oled != self._oled:
            if self._display is not None:
                self._display.close()
            self._oled, self._display = oled, None

    def open(self) -> None:
        oled = self._oled
        if oled is None or self._display is not None:
            return
        from hw.oled.driver import Display, I2cSerial, LumaSerial, SpiSerial  # slow import: luma.oled

        pins = None if oled.dc_pin is None and oled.reset_pin is None else self._ports.pin_factory()
        serial: LumaSerial
        if oled.spi is None or oled.dc_pin is None:
            bus = self._ports.i2c_port(oled.i2c_bus)
            serial = I2cSerial(bus, oled.address, reset_pin=oled.reset_pin, pin_factory=pins)
        else:
            port = self._ports.spi_port(*oled.spi)
            serial = SpiSerial(port, data_command_pin=oled.dc_pin, reset_pin=oled.reset_pin, pin_factory=pins)
        self._display = Display(serial, chip=oled.chip)

    async def show_without_blocking(self, image: "Image.Image", contrast: int = FULL_CONTRAST) -> None:
        """Show a picture like `show`, without blocking the loop.

        A picture already shown is not sent again; every ``DISPLAY_CHECK_EVERY_S`` a command checks that the display
        acknowledges. A display that reports being dark has lost power and is set up again.
        """
        self.open()
        if self._display is None:
            return
        now_s = self._clock.now_s()
        asks = now_s >= self.next_check_s
        if asks or contrast != self._contrast or not self._display.is_showing(image):
            show = partial(self.show, image, contrast, asks=asks)
            await asyncio.get_running_loop().run_in_executor(self._thread, show)
        if asks:
            self.next_check_s = now_s + DISPLAY_CHECK_EVERY_S

    def show(self, image: "Image.Image", contrast: int = FULL_CONTRAST, *, asks: bool = False) -> None:
        """Show a picture and return when it is on the display.

        Args:
            image: 128 x 64 pixels, mode 1.
            contrast: 0 to 255.
            asks: check that the display is present even if it already shows this.
        """
        self.open()
        if self._display is None:
            return
        with self._in_use:
            if asks or contrast != self._contrast:
                self._contrast = contrast
                self._display.set_contrast(contrast)
            self._display.show(image)

    def blank_display(self) -> None:
        """Switch the display off until the next picture, with a few bytes only."""
        if self._display is not None:
            with self._in_use:
                self._display.off()

    def set_up_at_next_picture(self) -> None:
        if self._display is not None:
            self._display.set_up_at_next_picture()

    def switch_off(self, last: "Image.Image | None" = None) -> None:
        """Stop drawing; leave the display dark or on its ``last`` picture."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        if last is None:
            self.blank_display()
        elif self._display is not None:
            with self._in_use:
                self._display.show(last)
