"""The lines of the simulated Pi's GPIO chip: pulls at power-up, inputs that float, and who holds a line.

A kernel gives each line to one holder at a time, across handles, packages and its own drivers. RPi.GPIO asks no kernel:
it writes to the chip's registers.
"""

import errno
import os
from collections.abc import Callable, Iterable
from typing import Any, Final
from zlib import crc32

from hw.bus.mock_pins import TwinPinFactory

COUNT: Final = 58
CHIP_NAME, CHIP_LABEL = "gpiochip0", "pinctrl-bcm2711"
NAMES: Final = {
    **{line: f"GPIO{line}" for line in range(28)},
    **dict(enumerate(("ID_SDA", "ID_SCL", "GPIO2", "GPIO3"))),
    **dict(enumerate(("SPI_CE1_N", "SPI_CE0_N", "SPI_MISO", "SPI_MOSI", "SPI_SCLK"), start=7)),
    14: "TXD1",
    15: "RXD1",
}
"""Names of the header's lines, as a Pi 4 has them (bcm2711-rpi-4-b.dts)."""

KERNEL: Final = {8: "spi0 CS0", 7: "spi0 CS1"}
"""Lines that the kernel holds itself while SPI is in use, which the header's chip selects are."""

NOISE_S: Final = 0.01
"""How long an input that floats stays as it is: half a period of the mains, which it picks up."""

PULLED_UP_AT_POWER_UP: Final = range(9)
"""Lines with a pull-up at power-up; the others have a pull-down (BCM2711, 5.2)."""


class Lines:
    """Who holds which line.

    Args:
        pins: where the lines end.
        now_s: the clock; ``call_at`` calls at a moment of it.
        uses_spi: whether SPI is switched on, so that the kernel's driver holds the chip selects.
        uses_serial: whether the UART is.
        seed: which noise an input that floats has.

    Attributes:
        holders: who holds a line, and the name it gave.
        alternate: lines that are no inputs or outputs but belong to a bus, until a program sets them up.
    """

    def __init__(
        self,
        pins: TwinPinFactory,
        now_s: Callable[[], float],
        call_at: Callable[..., object],
        *,
        uses_spi: bool,
        uses_serial: bool = False,
        seed: int = 0,
    ) -> None:
        self._pins, self._now_s, self._call_at, self._seed = pins, now_s, call_at, seed
        self.holders: dict[int, tuple[object, str]] = {}
        self.alternate = {2, 3, *((9, 10, 11) if uses_spi else ()), *((14, 15) if uses_serial else ())}
        self._watched: set[int] = set()
        pins.floating_level = self.floating_level
        pins.first_pulls = {line: "up" if line in PULLED_UP_AT_POWER_UP else "down" for line in range(28)}
        if uses_spi:
            self.holders |= {line: (self, name) for line, name in KERNEL.items()}
            for line in KERNEL:
                self.set_up(line, output=True, level=True)

    def claim(self, lines: Iterable[int], holder: object, consumer: str) -> None:
        """Give lines to a holder; raise OSError if another has one of them."""
        wanted = list(lines)
        for line in wanted:
            if self.holders.get(line, (holder,))[0] is not holder:
                busy = OSError(errno.EBUSY, os.strerror(errno.EBUSY))
                cure = "; a wiring without readers and oled_spi leaves it free" if line in KERNEL else ""
                busy.add_note(f"{NAMES[line]} is held by {self.consumer(line)!r}{cure}")
                raise busy
        self.holders |= dict.fromkeys(wanted, (holder, consumer))

    def free(self, lines: Iterable[int], holder: object) -> None:
        for line in lines:
            if self.holders.get(line, (None,))[0] is holder:
                del self.holders[line]

    def consumer(self, line: int) -> str:
        """Return who holds the line, by the name it gave; empty for a free one."""
        return self.holders.get(line, (None, ""))[1]

    def set_up(self, line: int, *, output: bool, pull: str = "", level: bool | None = None) -> Any:
        """Make a line an input or output; return its pin. No ``pull`` leaves it, as a fixed one stays."""
        pin = self._pins.pin(line)
        if not output:
            pin.function = "input"
            if pull and not pin.info.pull:
                pin.pull = pull
        else:
            pin.function = "output"
            if level is not None:
                pin.state = level
        return pin

    def floating_level(self, line: int) -> bool:
        """Return what an input is found at that nothing holds high or low."""
        return bool(crc32(f"{self._seed} {line} {self._now_s() // NOISE_S}".encode()) & 0x10)

    def watch(self, line: int) -> None:
        """Let edges of the line come by themselves, also those of noise."""
        if line not in self._watched:
            self._watched.add(line)
            self._make_noise(line)

    def _make_noise(self, line: int) -> None:
        if self._pins.pin(line).floats:
            self._pins.pin_level(line)
            self._call_at(self._now_s() + NOISE_S, self._make_noise, line)
        else:
            self._watched.discard(line)
