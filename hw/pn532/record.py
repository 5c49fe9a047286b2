"""Record of the PN532."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from hw.reader_record import ReaderChip, ReaderSettings

if TYPE_CHECKING:
    from hw.bus.ports import SpiPort
    from hw.pn532.driver import Pn532
    from hw.pn532.twin import Pn532Twin


def _open(port: "SpiPort", at: ReaderSettings) -> "Pn532":
    from hw.pn532.driver import Pn532  # few tables have one

    return Pn532(port, at.clock, name=at.name, reset=at.reset, turn=at.turn)


def _make_twin(now_s: Callable[[], float]) -> "Pn532Twin":
    from hw.pn532.twin import Pn532Twin  # twins only

    return Pn532Twin(now_s)


PN532: Final = ReaderChip(
    name="pn532",
    label="PN532",
    module="reader module with a PN532",
    module_note="its two switches at SPI",
    driver_module="hw.pn532.driver",
    open=_open,
    make_twin=_make_twin,
    takes_gain=False,
    contacts={"SDA": "SS", "3.3V": "VCC", "RST": "RSTPDN"},
)
