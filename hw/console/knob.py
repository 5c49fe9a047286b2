"""Drivers of knob and push buttons: debounced turns and presses on the event loop.

On a Pi gpiozero calls back from its own thread; mock pins call from the loop itself.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

from gpiozero import DigitalInputDevice, RotaryEncoder

from hw.bus.ports import closing_devices_on_error
from hw.clock import Clock
from hw.console.panel import ContactState, Press

ValueT = TypeVar("ValueT")


class LoopCallback(Generic[ValueT]):
    """Pass values from any thread to ``receive(at_s, value)`` on the loop of its creation."""

    def __init__(self, clock: Clock, receive: Callable[[float, ValueT], None]) -> None:
        self._clock = clock
        self._receive = receive
        self._loop = asyncio.get_running_loop()

    def __call__(self, value: ValueT) -> None:
        try:
            here = asyncio.get_running_loop() is self._loop
        except RuntimeError:
            here = False
        if here:
            self._receive(self._clock.now_s(), value)
        elif not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._receive_on_loop, self._loop.time(), value)

    def _receive_on_loop(self, seen_at_loop_s: float, value: ValueT) -> None:
        """Only the loop may read the clock."""
        self._receive(self._clock.now_s() - (self._loop.time() - seen_at_loop_s), value)


class PushButton:
    """Calls the replaceable ``on_press`` once per press; create it in a running loop."""

    def __init__(
        self,
        pin: int,
        *,
        pin_factory: Any,
        clock: Clock,
        on_press: Callable[[Press], None],
    ) -> None:
        self.on_press = on_press
        self._clock = clock
        self._contact = ContactState()
        self._timer: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._tell = LoopCallback(clock, self._debounce_edge)
        # `ContactState` debounces: gpiozero's bounce time runs in real time, in a thread.
        with closing_devices_on_error("button", (pin,)) as reserve:
            self._device = reserve(DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=pin_factory))
        self._device.pin.edges = "both"
        self._device.pin.when_changed = self._pass_level_to_loop

    def close(self) -> None:
        """Release the pin and report no more presses; closing twice is fine."""
        if not self._device.closed:
            self._device.pin.when_changed = None
            self._device.close()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def is_pressed(self) -> bool:
        return bool(self._device.is_active)

    def _pass_level_to_loop(self, _ticks: object, state: float) -> None:
        self._tell(not state)

    def _debounce_edge(self, at_s: float, closed: bool) -> None:  # noqa: FBT001  # as `LoopCallback` calls it
        self._apply_contact_state(*self._contact.after_edge(at_s, closed=closed))

    def _advance_contact_to_now(self) -> None:
        self._timer = None
        # The loop may wake slightly early, within its clock's resolution.
        at_s = max(self._clock.now_s(), self._contact.due_s or 0.0)
        self._apply_contact_state(*self._contact.at_time(at_s))

    def _apply_contact_state(self, contact: ContactState, press: Press | None) -> None:
        self._contact = contact
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if contact.due_s is not None:
            self._timer = self._loop.call_later(
                max(0.0, contact.due_s - self._clock.now_s()), self._advance_contact_to_now
            )
        if press is not None:
            self.on_press(press)


BOTH_OPEN, BOTH_CLOSED = 0b00, 0b11
"""States of both contacts as two bits, 1 if closed; A is the higher bit."""

CLOCKWISE_STEPS: Final = frozenset({(BOTH_OPEN, 0b10), (BOTH_CLOSED, 0b01)})
"""Pairs of rest position and next state in a clockwise turn: A closes and opens before B."""


class HalfCycleEncoder(RotaryEncoder):  # type: ignore[misc]  # gpiozero has no types
    """Count half cycles, for knobs with two detents per cycle; gpiozero counts whole cycles.

    An EC11 with 15 pulses has 30 detents (miketeachman/micropython-rotary#9, adafruit/circuitpython#5431).
    """

    def __init__(self, a: int, b: int, *, pin_factory: Any) -> None:
        self._rest = BOTH_OPEN
        self._passed: int | None = None
        super().__init__(a, b, max_steps=0, pin_factory=pin_factory)
        self._edge = self.a.value << 1 | self.b.value
        self._rest = BOTH_CLOSED if self._edge == BOTH_CLOSED else BOTH_OPEN

    def _change_state(self, ticks: Any, edge: int) -> None:
        self._edge = edge
        if edge not in {BOTH_OPEN, BOTH_CLOSED}:
            self._passed = edge
            return
        before, passed, self._rest, self._passed = self._rest, self._passed, edge, None
        if edge == before or passed is None:  # a bounce, or a missed edge: unknown direction
            return
        if (before, passed) in CLOCKWISE_STEPS:
            self._fire_rotated_cw()
        else:
            self._fire_rotated_ccw()


class Knob:
    """Calls ``on_turn(at_s, detents)``, +1 clockwise and -1 back, and ``on_press``; create it in a running loop.

    gpiozero's state machine reads the contacts: a bounce alternates between two states and counts as nothing, so no
    debounce time is needed.

    Args:
        knob_pins: contacts A and B, BCM numbers; exchange them if turns are reversed.
        clicks_a_cycle: detents per contact cycle: 1, or 2 for a knob with twice as many detents as pulses.

    Attributes:
        on_turn, on_press: handlers, replaceable at any time.
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
    ) -> None:
        self.on_turn = on_turn
        self.on_press = on_press
        self._tell = LoopCallback(clock, self._pass_turn_to_handler)
        with closing_devices_on_error("knob", (*knob_pins, button_pin)) as reserve:
            self._encoder = reserve(
                RotaryEncoder(*knob_pins, max_steps=0, pin_factory=pin_factory)
                if clicks_a_cycle == 1
                else HalfCycleEncoder(*knob_pins, pin_factory=pin_factory)
            )
            self._button = reserve(
                PushButton(
                    button_pin,
                    pin_factory=pin_factory,
                    clock=clock,
                    on_press=self._pass_press_to_handler,
                )
            )
        self._encoder.when_rotated_clockwise = self._on_clockwise
        self._encoder.when_rotated_counter_clockwise = self._on_counter_clockwise

    def close(self) -> None:
        """Release the pins; closing twice is fine."""
        self._encoder.close()
        self._button.close()

    @property
    def is_pressed(self) -> bool:
        return self._button.is_pressed

    @property
    def contacts_closed(self) -> tuple[bool, bool]:
        """Whether contacts A and B are closed now."""
        return bool(self._encoder.a.value), bool(self._encoder.b.value)

    def _on_clockwise(self) -> None:
        self._tell(+1)

    def _on_counter_clockwise(self) -> None:
        self._tell(-1)

    def _pass_turn_to_handler(self, at_s: float, detents: int) -> None:
        self.on_turn(at_s, detents)

    def _pass_press_to_handler(self, press: Press) -> None:
        self.on_press(press)
