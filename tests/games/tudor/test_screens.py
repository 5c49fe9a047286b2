"""Every screen that the game brings to the console shows all its words, in every language."""

from functools import cache
from random import Random

import pytest

from controller.cli.screens import every, longest
from controller.games.contract.effects import Complain, Screen
from controller.games.contract.tools.tools import Sampled
from controller.games.naming import sentence
from controller.games.tudor.game import Tudor
from controller.games.tudor.referee import referee
from controller.games.tudor.referee.asking import waiting
from controller.games.tudor.referee.memory import Memory
from controller.games.tudor.rules.state import State
from controller.games.tudor.show.samples import AT_THE_CONSOLE, REASONS
from controller.games.tudor.tools import Tools
from controller.show.console_screens import MenuScreen, Shown, complaint_screen
from controller.show.pictures import fits
from controller.texts.speaking import LANGUAGES, keys
from tests.games.tudor.hands import disturbance, play_by_hands
from tests.games.tudor.test_log import reasons
from tests.soak import SOAK
from tests.texts.reading import keys_in, texts_of

ON_A_SCREEN = ("wait-", "ask-", "do-", "say-", "short-", "round-", "complaint-", "player-")


def in_words(screen: Shown | MenuScreen, language: str) -> tuple[str, ...]:
    return (type(screen).__name__, *(sentence(text, language) for text in texts_of(screen)))


@cache
def measured_keys() -> frozenset[str]:
    return frozenset(key for _, screen in every(Tudor()) for text in texts_of(screen) for key in keys_in(text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_shows_all_its_words(language: str) -> None:
    """The game's with the longest player and faction, and the table's with what the game says there."""
    cut = [
        (name, in_words(screen, language)) for name, screen in longest(Tudor(), language) if not fits(screen, language)
    ]
    assert cut == []


def test_every_text_that_is_meant_for_a_screen_is_among_the_screens_that_were_measured() -> None:
    prefixes = tuple(f"tudor-{kind}" for kind in ON_A_SCREEN)
    others = {f"tudor-player-{name}" for name in ("grey", "brown", "purple")}  # players of a house edition
    assert {key for key in keys("en") if key.startswith(prefixes)} - measured_keys() - others == set()


def test_every_reason_for_a_refusal_that_people_can_meet_at_the_table_was_measured() -> None:
    """Those of shape, of names and of a start that somebody wrote reach the page and the terminal alone."""
    met = {
        reason
        for reason, (rules, _) in reasons().items()
        if rules - {"LOG"} and not all(rule.startswith("TU-0") for rule in rules) and not reason.startswith("advice-")
    }
    assert {*REASONS} == met
    assert reasons().keys() >= {*AT_THE_CONSOLE}


def test_the_tools_have_what_the_command_asks_of_a_game() -> None:
    assert isinstance(Tools(), Sampled)


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
    assert {key for key in seen if key.startswith("tudor-")} - measured_keys() == set()
    assert len(seen) > 25  # it was a game, not one screen over and over
