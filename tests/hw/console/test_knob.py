"""The console's knob: every detent counts once, bouncing contacts count nothing."""

import pytest

from hw.bus.mock_pins import TwinPinFactory
from hw.clock import LoopClock
from hw.console.knob import Knob
from hw.console.press import Length, Press
from hw.console.twin import KnobTwin
from hw.testing.clock import run_virtual

CONTACTS = (16, 20)
BUTTON = 21


@pytest.mark.parametrize("bounces", [(), (0.0005,), (0.001, 0.002, 0.001)])
@pytest.mark.parametrize("turns", [(1,), (-1,), (5, -3, 2), (40,)])
def test_the_detents_arrive_one_by_one_in_their_direction(bounces: tuple[float, ...], turns: tuple[int, ...]) -> None:
    async def play() -> list[tuple[float, int]]:
        pins, clock = TwinPinFactory(), LoopClock()
        turned: list[tuple[float, int]] = []
        knob = Knob(
            CONTACTS,
            BUTTON,
            pin_factory=pins,
            clock=clock,
            on_turn=lambda at_s, detents: turned.append((at_s, detents)),
            on_press=lambda _press: None,
        )
        hand = KnobTwin(pins, CONTACTS, BUTTON, clock, bounces=bounces)
        for detents in turns:
            await hand.turn(detents)
        knob.close()
        knob.close()
        return turned

    turned = run_virtual(play())

    assert [detents for _, detents in turned] == [
        1 if detents > 0 else -1 for detents in turns for _ in range(abs(detents))
    ]
    assert [at_s for at_s, _ in turned] == sorted(at_s for at_s, _ in turned)


def test_a_knob_that_only_trembles_counts_nothing() -> None:
    async def play() -> list[int]:
        pins = TwinPinFactory()
        turned: list[int] = []
        knob = Knob(
            CONTACTS,
            BUTTON,
            pin_factory=pins,
            clock=LoopClock(),
            on_turn=lambda _at_s, detents: turned.append(detents),
            on_press=lambda _press: None,
        )
        for _ in range(50):
            pins.drive(CONTACTS[0], False)
            pins.drive(CONTACTS[0], None)
        knob.close()
        return turned

    assert run_virtual(play()) == []


def test_the_knob_can_be_pushed_short_and_long() -> None:
    async def play() -> list[Press]:
        pins, clock = TwinPinFactory(), LoopClock()
        presses: list[Press] = []
        knob = Knob(
            CONTACTS, BUTTON, pin_factory=pins, clock=clock, on_turn=lambda _at_s, _n: None, on_press=presses.append
        )
        hand = KnobTwin(pins, CONTACTS, BUTTON, clock)
        await hand.press()
        await clock.sleep_until(1.0)
        await hand.press(3.0)
        knob.close()
        return presses

    assert [press.length for press in run_virtual(play())] == [Length.SHORT, Length.LONG]
