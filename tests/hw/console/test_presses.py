"""Buttons and knob: bounce, short and long presses, and what is held."""

import asyncio
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.bus.mock_pins import TwinPinFactory
from hw.clock import LoopClock
from hw.console.knob import PushButton
from hw.console.panel import DEBOUNCE_S, ContactState, Press, PressLength
from hw.console.twin import ButtonTwin
from hw.testing.clock import run_virtual

PIN = 21


class Bench:
    def __init__(self, bounces: tuple[float, ...] = ()) -> None:
        self.pins, clock = TwinPinFactory(), LoopClock()
        self.presses: list[Press] = []
        self.button = PushButton(PIN, pin_factory=self.pins, clock=clock, on_press=self.presses.append)
        self.finger = ButtonTwin(self.pins, PIN, clock, bounces=bounces)


@pytest.mark.parametrize("bounces", [(), (0.001, 0.002, 0.003)])
@pytest.mark.parametrize(
    ("held_s", "length"), [(0.1, PressLength.SHORT), (0.7, PressLength.SHORT), (0.9, PressLength.LONG)]
)
async def test_each_press_is_reported_once_with_its_length(
    bounces: tuple[float, ...], held_s: float, length: PressLength
) -> None:
    bench = Bench(bounces)
    for _ in range(3):
        await bench.finger.press(held_s)
        await asyncio.sleep(0.2)

    assert [press.length for press in bench.presses] == [length] * 3
    began_s = [press.at_s for press in bench.presses]
    assert began_s == [pytest.approx(place * (held_s + 0.2), abs=0.03) for place in range(3)]


async def test_a_long_press_is_reported_before_its_release() -> None:
    bench = Bench()
    pressing = asyncio.create_task(bench.finger.press(5.0))
    await asyncio.sleep(0.79)
    assert len(bench.presses) == 0
    await asyncio.sleep(0.02)
    assert len(bench.presses) == 1
    await pressing
    assert len(bench.presses) == 1


async def test_nothing_is_reported_after_closing() -> None:
    bench = Bench()
    bench.pins.drive(PIN, False)
    bench.button.close()
    bench.button.close()
    await asyncio.sleep(3.0)
    bench.pins.drive(PIN, None)
    assert bench.presses == []


def test_an_edge_in_another_thread_reaches_the_loop_with_its_own_time() -> None:
    told_by: list[threading.Thread] = []

    async def play() -> tuple[list[Press], float, float]:
        pins, clock = TwinPinFactory(), LoopClock()
        presses: list[Press] = []

        def on_press(press: Press) -> None:
            told_by.append(threading.current_thread())
            presses.append(press)

        button = PushButton(PIN, pin_factory=pins, clock=clock, on_press=on_press)
        before_s = clock.now_s()
        await asyncio.to_thread(pins.drive, PIN, False)
        after_s = clock.now_s()
        await asyncio.sleep(0.05)
        await asyncio.to_thread(pins.drive, PIN, None)
        await asyncio.sleep(0.05)
        button.close()
        return presses, before_s, after_s

    presses, before_s, after_s = asyncio.run(play())

    assert [press.length for press in presses] == [PressLength.SHORT]
    assert before_s <= presses[0].at_s <= after_s
    assert told_by == [threading.main_thread()]


def test_an_edge_after_the_loop_has_ended_does_nothing() -> None:
    async def play() -> tuple[TwinPinFactory, PushButton]:
        pins = TwinPinFactory()
        return pins, PushButton(PIN, pin_factory=pins, clock=LoopClock(), on_press=lambda _press: None)

    pins, button = run_virtual(play())

    pins.drive(PIN, False)
    button.close()


def played(*edges: tuple[float, bool], until_s: float = 10.0, punctual: bool = True) -> list[Press]:
    contact = ContactState()
    presses: list[Press] = []

    def wait(until_s: float) -> None:
        nonlocal contact
        while (due_s := contact.due_s) is not None and due_s <= until_s:
            contact, press = contact.at_time(due_s)
            presses.extend([press] if press else [])

    for at_s, closed in edges:
        if punctual:
            wait(at_s)
        contact, press = contact.after_edge(at_s, closed=closed)
        presses.extend([press] if press else [])
    wait(until_s)
    return presses


@pytest.mark.parametrize(
    ("edges", "reported"),
    [
        ([(1.0, True), (1.2, False)], (PressLength.SHORT, 0.2)),
        ([(1.0, True)], (PressLength.LONG, 0.8)),
        ([(1.0, True), (4.0, False)], (PressLength.LONG, 0.8)),
    ],
)
def test_a_press_is_reported_with_its_start_and_duration(
    edges: list[tuple[float, bool]], reported: tuple[PressLength, float]
) -> None:
    (press,) = played(*edges)
    assert (press.length, round(press.held_s, 6), press.at_s) == (*reported, 1.0)


def test_a_tap_shorter_than_the_bouncing_is_still_one_press() -> None:
    presses = played((1.0, True), (1.004, False))

    assert [(press.length, press.at_s) for press in presses] == [(PressLength.SHORT, 1.0)]


def test_a_late_loop_reports_the_same_presses() -> None:
    edges = [(1.0, True), (1.004, False), (2.0, True), (4.0, False), (5.0, True), (5.1, False)]

    late, punctual = played(*edges, punctual=False), played(*edges)

    assert [(press.length, press.at_s) for press in late] == [(press.length, press.at_s) for press in punctual]
    assert [press.at_s for press in late] == [1.0, 2.0, 5.0]


@given(
    st.lists(st.floats(0.05, 3.0), min_size=2, max_size=12).filter(lambda gaps: len(gaps) % 2 == 0),
    st.lists(st.floats(0.0, DEBOUNCE_S * 0.9), max_size=6),
    st.booleans(),
)
def test_each_press_is_reported_once_however_it_bounces(
    gaps: list[float], bounces: list[float], punctual: bool
) -> None:
    edges: list[tuple[float, bool]] = []
    at_s, closed = 0.0, False
    for gap_s in gaps:
        at_s += gap_s
        closed = not closed
        edges.append((at_s, closed))
        for place, bounce_s in enumerate(sorted(bounces)):
            edges.append((at_s + bounce_s, closed if place % 2 else not closed))
        edges.append((at_s + max([0.0, *bounces]), closed))

    presses = played(*edges, until_s=at_s + 5.0, punctual=punctual)

    pushed_at_s = [sum(gaps[: place + 1]) for place in range(0, len(gaps), 2)]
    assert [press.at_s for press in presses] == pytest.approx(pushed_at_s)
