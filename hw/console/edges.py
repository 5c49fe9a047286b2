"""Edges of a contact between a pin and ground, bounce and all."""

from collections.abc import Callable
from typing import Any

from gpiozero import DigitalInputDevice

from hw.bus.pin_reservation import reserving
from hw.clock import Clock
from hw.console.to_loop import ToLoop


class Edges:
    """Tells ``on_edge(at_s, closed)`` on the loop for every edge; make it inside a running loop."""

    def __init__(self, pin: int, *, pin_factory: Any, clock: Clock, on_edge: Callable[[float, bool], None]) -> None:
        self._tell = ToLoop(clock, on_edge)
        # No bounce time: gpiozero's would be real time, in a thread.
        with reserving("button", (pin,)) as reserve:
            self._device = reserve(DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=pin_factory))
        self._device.pin.edges = "both"
        self._device.pin.when_changed = self._changed

    def close(self) -> None:
        """Give the pin back; closing twice is fine."""
        if not self._device.closed:
            self._device.pin.when_changed = None
            self._device.close()

    @property
    def closed_now(self) -> bool:
        """Whether the contact is closed at this moment."""
        return bool(self._device.is_active)

    def _changed(self, _ticks: object, state: float) -> None:
        self._tell(not state)
