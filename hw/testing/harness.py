"""The wires between a machine's pins and its simulated parts, which may lead elsewhere than the settings say."""

from collections.abc import Callable, Mapping

from hw.bus.mock_pins import Level, PartPins, TwinPinFactory


def _ignore() -> None:
    """Do nothing before a read: no part is at the pin."""


class Harness(PartPins):
    """Passes levels between pins and the contacts of parts; a contact has the number of the pin where it belongs."""

    def __init__(self, pins: TwinPinFactory) -> None:
        self._pins = pins
        self._pin_by_contact: dict[int, int | None] = {}
        self._levels: dict[int, Level] = {}
        self._listeners: dict[int, list[Callable[[float], None]]] = {}
        self._unsubscribe: dict[int, list[Callable[[], None]]] = {}
        self._hooks: dict[int, Callable[[], None]] = {}

    def on_change(self, pin_number: int, callback: Callable[[float], None]) -> Callable[[], None]:
        self._listeners.setdefault(pin_number, []).append(callback)
        unsubscribe = self._pins.on_change(pin_number, callback)
        self._unsubscribe.setdefault(pin_number, []).append(unsubscribe)
        return unsubscribe

    def set_hook_before_read(self, pin_number: int, callback: Callable[[], None]) -> None:
        self._hooks[pin_number] = callback
        self._pins.set_hook_before_read(pin_number, callback)

    def drive(self, pin_number: int, level: Level) -> None:
        self._levels[pin_number] = level
        pin = self._pin_of(pin_number)
        if pin is not None:
            self._pins.drive(pin, level)

    def pin_level(self, pin_number: int) -> float:
        pin = self._pin_of(pin_number)
        return 0.0 if pin is None else self._pins.pin_level(pin)

    def pwm_frequency_hz(self, pin_number: int) -> float | None:
        pin = self._pin_of(pin_number)
        return None if pin is None else self._pins.pwm_frequency_hz(pin)

    def rewire(self, pin_by_contact: Mapping[int, int | None]) -> Callable[[], object]:
        """Lead contacts to other pins, or None for nowhere; return a function that leads them back."""
        before = {contact: self._pin_of(contact) for contact in pin_by_contact}
        for contact, pin in before.items():
            for unsubscribe in self._unsubscribe.pop(contact, []):
                unsubscribe()
            if pin is not None:
                if contact in self._hooks:
                    self._pins.set_hook_before_read(pin, _ignore)
                if contact in self._levels:
                    self._pins.drive(pin, None)
        self._pin_by_contact |= pin_by_contact
        for contact, pin in pin_by_contact.items():
            if pin is not None:
                if contact in self._hooks:
                    self._pins.set_hook_before_read(pin, self._hooks[contact])
                if contact in self._levels:
                    self._pins.drive(pin, self._levels[contact])
            for listener in self._listeners.get(contact, []):
                listener(self.pin_level(contact))
                if pin is not None:
                    self._unsubscribe.setdefault(contact, []).append(self._pins.on_change(pin, listener))
        return lambda: self.rewire(before)

    def _pin_of(self, contact: int) -> int | None:
        return self._pin_by_contact.get(contact, contact)
