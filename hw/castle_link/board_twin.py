"""What a simulated castle board is, whatever its firmware runs on."""

from collections.abc import Callable
from random import Random
from typing import Final, Protocol

from hw.bus.mock_pins import TwinPinFactory
from hw.castle_link.cable import Cable, FarEnd
from hw.castle_link.messages import BoardId
from hw.clock import Clock
from hw.mfrc522.twin import Mfrc522Twin

YES_PIN: Final = 14
NO_PIN: Final = 15
LAMP_PINS: Final = (10, 11, 12)
PANEL_PINS: Final = (YES_PIN, NO_PIN, LAMP_PINS)
"""As in wiring.md."""


class BoardTwin(FarEnd, Protocol):
    """A simulated castle board at the far end of its cable."""

    def reboot(self) -> None:
        """Start again: what was not acknowledged is forgotten."""
        ...

    def off(self) -> None:
        """Take its power away; switching off twice is fine."""
        ...


MakeBoard = Callable[[BoardId, Cable, Mfrc522Twin, TwinPinFactory, Clock, Random], BoardTwin]
"""Makes a board that is on: its id, its cable, the chip on its SPI, its pins, time and chance."""
