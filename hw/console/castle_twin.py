"""A castle's panel as a player sees and touches it: two buttons and three lamps on mock pins."""

from hw.bus.mock_pins import TwinPinFactory
from hw.clock import Clock
from hw.console.twin import ButtonTwin, LampTwin


class PanelTwin:
    """Fingers and eyes at one castle's panel.

    Attributes:
        yes, no: its buttons.
        lamps: from left to right.
    """

    def __init__(
        self, pin_factory: TwinPinFactory, yes_pin: int, no_pin: int, lamp_pins: tuple[int, int, int], clock: Clock
    ) -> None:
        self.yes = ButtonTwin(pin_factory, yes_pin, clock)
        self.no = ButtonTwin(pin_factory, no_pin, clock)
        self.lamps = tuple(LampTwin(pin_factory, pin) for pin in lamp_pins)

    @property
    def lit(self) -> list[bool]:
        """Which lamps are lit now."""
        return [lamp.lit for lamp in self.lamps]
