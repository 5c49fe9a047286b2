"""How true the arrow is after thousands of spins, and how evenly half-steps come in real time.

Why one asyncio loop with absolute deadlines is smooth enough on a Pi: a stepper loses steps when the field runs away
from its rotor, not when it waits. The driver never steps earlier than the motor's limit allows, and after a gap starts
again from the rate the rotor really had. So a busy loop makes the arrow slower, never wrong; the figures show both.
"""

import asyncio
import os
from collections.abc import Generator
from typing import Final, TypeVar

from bench.shared.figure import Figure
from controller.play.draws.derivation import Chance
from hw.bus.mock_pins import TwinPinFactory
from hw.clock import LoopClock
from hw.fine_loop import fine_loop
from hw.stepper.driver import Spinner
from hw.stepper.twin import RotorTwin
from hw.testing.clock import ManualClock, finish

T = TypeVar("T")

COILS: Final = (17, 27, 22, 23)
HOME: Final = 26
SECTORS: Final = ((2, 90), (3, 90), (4, 90), (5, 90))
"""Value and degrees, as in the standard edition."""
CHI_SQUARE_LIMIT: Final = 16.27
"""Three degrees of freedom: one fair run in a thousand is above."""


def run() -> list[Figure]:
    """Spins on the twin without an event loop, 10,000 under ROYALTABLE_SOAK=1, then one spin in real time."""
    spins = 10_000 if os.environ.get("ROYALTABLE_SOAK") == "1" else 200
    with asyncio.Runner(loop_factory=fine_loop) as runner:
        return [*many(spins), *runner.run(_in_real_time())]


def many(spins: int, seed: int | None = None) -> list[Figure]:
    """Spins to drawn stops, without an event loop; a seed makes them repeatable."""
    clock, pins, chance = ManualClock(), TwinPinFactory(), Chance(seed)
    rotor = RotorTwin(pins, COILS, HOME, clock.now_s)
    spinner = Spinner(COILS, HOME, pin_factory=pins, clock=clock)
    finish(spinner.home())
    home = rotor.position_half_steps
    shown = dict.fromkeys((value for value, _ in SECTORS), 0)
    beside = 0
    for _ in range(spins):
        stop = chance.spin(SECTORS)
        finish(spinner.spin_to(stop.angle_deg))
        value = SECTORS[int(rotor.angle_deg // 90)][0]
        shown[value] += 1
        beside += value != stop.value
    error = abs(rotor.position_half_steps - home - spinner.half_steps)
    spinner.close()
    expected = spins / len(SECTORS)
    chi_square = sum((count - expected) ** 2 / expected for count in shown.values())
    return [
        Figure("spinner: spins", spins, ""),
        Figure("spinner: half-steps made", spinner.made, ""),
        Figure("spinner: error of the arrow at the end", error, "half-steps", most=0),
        Figure("spinner: half-steps lost", rotor.lost, "half-steps", most=0),
        Figure("spinner: stops beside the drawn sector", beside, "", most=0),
        Figure("spinner: chi-square of the sectors", chi_square, "", most=CHI_SQUARE_LIMIT),
    ]


class _WatchedClock(LoopClock):
    """Notes how late each waiting ended."""

    def __init__(self) -> None:
        self.late_s: list[float] = []

    async def keep_to(self, moments: Generator[float, None, T]) -> T:
        return await super().keep_to(self._noting(moments))

    def _noting(self, moments: Generator[float, None, T]) -> Generator[float, None, T]:
        while True:
            try:
                at_s = next(moments)
            except StopIteration as end:
                ended: T = end.value
                return ended
            yield at_s
            self.late_s.append(self.now_s() - at_s)


async def _in_real_time() -> list[Figure]:
    """One spin in real time on this machine."""
    clock, pins = _WatchedClock(), TwinPinFactory()
    rotor = RotorTwin(pins, COILS, HOME, clock.now_s)
    spinner = Spinner(COILS, HOME, pin_factory=pins, clock=clock)
    await spinner.spin_to(180)
    spinner.close()
    late_ms = [1000 * late_s for late_s in sorted(clock.late_s)]

    def percentile(percent: int) -> float:
        return late_ms[(len(late_ms) - 1) * percent // 100]

    return [
        Figure("spinner: half-step late in real time, median", percentile(50), "ms"),
        Figure("spinner: half-step late in real time, 99 of 100", percentile(99), "ms"),
        Figure("spinner: half-step late in real time, worst", percentile(100), "ms"),
        Figure("spinner: gaps in real time", spinner.gaps, ""),
        Figure("spinner: half-steps lost in real time", rotor.lost, "half-steps", most=0),
    ]
