"""A rotary encoder with two clicks a cycle of its contacts: it rests where both are open and where both are closed."""

from typing import Any, Final

from gpiozero import RotaryEncoder

OPEN, CLOSED = 0b00, 0b11
"""Both contacts, A the higher bit."""

CLOCKWISE: Final = frozenset({(OPEN, 0b10), (CLOSED, 0b01)})
"""Where it rested and which state it passes on its way to the other rest; A closes first and opens first."""


class HalfCycleEncoder(RotaryEncoder):  # type: ignore[misc]  # gpiozero has no types
    """As gpiozero's, which counts whole cycles: such a knob would have to be turned by two clicks for one step.

    EC11 with 15 pulses have 30 detents (miketeachman/micropython-rotary#9, adafruit/circuitpython#5431).
    """

    def __init__(self, a: int, b: int, *, pin_factory: Any) -> None:
        self._rest = OPEN
        self._passed: int | None = None
        super().__init__(a, b, max_steps=0, pin_factory=pin_factory)
        self._edge = self.a.value << 1 | self.b.value
        self._rest = CLOSED if self._edge == CLOSED else OPEN

    def _change_state(self, ticks: Any, edge: int) -> None:
        self._edge = edge
        if edge not in {OPEN, CLOSED}:
            self._passed = edge
            return
        before, passed, self._rest, self._passed = self._rest, self._passed, edge, None
        if edge == before or passed is None:  # it bounced, or an edge was missed and nobody knows which way
            return
        if (before, passed) in CLOCKWISE:
            self._fire_rotated_cw()
        else:
            self._fire_rotated_ccw()
