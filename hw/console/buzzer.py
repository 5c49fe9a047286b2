"""Driver of the buzzer, which plays patterns of tones on one pin."""

from typing import Any

from gpiozero import OutputDevice, PWMOutputDevice

from hw.bus.ports import closing_devices_on_error
from hw.clock import Clock
from hw.console.sounds import Pattern

HALF_DUTY = 0.5
"""Share of a period with the pin high; half makes a square wave, a passive buzzer's loudest sound."""


class Buzzer:
    """A passive buzzer under PWM, or an active one that is only switched."""

    def __init__(self, pin: int, *, pin_factory: Any, clock: Clock, passive: bool = True) -> None:
        self._clock = clock
        self._passive = passive
        with closing_devices_on_error("buzzer", (pin,)) as reserve:
            self._device = reserve((PWMOutputDevice if passive else OutputDevice)(pin, pin_factory=pin_factory))

    async def play_pattern(self, pattern: Pattern) -> None:
        """Play a pattern; the buzzer is off afterwards, also after cancelling."""
        at_s = self._clock.now_s()
        try:
            for tone in pattern:
                self._start_tone(tone.frequency_hz)
                at_s += tone.on_s
                await self._clock.sleep_until(at_s)
                self.off()
                at_s += tone.rest_s
                await self._clock.sleep_until(at_s)
        finally:
            self.off()

    def off(self) -> None:
        if not self._device.closed:
            self._device.off()

    def close(self) -> None:
        """Stop and release the pin; closing twice is fine."""
        self.off()
        self._device.close()

    def _start_tone(self, frequency_hz: int) -> None:
        if self._passive:
            self._device.frequency = frequency_hz
            self._device.value = HALF_DUTY
        else:
            self._device.on()
