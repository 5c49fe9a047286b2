"""Twins of the console's parts and of a castle's panel, on mock pins.

Contacts can bounce at both edges. Not modelled: knob resistance, lamp brightness, buzzer volume, crosstalk.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from msgspec import Struct

from hw.bus.mock_pins import CLOSED, Level, PartPins
from hw.clock import Clock

QUADRATURE_CYCLE: Final = ((False, False), (True, False), (True, True), (False, True))
"""Contacts A and B, closed or not, through one clockwise cycle of a quadrature encoder."""

LAMPS_NOTED: Final = 6
"""Of a panel's lamps, how many are noted as they are switched on: each in turn, then all."""

DETENT_S: Final = 0.04
"""Time from one detent to the next."""


class _TwinContact:
    """A contact between a pin and ground, or the supply if the pin rests at ground.

    With ``pulled_up`` its module has a resistor to the supply.

    Attributes:
        bounces: returns the pauses in seconds between bounces of the next edge.
    """

    def __init__(
        self, pin_factory: PartPins, pin: int, bounces: Sequence[float], clock: Clock, *, pulled_up: bool = False
    ) -> None:
        self._levels: tuple[Level, Level] = (True, False) if pulled_up else (None, CLOSED)
        self._factory = pin_factory
        self._pin = pin
        self.bounces: Callable[[], Sequence[float]] = lambda: bounces
        self._clock = clock

    async def set_closed(self, *, closed: bool) -> None:
        """Close or open the contact, bouncing first."""
        at_s = self._clock.now_s()
        for gap_s in self.bounces():
            self._drive_pin(closed=closed)
            self._drive_pin(closed=not closed)
            at_s += gap_s
            await self._clock.sleep_until(at_s)
        self._drive_pin(closed=closed)

    def _drive_pin(self, *, closed: bool) -> None:
        self._factory.drive(self._pin, self._levels[closed])


class ButtonTwin:
    """A push button; ``bounces`` are pauses in seconds between bounces of each edge."""

    def __init__(self, pin_factory: PartPins, pin: int, clock: Clock, *, bounces: Sequence[float] = ()) -> None:
        self.contact = _TwinContact(pin_factory, pin, bounces, clock)
        self._clock = clock

    async def press(self, held_s: float = 0.1) -> None:
        until_s = self._clock.now_s() + held_s
        await self.contact.set_closed(closed=True)
        await self._clock.sleep_until(until_s)
        await self.contact.set_closed(closed=False)


class KnobTwin:
    """A rotary encoder, perhaps with a button; ``clicks_a_cycle``: 1, or 2 at an EC11 with 15 pulses and 30 detents.

    ``pulled_up``: it is a module with resistors to the supply, such as the KY-040.

    Attributes:
        hand: held while it is pressed or turned: the next hand waits.
        plus_is_open: the module has no supply, so its resistors tie contacts and button together: it turns when pressed
            (SimpleRotary#4) and not when turned.
    """

    def __init__(
        self,
        pin_factory: PartPins,
        knob_pins: tuple[int, int],
        button_pin: int | None,
        clock: Clock,
        *,
        bounces: Sequence[float] = (),
        clicks_a_cycle: int = 1,
        pulled_up: bool = False,
    ) -> None:
        self.hand = asyncio.Lock()
        self.plus_is_open = False
        self._quarters = len(QUADRATURE_CYCLE) // clicks_a_cycle
        self._at = 0
        self.button = None if button_pin is None else ButtonTwin(pin_factory, button_pin, clock, bounces=bounces)
        self.contacts = tuple(_TwinContact(pin_factory, pin, bounces, clock, pulled_up=pulled_up) for pin in knob_pins)
        if pulled_up:
            for pin in knob_pins:
                pin_factory.drive(pin, True)  # noqa: FBT003  # the pin's level
        self._clock = clock

    async def press(self, held_s: float = 0.1) -> None:
        assert self.button is not None
        tied = self.contacts if self.plus_is_open else ()
        async with self.hand:
            for contact in tied:
                await contact.set_closed(closed=True)
            await self.button.press(held_s)
            for contact in tied:
                await contact.set_closed(closed=False)

    async def turn(self, detents: int) -> None:
        if self.plus_is_open:
            return
        async with self.hand:
            await self._turn(detents)

    async def _turn(self, detents: int) -> None:
        at_s = self._clock.now_s()
        for _ in range(abs(detents) * self._quarters):
            before = QUADRATURE_CYCLE[self._at]
            self._at = (self._at + (1 if detents > 0 else -1)) % len(QUADRATURE_CYCLE)
            for contact, was_closed, closed in zip(self.contacts, before, QUADRATURE_CYCLE[self._at], strict=True):
                if was_closed != closed:
                    await contact.set_closed(closed=closed)
            at_s += DETENT_S / self._quarters
            await self._clock.sleep_until(at_s)


class LampTwin:
    """A lamp; ``flashes`` counts how often it was switched on, ``on_lit`` is called each time."""

    def __init__(self, pin_factory: PartPins, pin: int) -> None:
        self.flashes = 0
        self.on_lit: Callable[[], None] = lambda: None
        self._lit = bool(pin_factory.pin_level(pin))
        pin_factory.on_change(pin, self._update_lit_and_flashes)

    @property
    def lit(self) -> bool:
        return self._lit

    def _update_lit_and_flashes(self, level: float) -> None:
        self._lit = bool(level)
        self.flashes += self._lit
        if self._lit:
            self.on_lit()


class PlayedTone(Struct, frozen=True):
    """A tone played; ``frequency_hz`` is None for an active buzzer."""

    at_s: float
    frequency_hz: float | None


class BuzzerTwin:
    """A buzzer; ``tones`` counts the tones played, ``last`` is the last one."""

    def __init__(self, pin_factory: PartPins, pin: int, clock: Clock) -> None:
        self.tones = 0
        self.last: PlayedTone | None = None
        self._factory = pin_factory
        self._pin = pin
        self._clock = clock
        self._sounding = False
        pin_factory.on_change(pin, self._record_begun_tone)

    @property
    def sounding(self) -> bool:
        return self._sounding

    def _record_begun_tone(self, level: float) -> None:
        began = bool(level) and not self._sounding
        self._sounding = bool(level)
        if began:
            self.tones += 1
            self.last = PlayedTone(self._clock.now_s(), self._factory.pwm_frequency_hz(self._pin))


class PanelTwin:
    """Buttons and lamps of a castle, the lamps from left to right.

    Attributes:
        lit_order: the lamps that were switched on last, from 0, oldest first.
    """

    def __init__(
        self, pin_factory: PartPins, yes_pin: int, no_pin: int, lamp_pins: tuple[int, int, int], clock: Clock
    ) -> None:
        self.yes = ButtonTwin(pin_factory, yes_pin, clock)
        self.no = ButtonTwin(pin_factory, no_pin, clock)
        self.lamps = tuple(LampTwin(pin_factory, pin) for pin in lamp_pins)
        self.lit_order: deque[int] = deque(maxlen=LAMPS_NOTED)
        for number, lamp in enumerate(self.lamps):
            lamp.on_lit = partial(self.lit_order.append, number)

    @property
    def lamps_lit(self) -> list[bool]:
        return [lamp.lit for lamp in self.lamps]


class BeamsTwin:
    """Three light beams behind an antenna: the first low one, the high one, the second low one.

    Not modelled: half-light at an edge, light that strays from one beam's LED to another's phototransistor.

    Attributes:
        cut: beams that a tile or a finger is in, as bits, the first one highest.
        dirty: beams whose light dirt blocks.
        dazzled: beams whose phototransistors daylight reaches, so that they never look cut.
    """

    def __init__(self, pins: PartPins, beam_pins: tuple[int, int, int], light_pin: int, clock: Clock) -> None:
        self.cut = self.dirty = self.dazzled = 0
        self._pins, self._beam_pins, self._light_pin, self._clock = pins, beam_pins, light_pin, clock
        pins.on_change(light_pin, lambda _level: self.update())
        self.update()

    def update(self) -> None:
        """Show the beams' state at their pins."""
        light = 0b111 if self._pins.pin_level(self._light_pin) else 0
        lit = light & ~self.cut & ~self.dirty | self.dazzled
        for bit, pin in zip((4, 2, 1), self._beam_pins, strict=True):
            self._pins.drive(pin, not lit & bit)

    async def show(self, *shadows: tuple[int, float]) -> None:
        """Cut beams, each time for so many seconds, then none."""
        for cut, seconds in (*shadows, (0, 0.0)):
            self.cut = cut
            self.update()
            await self._clock.sleep_until(self._clock.now_s() + seconds)

    async def pass_tiles(self, tiles: int = 1) -> None:
        """Let a tile go by at 0.6 mm/ms, or a stack of two."""
        high = 0b010 if tiles > 1 else 0
        await self.show((0b100, 0.013), (0b101, 0.01), (0b101 | high, 0.02), (0b101, 0.007), (0b001, 0.013))
