"""The console's knob: every detent counts once, bouncing contacts count nothing."""

import asyncio

import pytest

from hw.bus.mock_pins import TwinPinFactory
from hw.clock import LoopClock
from hw.console import knob, panel, twin

CONTACTS = (16, 20)
BUTTON = 21


class Bench:
    def __init__(self, bounces: tuple[float, ...] = (), clicks_a_cycle: int = 1, fitted: int | None = None) -> None:
        self.pins, clock = TwinPinFactory(), LoopClock()
        self.turned: list[tuple[float, int]] = []
        self.presses: list[panel.Press] = []
        self.knob = knob.Knob(
            CONTACTS,
            BUTTON,
            pin_factory=self.pins,
            clock=clock,
            on_turn=lambda at_s, detents: self.turned.append((at_s, detents)),
            on_press=self.presses.append,
            clicks_a_cycle=clicks_a_cycle,
        )
        fitted = fitted or clicks_a_cycle
        self.hand = twin.KnobTwin(self.pins, CONTACTS, BUTTON, clock, bounces=bounces, clicks_a_cycle=fitted)


@pytest.mark.parametrize("bounces", [(), (0.0005,), (0.001, 0.002, 0.001)])
@pytest.mark.parametrize("turns", [(1,), (-1,), (5, -3, 2), (40,)])
@pytest.mark.parametrize("clicks_a_cycle", [1, 2])
async def test_the_detents_arrive_one_by_one_in_their_direction(
    bounces: tuple[float, ...], turns: tuple[int, ...], clicks_a_cycle: int
) -> None:
    bench = Bench(bounces, clicks_a_cycle)
    for detents in turns:
        await bench.hand.turn(detents)
    bench.knob.close()
    bench.knob.close()

    assert [detents for _, detents in bench.turned] == [
        1 if detents > 0 else -1 for detents in turns for _ in range(abs(detents))
    ]
    assert [at_s for at_s, _ in bench.turned] == sorted(at_s for at_s, _ in bench.turned)


async def test_a_knob_that_only_trembles_counts_nothing() -> None:
    bench = Bench()
    for _ in range(50):
        bench.pins.drive(CONTACTS[0], False)
        bench.pins.drive(CONTACTS[0], None)

    assert bench.turned == []


async def test_the_knob_can_be_pushed_short_and_long() -> None:
    bench = Bench()
    await bench.hand.press()
    await asyncio.sleep(1.0)
    await bench.hand.press(3.0)

    assert [press.length for press in bench.presses] == [panel.PressLength.SHORT, panel.PressLength.LONG]


@pytest.mark.parametrize(("set_to", "fitted", "steps"), [(1, 2, 3), (2, 1, 12), (2, 2, 6)])
async def test_a_wrong_number_of_clicks_per_cycle_steps_too_rarely_or_twice(
    set_to: int, fitted: int, steps: int
) -> None:
    bench = Bench(clicks_a_cycle=set_to, fitted=fitted)
    await bench.hand.turn(6)
    bench.knob.close()
    assert len(bench.turned) == steps
