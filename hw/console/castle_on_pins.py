"""The panel of a castle on the Pi's own pins."""

import asyncio
from functools import partial
from typing import Any

from gpiozero import OutputDevice

from hw.bus.ports import closing_devices_on_error
from hw.clock import Clock
from hw.console.knob import PushButton
from hw.console.panel import BLINK_S, LAMPS_OFF, CastleButton, Lamps, LampState, OnCastlePress, Press


def ignore_press(_button: CastleButton, _press: Press) -> None:
    """Ignore a press: the default handler."""


class GpioCastlePanel:
    """A ``CastlePanel`` on the Pi's pins: buttons to ground, lamps to ground over a resistor.

    Create it inside a running loop.
    """

    def __init__(
        self,
        *,
        yes_pin: int,
        no_pin: int,
        lamp_pins: tuple[int, int, int],
        pin_factory: Any,
        clock: Clock,
        on_press: OnCastlePress = ignore_press,
    ) -> None:
        self.on_press = on_press
        self._loop = asyncio.get_running_loop()
        self._lamps = LAMPS_OFF
        self._blink_on = False
        self._lit = [False] * len(lamp_pins)
        self._blink: asyncio.TimerHandle | None = None
        with closing_devices_on_error("castle panel", (yes_pin, no_pin, *lamp_pins)) as reserve:
            self._leds = [reserve(OutputDevice(pin, pin_factory=pin_factory)) for pin in lamp_pins]
            make = partial(PushButton, pin_factory=pin_factory, clock=clock)
            self._buttons = {
                button: reserve(make(pin, on_press=partial(self._pass_press_to_handler, button)))
                for button, pin in ((CastleButton.YES, yes_pin), (CastleButton.NO, no_pin))
            }

    def set_lamps(self, lamps: Lamps) -> None:
        if lamps == self._lamps:
            return
        self._lamps = lamps
        self._stop_blinking()
        self._blink_on = True
        if LampState.BLINK in lamps:
            self._blink = self._loop.call_later(BLINK_S, self._toggle_blink)
        self._update_leds()

    def close(self) -> None:
        """Turn the lamps off and release the pins; closing twice is fine."""
        self._stop_blinking()
        for device in (*self._buttons.values(), *self._leds):
            device.close()

    @property
    def pressed_buttons(self) -> list[CastleButton]:
        return [name for name, button in self._buttons.items() if button.is_pressed]

    def _pass_press_to_handler(self, button: CastleButton, press: Press) -> None:
        self.on_press(button, press)

    def _toggle_blink(self) -> None:
        self._blink_on = not self._blink_on
        self._blink = self._loop.call_later(BLINK_S, self._toggle_blink)
        self._update_leds()

    def _stop_blinking(self) -> None:
        if self._blink is not None:
            self._blink.cancel()
            self._blink = None

    def _update_leds(self) -> None:
        for at, (led, lamp) in enumerate(zip(self._leds, self._lamps, strict=True)):
            lit = lamp is LampState.ON or (lamp is LampState.BLINK and self._blink_on)
            if lit != self._lit[at]:  # most lamps of a blinking panel do not change
                self._lit[at] = led.value = lit
