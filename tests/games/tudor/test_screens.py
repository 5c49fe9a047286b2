"""Every screen that the referee brings to the console shows all its words, in every language."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from controller.games.contract.effects import Complain
from controller.games.contract.screens import ChoiceScreen, NumberScreen, Screen, TextScreen
from controller.games.contract.texts import Text
from controller.games.sentences import sentence
from controller.games.tudor.referee import referee
from controller.games.tudor.referee.memory import Memory
from controller.games.tudor.referee.waiting import waiting
from controller.games.tudor.rules.state import State
from controller.games.tudor.show.sample_screens import COLORS, FACTIONS, sample_screens
from controller.show.complaint_screen import complaint_screen
from controller.show.pictures import fits
from controller.texts.speaking import LANGUAGES, keys
from tests.games.tudor.hands import disturbance, play_by_hands
from tests.soak import SOAK

ON_A_SCREEN = ("wait-", "ask-", "do-", "say-", "short-", "round-", "complaint-", "player-")


def texts_of(screen: Screen) -> list[Text]:
    match screen:
        case TextScreen(title=title, lines=lines, footer=footer):
            return [title, *lines, *([footer] if footer else [])]
        case NumberScreen(caption=caption):
            return [caption]
        case ChoiceScreen(title=title, entries=entries):
            return [title, *entries]
        case _:
            raise AssertionError(screen)


def keys_in(text: Text) -> Iterator[str]:
    yield text.key
    for value in text.values.values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Text):
                yield from keys_in(part)


def shown(sample: Screen | Complain) -> Screen:
    return complaint_screen(sample) if isinstance(sample, Complain) else sample


def in_words(screen: Screen, language: str) -> tuple[str, ...]:
    return (type(screen).__name__, *(sentence(text, language) for text in texts_of(screen)))


def longest(names: tuple[str, ...], prefix: str, language: str) -> str:
    return max(names, key=lambda name: len(sentence(Text(prefix + name), language)))


@cache
def measured_keys() -> frozenset[str]:
    screens = [shown(each) for color in COLORS for faction in FACTIONS for _, each in sample_screens(color, faction)]
    return frozenset(key for screen in screens for text in texts_of(screen) for key in keys_in(text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_shows_all_its_words(language: str) -> None:
    color, faction = longest(COLORS, "tudor-player-", language), longest(FACTIONS, "tudor-say-", language)
    samples = [(name, shown(each)) for name, each in sample_screens(color, faction)]
    cut = [(name, in_words(screen, language)) for name, screen in samples if not fits(screen, language)]
    assert cut == []


def test_every_text_that_is_meant_for_a_screen_is_among_the_screens_that_were_measured() -> None:
    prefixes = tuple(f"tudor-{kind}" for kind in ON_A_SCREEN)
    others = {f"tudor-player-{name}" for name in ("grey", "brown", "purple")}  # players of a house edition
    assert {key for key in keys("en") if key.startswith(prefixes)} - measured_keys() - others == set()


@pytest.mark.parametrize("seed", range(40 if SOAK else 1))
def test_whatever_people_do_to_a_table_it_shows_only_screens_that_were_measured_and_fit(seed: int) -> None:
    moods = Random(seed)
    seen: set[str] = set()
    unlike: dict[tuple[str, ...], Screen] = {}

    def look(state: State, memory: Memory) -> None:
        verdict = referee.judge(state, memory, disturbance(state, moods, 0.0))
        screens = [complaint_screen(effect) for effect in verdict.effects if isinstance(effect, Complain)]
        for screen in (*screens, waiting(state, memory).screen, waiting(state, verdict.memory).screen):
            seen.update(key for text in texts_of(screen) for key in keys_in(text))
            unlike[in_words(screen, "en")] = screen

    scoring = moods.sample(range(1, 7), 2)
    play_by_hands(seed, 2 + seed % 3, scoring, 1 + seed % 5, look=look, most=10_000 if SOAK else 60, rich=True)
    for screen in unlike.values():
        for language in LANGUAGES if SOAK else ("de",):
            assert fits(screen, language), in_words(screen, language)
    asked = {key for key in seen if key.startswith("tudor-") and not key.startswith("tudor-refused-")}
    named = {f"tudor-{name}" for name in (*FACTIONS, "influence", "intrigue")}  # words of refusals
    assert asked - measured_keys() - named == set()
    assert len(seen) > 25  # it was a game, not one screen over and over
