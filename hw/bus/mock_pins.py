"""Pins of a simulated machine, based on gpiozero's mock factory.

gpiozero's mock pins record every change in an ever-growing list, and a pull-up set by a driver overwrites the
level that an outside part drives. These pins do neither: twins listen to the pins that a driver sets and drive the
ones that it reads.
"""

from collections.abc import Callable
from typing import Any, Final, Literal, Protocol

from gpiozero import GPIODevice
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin

PI_4B_REVISION: Final = "c03111"
"""Revision of the simulated Pi, which gpiozero would otherwise read from an environment variable."""


CLOSED: Final = "closed"
Level = bool | Literal["closed"] | None
"""What a part does to a wire: hold it high or low, leave it alone (None), or connect it as a button does: to ground,
or to the supply where it rests at ground."""


class PartPins(Protocol):
    """Where a simulated part is connected: pins, or the wires to them."""

    def on_change(self, pin_number: int, callback: Callable[[float], None]) -> Callable[[], None]: ...

    def set_hook_before_read(self, pin_number: int, callback: Callable[[], None]) -> None: ...

    def drive(self, pin_number: int, level: Level) -> None: ...

    def pin_level(self, pin_number: int) -> float: ...

    def pwm_frequency_hz(self, pin_number: int) -> float | None: ...


class TwinPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """A mock pin that reports changes to its factory and that a twin can drive.

    One that has been an output rests low without a pull, as its lamp or transistor holds it.

    Attributes:
        floats: it is an input, and nothing decides about its level.
    """

    def __init__(self, factory: "TwinPinFactory", info: Any) -> None:
        self._driven: Level = None
        self._has_load = False
        self.floats = False
        self._state: float
        super().__init__(factory, info)
        self._pull: str = factory.first_pulls.get(self._number) or info.pull or "floating"
        self._state = float(self._pull == "up")
        self._listeners, self._read_hooks = factory.pin_listeners_and_hooks(self._number)

    def clear_states(self) -> None:
        """Keep no record of changes; listeners get each one."""
        self._last_change = 0.0

    def drive(self, level: Level) -> None:
        """Hold the wire from outside; with ``None`` the pull decides."""
        self._driven = level
        if self._function == "input":
            self._update_level_from_wire()

    @property
    def open_level(self) -> bool | None:
        """The level while nothing drives the wire: that of a resistor outside, else of the pull; None without both."""
        outside: bool | None = self.factory.resistors.get(self._number)
        if outside is not None:
            return outside
        return False if self._has_load and self._pull == "floating" else {"up": True, "down": False}.get(self._pull)

    def _get_state(self) -> float:
        for hook in self._read_hooks:
            hook()
        if self.floats:
            self._show(self.factory.floating_level(self._number))
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

    def _set_function(self, value: str) -> None:
        self._has_load |= value == "output"
        super()._set_function(value)
        self.floats &= value == "input"

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
        level = self.open_level if self._driven is None else self._driven
        if level == CLOSED:
            level = self.open_level is False
        self.floats = level is None
        if level is not None:  # a pin that begins to float stays as it is until the first look
            self._show(level)

    def _show(self, level: bool) -> None:  # noqa: FBT001  # clear: the pin's level
        if level:
            self.drive_high()
        else:
            self.drive_low()


class TwinPinFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """Pins of a simulated table by BCM number; pass it as ``pin_factory``, never as the global one.

    Attributes:
        deliver: calls a driver back about an edge; at once unless replaced.
        claim, free: called with the numbers of pins that a device of gpiozero begins and ceases to use.
        first_pulls: "up" or "down", of pins that are not in use yet.
        resistors: pins with a resistor outside, to the supply (true) or to ground.
        floating_level: the level that a pin without pull and part is found at.
    """

    def __init__(self) -> None:
        self.claim: Callable[[list[int]], object] = len
        self.free: Callable[[list[int]], object] = len
        self.first_pulls: dict[int, str] = {}
        self.resistors: dict[int, bool] = {}
        self.floating_level: Callable[[int], bool] = lambda _pin_number: False
        self._listeners: dict[int, list[Callable[[float], None]]] = {}
        self._read_hooks: dict[int, list[Callable[[], None]]] = {}
        self._infos: dict[int | str, Any] = {}
        self.deliver: Callable[[Callable[[], None]], object] = lambda call_back: call_back()
        super().__init__(revision=PI_4B_REVISION, pin_class=TwinPin)

    def reserve_pins(self, requester: Any, *names: Any) -> None:
        if isinstance(requester, GPIODevice):
            self.claim([self._number(name) for name in names])
        super().reserve_pins(requester, *names)

    def release_pins(self, reserver: Any, *names: Any) -> None:
        super().release_pins(reserver, *names)
        self.free([self._number(name) for name in names])

    def _number(self, name: Any) -> int:
        return int(self.pin(name).info.name.removeprefix("GPIO"))

    def pin(self, name: int | str, pin_class: type[MockPin] | None = None, **named: Any) -> Any:
        """Return a pin; gpiozero itself looks through the whole header each time."""
        pin = self.pins.get(self._infos.get(name)) if pin_class is None else None
        if pin is None:
            pin = super().pin(name, pin_class, **named)
            self._infos[name] = pin.info
        return pin

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

    def drive(self, pin_number: int, level: Level) -> None:
        """Hold an input pin, as its part does; with ``None`` the pull decides."""
        self.pin(pin_number).drive(level)

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
