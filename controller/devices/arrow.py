"""The spinner's arrow: home it, spin it, and home it again when it has lost its position."""

import asyncio
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from controller.config.schema import SpinnerSection
from hw.bus.ports import Ports
from hw.clock import Clock
from hw.errors import PositionLost

if TYPE_CHECKING:
    from hw.stepper.driver import Spinner

SPIN_TURNS: Final = 1
"""Full turns before the arrow comes to rest."""


class Arrow:
    """The spinner, which does one motion at a time.

    ``was_lost`` is set when a spin fails for a lost position; cleared by ``home``.
    """

    def __init__(self, wiring: SpinnerSection | None, ports: Ports, clock: Clock) -> None:
        self.is_wired = wiring is not None
        self.was_lost = asyncio.Event()
        self._wiring = wiring
        self._ports = ports
        self._clock = clock
        self._spinner: Spinner | None = None
        self._motion = asyncio.Lock()
        self._needs_home = False
        self._past_mark_deg = 0.0

    def open(self) -> "Spinner | None":
        """Return the spinner, opened if necessary; None if none is wired."""
        if self._spinner is None and self._wiring is not None:
            from hw.stepper.driver import Spinner  # slow import: gpiozero

            self._spinner = Spinner(
                self._wiring.coil_pins,
                self._wiring.home_pin,
                pin_factory=self._ports.pin_factory(),
                clock=self._clock,
                mark_deg=self._wiring.mark_deg,
                half_steps_a_turn=self._wiring.half_steps_a_turn,
            )
        return self._spinner

    async def calibrate(self, wiring: SpinnerSection, points_at_deg: float) -> float:
        """Return the mark's angle on the dial if the homed arrow pointed at ``points_at_deg``; use it and turn to 0.

        A homed arrow stands half a degree past its mark.
        """
        async with self._motion:
            mark_deg = round((points_at_deg - self._past_mark_deg) % 360, 2)
            self.reopen(replace(wiring, mark_deg=mark_deg))
        await self.turn_to(0)
        return mark_deg

    def reopen(self, wiring: SpinnerSection) -> None:
        """Reopen the spinner, which does not move, with other ``wiring``."""
        self.close()
        self._spinner, self._wiring = None, wiring
        self.open()

    @property
    def sees_mark(self) -> bool:
        """Whether the sensor shows the mark now."""
        spinner = self.open()
        return spinner is not None and spinner.sees_mark

    @property
    def half_steps_made(self) -> int:
        """Half-steps made since the spinner was opened."""
        return 0 if self._spinner is None else self._spinner.made

    async def home(self) -> None:
        """Find the home mark; raise PositionLost if it is not found."""
        self.was_lost.clear()
        async with self._motion:
            spinner = self.open()
            if spinner is None:
                return
            try:
                await spinner.find_home_mark()
                assert self._wiring is not None
                self._past_mark_deg = ((spinner.angle_deg or 0.0) - self._wiring.mark_deg) % 360
            finally:
                self._needs_home = not spinner.is_homed

    async def measure_backlash_deg(self) -> float:
        """Return backlash of motor and arrow in degrees, 0 without an arrow; raise PositionLost without a mark."""
        async with self._motion:
            spinner = self.open()
            return 0.0 if spinner is None else await spinner.measure_backlash_deg()

    async def measure_turn_half_steps(self) -> float:
        """Return the half-steps of a turn of the arrow; raise PositionLost without a mark."""
        async with self._motion:
            spinner = self.open()
            assert spinner is not None
            return await spinner.measure_turn_half_steps()

    async def jog(self, angle_deg: float) -> None:
        """Turn the arrow slowly by an angle, positive clockwise."""
        async with self._motion:
            spinner = self.open()
            if spinner is not None:
                await spinner.jog(angle_deg)

    async def turn_to(self, angle_deg: float) -> None:
        """Spin to ``angle_deg``; raise PositionLost if the arrow is not where it should be.

        If it was lost before, raise at once instead of homing: players wait for the number, and the table homes the
        arrow when ``was_lost`` is set.
        """
        try:
            if self._needs_home and self._spinner is not None:
                self._spinner.check_homed()
            async with self._motion:
                spinner = self.open()
                if spinner is not None:
                    await spinner.spin_to(angle_deg, SPIN_TURNS)
        except PositionLost:
            self._needs_home = True
            self.was_lost.set()
            raise

    def close(self) -> None:
        if self._spinner is not None:
            self._spinner.close()
