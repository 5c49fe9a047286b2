"""Pins of a simulated machine, based on gpiozero's mock factory.

gpiozero's mock pins record every change in an ever-growing list, and a pull-up set by a driver overwrites the
level that an outside part drives. These pins do neither: twins listen to the pins that a driver sets and drive the
ones that it reads.
"""

from collections.abc import Callable
from typing import Any, Final, Protocol

from gpiozero.pins.mock import MockFactory, MockPWMPin

PI_4B_REVISION: Final = "c03111"
"""Revision of the simulated Pi, which gpiozero would otherwise read from an environment variable."""


class PartPins(Protocol):
    """Where a simulated part is connected: pins, or the wires to them."""

    def on_change(self, pin_number: int, callback: Callable[[float], None]) -> Callable[[], None]: ...

    def set_hook_before_read(self, pin_number: int, callback: Callable[[], None]) -> None: ...

    def drive(self, pin_number: int, level: bool | None) -> None: ...  # noqa: FBT001  # clear: the pin's level

    def is_pulled_down(self, pin_number: int) -> bool: ...

    def pin_level(self, pin_number: int) -> float: ...

    def pwm_frequency_hz(self, pin_number: int) -> float | None: ...


class TwinPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """A mock pin that reports changes to its factory and that a twin can drive."""

    def __init__(self, factory: "TwinPinFactory", info: Any) -> None:
        self._driven: bool | None = None
        self._state: float
        super().__init__(factory, info)
        self._listeners, self._read_hooks = factory.pin_listeners_and_hooks(self._number)

    def clear_states(self) -> None:
        """Keep no record of changes; listeners get each one."""
        self._last_change = 0.0

    def drive(self, level: bool | None) -> None:  # noqa: FBT001  # clear: the pin's level
        """Hold the wire high or low from outside; with ``None`` the pull decides."""
        self._driven = level
        if self._function == "input":
            self._update_level_from_wire()

    def _get_state(self) -> float:
        for hook in self._read_hooks:
            hook()
        return self._state

    def _set_state(self, value: float) -> None:
        if self._function == "output" and 0 <= value <= 1:
            self._change_state(float(value))
        else:
            super()._set_state(value)  # raises the error that applies

    state = property(_get_state, _set_state)
    """gpiozero's property is too slow for the arrow's thousand changes a second."""

    def _change_state(self, value: float) -> bool:
        if self._state == value:
            return False
        self._state = value
        self._notify(value)
        return True

    def _notify(self, level: float) -> None:
        for callback in tuple(self._listeners):
            callback(float(level))

    def _call_when_changed(self) -> None:
        self.factory.deliver(super()._call_when_changed)

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self._update_level_from_wire()

    def _set_frequency(self, value: float | None) -> None:
        changed = value != self._frequency
        super()._set_frequency(value)
        if changed and self._state:  # a new tone counts as a change
            self._notify(self._state)

    def _update_level_from_wire(self) -> None:
        level = self._pull == "up" if self._driven is None else self._driven
        if level:
            self.drive_high()
        else:
            self.drive_low()


class TwinPinFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """Pins of a simulated table by BCM number; pass it as ``pin_factory``, never as the global one.

    Attributes:
        deliver: calls a driver back about an edge; at once unless replaced.
    """

    def __init__(self) -> None:
        self._listeners: dict[int, list[Callable[[float], None]]] = {}
        self._read_hooks: dict[int, list[Callable[[], None]]] = {}
        self.deliver: Callable[[Callable[[], None]], object] = lambda call_back: call_back()
        super().__init__(revision=PI_4B_REVISION, pin_class=TwinPin)

    def on_change(self, pin_number: int, callback: Callable[[float], None]) -> Callable[[], None]:
        """Call ``callback(level)`` after each change; under PWM ``level`` is the duty cycle.

        Return a function that unsubscribes; calling it twice is fine.
        """
        listeners = self._listeners.setdefault(pin_number, [])
        listeners.append(callback)

        def unsubscribe() -> None:
            if callback in listeners:
                listeners.remove(callback)

        return unsubscribe

    def set_hook_before_read(self, pin_number: int, callback: Callable[[], None]) -> None:
        """A moving part can update the pin in ``callback``."""
        self._read_hooks.setdefault(pin_number, [])[:] = [callback]

    def drive(self, pin_number: int, level: bool | None) -> None:  # noqa: FBT001  # clear: the pin's level
        """Hold an input pin high or low, as its part does; with ``None`` the pull decides."""
        self.pin(pin_number).drive(level)

    def is_pulled_down(self, pin_number: int) -> bool:
        return bool(self.pin(pin_number).pull == "down")

    def pin_level(self, pin_number: int) -> float:
        """Return the pin's level: 0, 1, or the duty cycle under PWM."""
        return float(self.pin(pin_number).state)

    def pwm_frequency_hz(self, pin_number: int) -> float | None:
        """Return the pin's PWM frequency; ``None`` without PWM."""
        frequency: float | None = self.pin(pin_number).frequency
        return frequency

    def pin_listeners_and_hooks(
        self, pin_number: int
    ) -> tuple[list[Callable[[float], None]], list[Callable[[], None]]]:
        """Return the live lists of a pin's change listeners and read hooks."""
        return self._listeners.setdefault(pin_number, []), self._read_hooks.setdefault(pin_number, [])
