"""The buzzer: patterns as data, silence whatever happens."""

import asyncio

import pytest

from hw.bus.mock_pins import TwinPinFactory
from hw.clock import LoopClock
from hw.console.buzzer import Buzzer
from hw.console.sounds import PATTERNS, Pattern, Tone
from hw.console.twin import BuzzerTwin

PIN = 19


class Bench:
    """A buzzer and an ear at it."""

    def __init__(self, *, passive: bool = True) -> None:
        pins, self.clock = TwinPinFactory(), LoopClock()
        self.buzzer = Buzzer(PIN, pin_factory=pins, clock=self.clock, passive=passive)
        self.ear = BuzzerTwin(pins, PIN, self.clock)


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("passive", [True, False])
async def test_every_tone_of_a_pattern_is_heard_at_its_time(name: str, passive: bool) -> None:
    bench, pattern = Bench(passive=passive), PATTERNS[name]
    await bench.buzzer.play(pattern)

    assert bench.clock.now_s() == pytest.approx(sum(tone.on_s + tone.rest_s for tone in pattern))
    assert bench.ear.tones == len(pattern)
    assert bench.ear.last is not None
    assert bench.ear.last.frequency_hz == (pattern[-1].frequency_hz if passive else None)
    assert not bench.ear.sounding


def test_patterns_differ_in_rhythm_too_for_a_buzzer_with_one_pitch() -> None:
    def rhythm(pattern: Pattern) -> tuple[tuple[float, float], ...]:
        return tuple((tone.on_s, tone.rest_s) for tone in pattern)

    assert len({rhythm(pattern) for pattern in PATTERNS.values()}) == len(PATTERNS)


def test_no_pattern_lasts_longer_than_two_seconds_or_leaves_the_audible_range() -> None:
    for pattern in PATTERNS.values():
        assert sum(tone.on_s + tone.rest_s for tone in pattern) <= 2.0
        assert all(100 <= tone.frequency_hz <= 5000 for tone in pattern)


async def test_a_pattern_that_is_cancelled_leaves_silence() -> None:
    bench = Bench()
    playing = asyncio.create_task(bench.buzzer.play((Tone(440, 5.0),)))
    await asyncio.sleep(1.0)
    assert bench.ear.sounding
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    assert not bench.ear.sounding


async def test_closing_silences_at_once() -> None:
    bench = Bench()
    playing = asyncio.create_task(bench.buzzer.play((Tone(440, 5.0),)))
    await asyncio.sleep(1.0)
    bench.buzzer.close()
    assert not bench.ear.sounding
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
