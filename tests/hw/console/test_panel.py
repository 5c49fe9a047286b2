"""The castle's panel and the buzzer."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from hw.bus.mock_pins import TwinPinFactory
from hw.clock import LoopClock
from hw.console.buzzer import Buzzer
from hw.console.castle_on_pins import GpioCastlePanel
from hw.console.panel import LAMPS_OFF, CastleButton, CastlePanel, LampState, Press, PressLength
from hw.console.sounds import PATTERN_BY_SOUND, Pattern, Tone
from hw.console.twin import ButtonTwin, BuzzerTwin, LampTwin

YES, NO = 5, 6
LAMPS = (12, 13, 19)


class Board:
    def __init__(self) -> None:
        clock, self.pins = LoopClock(), TwinPinFactory()
        self.presses: list[tuple[CastleButton, PressLength]] = []
        self.panel: CastlePanel = GpioCastlePanel(
            yes_pin=YES, no_pin=NO, lamp_pins=LAMPS, pin_factory=self.pins, clock=clock, on_press=self._on_press
        )
        self.yes, self.no = ButtonTwin(self.pins, YES, clock), ButtonTwin(self.pins, NO, clock)
        self.eyes = [LampTwin(self.pins, pin) for pin in LAMPS]

    def _on_press(self, button: CastleButton, press: Press) -> None:
        self.presses.append((button, press.length))

    @property
    def lit(self) -> list[bool]:
        return [eye.lit for eye in self.eyes]


@pytest.fixture
@asynccontextmanager
async def board() -> AsyncIterator[Board]:
    board = Board()
    yield board
    board.panel.close()
    board.panel.close()
    assert board.lit == [False, False, False]


async def test_yes_and_no_are_distinguished_short_and_long(board: Board) -> None:
    await board.yes.press()
    await board.no.press()
    await board.no.press(1.5)

    assert board.presses == [
        (CastleButton.YES, PressLength.SHORT),
        (CastleButton.NO, PressLength.SHORT),
        (CastleButton.NO, PressLength.LONG),
    ]


async def test_both_buttons_held_together_are_both_reported(board: Board) -> None:
    await asyncio.gather(board.yes.press(0.3), board.no.press(0.4))

    assert sorted(button.value for button, _ in board.presses) == ["no", "yes"]


async def test_lamps_start_dark_and_show_what_is_set(board: Board) -> None:
    assert board.lit == [False, False, False]
    board.panel.set_lamps((LampState.ON, LampState.ON, LampState.OFF))
    assert board.lit == [True, True, False]
    board.panel.set_lamps(LAMPS_OFF)
    assert board.lit == [False, False, False]


async def test_a_blinking_lamp_flashes_twice_a_second_while_others_stay(board: Board) -> None:
    board.panel.set_lamps((LampState.BLINK, LampState.ON, LampState.OFF))
    await asyncio.sleep(9.9)

    assert [eye.flashes for eye in board.eyes] == [20, 1, 0]


async def test_setting_the_same_lamps_does_not_disturb_blinking(board: Board) -> None:
    for _ in range(99):
        board.panel.set_lamps((LampState.BLINK, LampState.OFF, LampState.OFF))
        await asyncio.sleep(0.1)

    assert board.eyes[0].flashes == 20


async def test_a_panel_that_was_closed_while_blinking_stays_dark(board: Board) -> None:
    board.panel.set_lamps((LampState.BLINK, LampState.BLINK, LampState.BLINK))
    board.panel.close()
    await asyncio.sleep(2.0)

    assert [eye.flashes for eye in board.eyes] == [1, 1, 1]


PIN = 19


class Bench:
    def __init__(self, *, passive: bool = True) -> None:
        pins, self.clock = TwinPinFactory(), LoopClock()
        self.buzzer = Buzzer(PIN, pin_factory=pins, clock=self.clock, passive=passive)
        self.ear = BuzzerTwin(pins, PIN, self.clock)


@pytest.mark.parametrize("name", PATTERN_BY_SOUND)
@pytest.mark.parametrize("passive", [True, False])
async def test_every_tone_of_a_pattern_is_played_in_time(name: str, passive: bool) -> None:
    bench, pattern = Bench(passive=passive), PATTERN_BY_SOUND[name]
    await bench.buzzer.play_pattern(pattern)

    assert bench.clock.now_s() == pytest.approx(sum(tone.on_s + tone.rest_s for tone in pattern))
    assert bench.ear.tones == len(pattern)
    assert bench.ear.last is not None
    assert bench.ear.last.frequency_hz == (pattern[-1].frequency_hz if passive else None)
    assert not bench.ear.sounding


def test_patterns_differ_in_rhythm_too_for_a_buzzer_with_one_pitch() -> None:
    def rhythm(pattern: Pattern) -> tuple[tuple[float, float], ...]:
        return tuple((tone.on_s, tone.rest_s) for tone in pattern)

    assert len({rhythm(pattern) for pattern in PATTERN_BY_SOUND.values()}) == len(PATTERN_BY_SOUND)


def test_patterns_are_audible_and_last_two_seconds_at_most() -> None:
    for pattern in PATTERN_BY_SOUND.values():
        assert sum(tone.on_s + tone.rest_s for tone in pattern) <= 2.0
        assert all(100 <= tone.frequency_hz <= 5000 for tone in pattern)


async def test_a_pattern_that_is_cancelled_leaves_silence() -> None:
    bench = Bench()
    playing = asyncio.create_task(bench.buzzer.play_pattern((Tone(440, 5.0),)))
    await asyncio.sleep(1.0)
    assert bench.ear.sounding
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    assert not bench.ear.sounding


async def test_closing_silences_at_once() -> None:
    bench = Bench()
    playing = asyncio.create_task(bench.buzzer.play_pattern((Tone(440, 5.0),)))
    await asyncio.sleep(1.0)
    bench.buzzer.close()
    assert not bench.ear.sounding
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
