"""The driver of the display: shows pictures, sends only what has changed, and comes back after a lost cable."""

from PIL import Image

from hw.bus.ports import I2cPort
from hw.errors import HardwareError
from hw.oled.chips import ChipName, I2cSerial, Serial, chip_on
from hw.oled.idle import FULL_CONTRAST


class Display:
    """A display of 128 x 64 pixels of one bit.

    Making it touches no hardware; the first picture sets the chip up. After an error the next picture sets it up
    again and is sent whole, since a display that was unplugged has forgotten everything.
    """

    def __init__(self, port: I2cPort | Serial, *, address: int = 0x3C, chip: ChipName = "ssd1306") -> None:
        """Make the driver.

        Args:
            port: the I2C bus, or another way to the chip: ``SpiSerial``, or ``I2cSerial`` with a wire to its RES. Over
                SPI nothing acknowledges, so a display that is missing is not noticed there.
            address: 7 bits, 0x3C or 0x3D; of no meaning beside I2C.
            chip: what is fitted; a wrong one shows in ``drawing.check_screen``.
        """
        self._chip = chip_on(port if isinstance(port, Serial) else I2cSerial(port, address), chip)
        self._ready = False
        self._lit = False
        self._tells = False
        self._contrast = FULL_CONTRAST
        self._shown: Image.Image | None = None

    def shows(self, image: Image.Image) -> bool:
        """Whether it shows this very picture already, so that there is nothing to send."""
        return self._ready and image is self._shown

    def show(self, image: Image.Image) -> None:
        """Show a picture of 128 x 64 pixels in mode 1; lights the display if it was off.

        Returns when all of it is on the bus: 23 ms for a whole picture at 400 kHz, about one for a changed digit.

        Raises:
            BusError: nothing acknowledges at the display's address.
            ValueError: another size or mode.
        """
        try:
            self._make_ready()
            self._chip.show(image)
            self._shown = image
        except HardwareError:
            self._ready = False
            raise

    def renew(self) -> None:
        """Set it up again with the next picture: after an undervoltage it may be dark and still acknowledge."""
        self._ready = False

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255; kept over a lost cable.

        A display that says that it is dark lost its power meanwhile: the next picture sets it up again.

        Raises:
            BusError: nothing acknowledges at the display's address.
        """
        self._contrast = level
        if self._ready:
            try:
                self._chip.contrast(level)
                self._ready = not (self._tells and self._chip.is_dark())
            except HardwareError:
                self._ready = False
                raise

    def off(self) -> None:
        """Make it dark; the next picture sets it up again, since nobody notices what becomes of a dark one.

        A display that was never lit is left alone.

        Raises:
            BusError: nothing acknowledges at the display's address.
        """
        if self._lit:
            self._ready = self._lit = False
            self._chip.off()

    def _make_ready(self) -> None:
        if not self._ready:
            self._chip.set_up(self._contrast)
            self._ready = self._lit = True
            self._tells = self._says_lit()

    def _says_lit(self) -> bool:
        """Whether a display that has just been lit says so: only then its word is asked for from now on.

        The data sheets let it be read, but some modules answer no read, or always the same (bitbank2/ss_oled#61).
        """
        try:
            return self._chip.is_dark() is False
        except HardwareError:
            return False
