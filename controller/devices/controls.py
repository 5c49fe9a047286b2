"""The console's knob, and the castles' panels with their buttons and lamps."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import partial
from typing import TYPE_CHECKING, Final, Literal

from controller.config.schema import CastleSection, ConsoleSection
from controller.devices.health import PANEL_SUFFIX
from controller.games.contract.inputs import ButtonPressed, KnobTurned
from controller.games.contract.values import CastleId, LampPattern
from controller.signals import Signal
from hw.bus.ports import Ports
from hw.castle_link.messages import BoardId
from hw.clock import Clock
from hw.console.panel import CastleButton, CastlePanel, LampState, Press, PressLength

if TYPE_CHECKING:
    from hw.castle_link.driver import CastleLink, CastleLinkPanel
    from hw.console.castle_on_pins import GpioCastlePanel
    from hw.console.knob import Knob

BUTTON_NAMES: Final[Mapping[CastleButton, Literal["yes", "no"]]] = {CastleButton.YES: "yes", CastleButton.NO: "no"}
"""Names of a castle's buttons in the contract of games."""


class Controls:
    """The knob and the castles' panels.

    Attributes:
        operated: emits each press and each turn.
        buttons_held: answers ``request_held_buttons`` with a castle and the names of its held buttons.
        panels: the panels of the castles that have one.
    """

    def __init__(self, ports: Ports, clock: Clock) -> None:
        self.operated: Signal[ButtonPressed | KnobTurned] = Signal()
        self.buttons_held: Signal[tuple[CastleId, AbstractSet[str]]] = Signal()
        self.panels: dict[CastleId, CastlePanel] = {}
        self._ports = ports
        self._clock = clock
        self._knob: Knob | None = None
        self._on_pins: dict[CastleId, GpioCastlePanel] = {}
        self._on_boards: dict[CastleId, CastleLinkPanel] = {}

    def open_knob(self, console: ConsoleSection) -> None:
        if self._knob is None:
            from hw.console.knob import Knob  # slow import: gpiozero

            self._knob = Knob(
                console.knob_pins,
                console.button_pin,
                clicks_a_cycle=console.clicks_a_cycle,
                pin_factory=self._ports.pin_factory(),
                clock=self._clock,
                on_turn=lambda at_s, detents: self.operated.emit(KnobTurned(detents, at_s)),
                on_press=lambda press: self.operated.emit(
                    ButtonPressed("knob", None, long=press.length is PressLength.LONG, at_s=press.at_s)
                ),
            )

    def close_knob(self) -> None:
        if self._knob is not None:
            self._knob.close()
            self._knob = None

    @property
    def knob_levels(self) -> tuple[bool, bool]:
        """Whether contacts A and B of the open knob are closed now."""
        assert self._knob is not None
        return self._knob.contacts_closed

    def close_panel(self, castle: CastleId) -> None:
        """Close a panel on pins."""
        if castle in self._on_pins:
            self._on_pins.pop(castle).close()
            del self.panels[castle]

    def open_panel(self, castle: CastleSection) -> None:
        """Open the panel that is wired to GPIO pins."""
        color = CastleId(castle.color)
        if castle.panel_pins is None or color in self.panels:
            return
        yes_pin, no_pin, lamp_pins = castle.panel_pins
        from hw.console.castle_on_pins import GpioCastlePanel  # slow import: gpiozero

        self.panels[color] = self._on_pins[color] = GpioCastlePanel(
            yes_pin=yes_pin,
            no_pin=no_pin,
            lamp_pins=lamp_pins,
            pin_factory=self._ports.board_pin_factory(castle.color)
            if castle.board == "own"
            else self._ports.pin_factory(),
            clock=self._clock,
            on_press=partial(self.on_press, color),
        )

    def add_board_panel(self, castle: CastleId, link: "CastleLink", board: BoardId) -> None:
        """Add a castle board's panel, whose lamps are set over ``link``."""
        from hw.castle_link.driver import CastleLinkPanel  # only where there are boards

        self.panels[castle] = self._on_boards[castle] = CastleLinkPanel(link, board)

    def on_press(self, castle: CastleId, button: CastleButton, press: Press) -> None:
        self.operated.emit(
            ButtonPressed(BUTTON_NAMES[button], castle, long=press.length is PressLength.LONG, at_s=press.at_s)
        )

    def on_buttons_held(self, castle: CastleId, buttons: AbstractSet[CastleButton]) -> None:
        self.buttons_held.emit((castle, {BUTTON_NAMES[button] for button in buttons}))

    def request_held_buttons(self, castle: CastleId) -> None:
        """Make ``buttons_held`` emit: at once for buttons on pins, else when the board answers."""
        if castle in self._on_pins:
            self.on_buttons_held(castle, frozenset(self._on_pins[castle].pressed_buttons))
        elif castle in self._on_boards:
            self._on_boards[castle].request_state()

    def held_buttons_by_device(self) -> dict[str, list[str]]:
        """Return the buttons on GPIO pins held now, by device name."""
        down = {"console": ["the knob"]} if self._knob is not None and self._knob.is_pressed else {}
        for castle, panel in self._on_pins.items():
            if panel.pressed_buttons:
                down[castle + PANEL_SUFFIX] = [f"button {button.value}" for button in panel.pressed_buttons]
        return down

    def set_lamps(self, castle: CastleId, pattern: LampPattern) -> None:
        left, middle, right = pattern
        self.panels[castle].set_lamps((LampState(left), LampState(middle), LampState(right)))

    @property
    def opened_parts(self) -> "list[Knob | CastlePanel]":
        return [*([] if self._knob is None else [self._knob]), *self.panels.values()]
