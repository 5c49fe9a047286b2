"""The panel of a castle: two buttons and three lamps, wherever they are wired."""

from collections.abc import Callable
from enum import Enum
from typing import Final, Protocol

from hw.console.press import Press

BLINK_S: Final = 0.25
"""How long a blinking lamp is on, and how long off."""


class CastleButton(Enum):
    """What a button of the panel says."""

    YES = "yes"
    NO = "no"


class LampState(Enum):
    """What a lamp of the panel does."""

    OFF = "off"
    ON = "on"
    BLINK = "blink"


Lamps = tuple[LampState, LampState, LampState]
"""From left to right."""

DARK: Final[Lamps] = (LampState.OFF, LampState.OFF, LampState.OFF)

OnCastlePress = Callable[[CastleButton, Press], None]


class CastlePanel(Protocol):
    """A castle's panel, wherever it is wired."""

    def lamps(self, lamps: Lamps) -> None:
        """Set all three lamps."""
        ...

    def close(self) -> None:
        """Lamps off, buttons silent; closing twice is fine."""
        ...
