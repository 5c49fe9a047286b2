"""The readers on the machine's own SPI, one for each castle that has one."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from controller.config import CastleSection
from controller.devices.health import DeviceHealth
from hw.bus.ports import Ports
from hw.clock import Clock
from hw.values import ReaderId

if TYPE_CHECKING:
    from hw.mfrc522.compat import PackageReader
    from hw.mfrc522.driver import Mfrc522, SharedReset


class Readers:
    """Owner of the readers that are open.

    Attributes:
        castles: the castles, and the tray, whose readers are to be open.
        chips: those that are, by the castle's colour.
    """

    def __init__(self, castles: Sequence[CastleSection], ports: Ports, clock: Clock) -> None:
        self.castles = castles
        self.chips: dict[ReaderId, Mfrc522 | PackageReader] = {}
        self._ports = ports
        self._clock = clock
        self._reset_lines: dict[int, SharedReset] = {}

    def open_all(self, health: DeviceHealth) -> None:
        """Open all, as far as they can be opened."""
        for castle in self.castles:
            with health.watch(castle.color):
                self.open(castle)

    def open(self, castle: CastleSection) -> "Mfrc522 | PackageReader":
        """Open one castle's reader, or give the one that is open.

        Raises:
            HardwareError: its bus cannot be had.
        """
        name = ReaderId(castle.color)
        if name not in self.chips:
            self.chips[name] = self._reader(name, castle)
        return self.chips[name]

    @property
    def for_stickers(self) -> "Mapping[ReaderId, Mfrc522]":
        """Those that can also talk with one sticker: the ones that our driver drives."""
        from hw.mfrc522.driver import Mfrc522  # noqa: PLC0415  # not before one is opened

        return {name: chip for name, chip in self.chips.items() if isinstance(chip, Mfrc522)}

    def _reader(self, name: ReaderId, castle: CastleSection) -> "Mfrc522 | PackageReader":
        assert castle.spi is not None
        if castle.driver == "mfrc522":
            from hw.mfrc522.compat import PackageReader  # noqa: PLC0415  # only where the settings name it

            reset = {} if castle.reset_pin is None else {"reset_pin": castle.reset_pin}
            return PackageReader(*castle.spi, name=name, **reset)
        from hw.mfrc522.driver import Mfrc522  # noqa: PLC0415  # not before one is opened

        port, line = self._ports.spi(*castle.spi), self._reset_line(castle.reset_pin)
        return Mfrc522(port, self._clock, name=name, gain_db=castle.gain_db, reset=line)

    def _reset_line(self, pin: int | None) -> "SharedReset | None":
        """The RST line at ``pin``, high; readers that share it share the line."""
        if pin is not None and pin not in self._reset_lines:
            from hw.mfrc522.reset import reset_line  # noqa: PLC0415  # with gpiozero: not before it is opened

            self._reset_lines[pin] = reset_line(pin, self._ports.pin_factory())
        return None if pin is None else self._reset_lines[pin]
