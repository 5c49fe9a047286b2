"""The console's knob: a rotary encoder that can be pushed."""

from collections.abc import Callable
from typing import Any

from gpiozero import RotaryEncoder

from hw.bus.pin_reservation import reserving
from hw.clock import Clock
from hw.console.button import Button
from hw.console.press import LONG_S, Press
from hw.console.to_loop import ToLoop


class Knob:
    """Tells ``on_turn(at_s, detents)``, +1 clockwise and -1 back, and ``on_press``; make it inside a running loop.

    gpiozero's state machine reads the two contacts: one that bounces goes to and fro between two states and counts
    nothing, so no time is needed to tell it from turning.

    Args:
        knob_pins: contacts A and B, BCM numbers; exchange them if the knob turns the wrong way.
        clicks_a_cycle: 1 if it has as many detents as pulses, 2 if it has twice as many.

    Attributes:
        on_turn: may be replaced at any time.
        on_press: may be replaced at any time.
    """

    def __init__(
        self,
        knob_pins: tuple[int, int],
        button_pin: int,
        *,
        pin_factory: Any,
        clock: Clock,
        on_turn: Callable[[float, int], None],
        on_press: Callable[[Press], None],
        clicks_a_cycle: int = 1,
        long_s: float = LONG_S,
    ) -> None:
        self.on_turn = on_turn
        self.on_press = on_press
        self._tell = ToLoop(clock, self._turned)
        with reserving("knob", (*knob_pins, button_pin)) as reserve:
            self._encoder = reserve(
                RotaryEncoder(*knob_pins, max_steps=0, pin_factory=pin_factory)
                if clicks_a_cycle == 1
                else _half_cycle(knob_pins, pin_factory)
            )
            self._button = reserve(
                Button(button_pin, pin_factory=pin_factory, clock=clock, on_press=self._pressed, long_s=long_s)
            )
        self._encoder.when_rotated_clockwise = self._clockwise
        self._encoder.when_rotated_counter_clockwise = self._back

    def close(self) -> None:
        """Give the pins back; closing twice is fine."""
        self._encoder.close()
        self._button.close()

    @property
    def pressed(self) -> bool:
        """Whether it is pushed at this moment."""
        return self._button.pressed

    def _clockwise(self) -> None:
        self._tell(+1)

    def _back(self) -> None:
        self._tell(-1)

    def _turned(self, at_s: float, detents: int) -> None:
        self.on_turn(at_s, detents)

    def _pressed(self, press: Press) -> None:
        self.on_press(press)


def _half_cycle(knob_pins: tuple[int, int], pin_factory: Any) -> Any:
    from hw.console.half_cycle import HalfCycleEncoder  # noqa: PLC0415  # not for knobs of the usual kind

    return HalfCycleEncoder(*knob_pins, pin_factory=pin_factory)
