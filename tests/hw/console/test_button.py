"""A button on a pin: presses arrive on the loop, whichever thread saw the edge."""

import asyncio
import threading

import pytest

from hw.bus.mock_pins import TwinPinFactory
from hw.clock import LoopClock
from hw.console.knob import Button
from hw.console.press import Length, Press
from hw.console.twin import ButtonTwin
from hw.testing.clock import run_virtual

PIN = 21


class Bench:
    """A button, a finger on it, and the presses it told."""

    def __init__(self, bounces: tuple[float, ...] = ()) -> None:
        self.pins, clock = TwinPinFactory(), LoopClock()
        self.presses: list[Press] = []
        self.button = Button(PIN, pin_factory=self.pins, clock=clock, on_press=self.presses.append)
        self.finger = ButtonTwin(self.pins, PIN, clock, bounces=bounces)


@pytest.mark.parametrize("bounces", [(), (0.001, 0.002, 0.003)])
@pytest.mark.parametrize(("held_s", "length"), [(0.1, Length.SHORT), (0.7, Length.SHORT), (0.9, Length.LONG)])
async def test_each_press_is_told_once_with_its_length(
    bounces: tuple[float, ...], held_s: float, length: Length
) -> None:
    bench = Bench(bounces)
    for _ in range(3):
        await bench.finger.press(held_s)
        await asyncio.sleep(0.2)

    assert [press.length for press in bench.presses] == [length] * 3
    began_s = [press.at_s for press in bench.presses]
    assert began_s == [pytest.approx(place * (held_s + 0.2), abs=0.03) for place in range(3)]


async def test_a_long_press_is_told_before_the_button_is_let_go() -> None:
    bench = Bench()
    pressing = asyncio.create_task(bench.finger.press(5.0))
    await asyncio.sleep(0.79)
    assert len(bench.presses) == 0
    await asyncio.sleep(0.02)
    assert len(bench.presses) == 1
    await pressing
    assert len(bench.presses) == 1


async def test_after_closing_nothing_is_told_any_more() -> None:
    bench = Bench()
    bench.pins.drive(PIN, False)
    bench.button.close()
    bench.button.close()
    await asyncio.sleep(3.0)
    bench.pins.drive(PIN, None)
    assert bench.presses == []


def test_an_edge_seen_by_another_thread_is_told_on_the_loop_with_the_time_it_was_seen() -> None:
    told_by: list[threading.Thread] = []

    async def play() -> tuple[list[Press], float, float]:
        pins, clock = TwinPinFactory(), LoopClock()
        presses: list[Press] = []

        def on_press(press: Press) -> None:
            told_by.append(threading.current_thread())
            presses.append(press)

        button = Button(PIN, pin_factory=pins, clock=clock, on_press=on_press)
        before_s = clock.now_s()
        await asyncio.to_thread(pins.drive, PIN, False)
        after_s = clock.now_s()
        await asyncio.sleep(0.05)
        await asyncio.to_thread(pins.drive, PIN, None)
        await asyncio.sleep(0.05)
        button.close()
        return presses, before_s, after_s

    presses, before_s, after_s = asyncio.run(play())

    assert [press.length for press in presses] == [Length.SHORT]
    assert before_s <= presses[0].at_s <= after_s
    assert told_by == [threading.main_thread()]


def test_an_edge_after_the_loop_has_ended_hurts_nobody() -> None:
    async def play() -> tuple[TwinPinFactory, Button]:
        pins = TwinPinFactory()
        return pins, Button(PIN, pin_factory=pins, clock=LoopClock(), on_press=lambda _press: None)

    pins, button = run_virtual(play())

    pins.drive(PIN, False)
    button.close()
