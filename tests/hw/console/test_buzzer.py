"""The buzzer: patterns as data, silence whatever happens."""

import asyncio

import pytest

from hw.bus.mock_pins import TwinPinFactory
from hw.clock import LoopClock
from hw.console.buzzer import Buzzer
from hw.console.sounds import PATTERNS, Pattern, Tone
from hw.console.twin import BuzzerTwin
from hw.testing.clock import run_virtual

PIN = 19


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("passive", [True, False])
def test_every_tone_of_a_pattern_is_heard_at_its_time(name: str, passive: bool) -> None:
    pattern = PATTERNS[name]

    async def play() -> tuple[int, float | None, float, bool]:
        pins, clock = TwinPinFactory(), LoopClock()
        buzzer = Buzzer(PIN, pin_factory=pins, clock=clock, passive=passive)
        ear = BuzzerTwin(pins, PIN, clock)
        await buzzer.play(pattern)
        took_s = clock.now_s()
        buzzer.close()
        assert ear.last is not None
        return ear.tones, ear.last.frequency_hz, took_s, ear.sounding

    tones, frequency_hz, took_s, sounding = run_virtual(play())

    assert tones == len(pattern)
    assert frequency_hz == (pattern[-1].frequency_hz if passive else None)
    assert took_s == pytest.approx(sum(tone.on_s + tone.rest_s for tone in pattern))
    assert not sounding


def test_patterns_differ_in_rhythm_too_for_a_buzzer_with_one_pitch() -> None:
    def rhythm(pattern: Pattern) -> tuple[tuple[float, float], ...]:
        return tuple((tone.on_s, tone.rest_s) for tone in pattern)

    assert len({rhythm(pattern) for pattern in PATTERNS.values()}) == len(PATTERNS)


def test_no_pattern_lasts_longer_than_two_seconds_or_leaves_the_audible_range() -> None:
    for pattern in PATTERNS.values():
        assert sum(tone.on_s + tone.rest_s for tone in pattern) <= 2.0
        assert all(100 <= tone.frequency_hz <= 5000 for tone in pattern)


def test_a_pattern_that_is_cancelled_leaves_silence() -> None:
    async def play() -> tuple[bool, bool]:
        pins, clock = TwinPinFactory(), LoopClock()
        buzzer, ear = Buzzer(PIN, pin_factory=pins, clock=clock), BuzzerTwin(pins, PIN, clock)
        playing = asyncio.create_task(buzzer.play((Tone(440, 5.0),)))
        await asyncio.sleep(1.0)
        before = ear.sounding
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        after = ear.sounding
        buzzer.close()
        return before, after

    assert run_virtual(play()) == (True, False)


def test_off_silences_at_once() -> None:
    async def play() -> bool:
        pins, clock = TwinPinFactory(), LoopClock()
        buzzer, ear = Buzzer(PIN, pin_factory=pins, clock=clock), BuzzerTwin(pins, PIN, clock)
        playing = asyncio.create_task(buzzer.play((Tone(440, 5.0),)))
        await asyncio.sleep(1.0)
        buzzer.close()
        silent = not ear.sounding
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        return silent

    assert run_virtual(play())
