"""Every text of every language is shown whole on the console's screen."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import chain

import pytest

from controller.cli.screens import every, longest
from controller.games.contract.effects import Announce, Complain, Screen
from controller.games.contract.inputs import ButtonPressed, Input, KnobTurned, PieceTapped, TimerRanOut
from controller.games.contract.values import CastleId, PieceId, RandomDraw, RefusedError, Text
from controller.games.naming import sentence
from controller.games.tudor.game import Tudor
from controller.games.tumult_royale.game import TumultRoyale
from controller.games.tumult_royale.rules.engine import GameLog
from controller.show.console_screens import MenuScreen, Shown, complaint_screen
from controller.show.pictures import fits
from controller.texts.speaking import LANGUAGES, keys
from tests.texts.reading import keys_in, texts_of

ON_A_SCREEN = (
    "wait-",
    "why-",
    "pay-",
    "screen-",
    "caption-",
    "complaint-",
    "trouble-",
    "offer-",
    "menu-",
    "address-",
    "check-",
    "ask-",
    "goodbye-",
    "resumed-",
    "away-",
    "question-",
    "secret-",
)
"""How the keys of texts begin that stand on a screen."""

COLORS = ("blue", "yellow", "purple", "grey")


@cache
def shown_keys() -> frozenset[str]:
    shown = chain(every(TumultRoyale()), longest(Tudor(), "en"))
    return frozenset(key for _, screen in shown for text in texts_of(screen) for key in keys_in(text))


def in_words(screen: Shown | MenuScreen, language: str) -> str:
    return " | ".join(sentence(text, language) for text in texts_of(screen))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_shows_all_its_words(language: str) -> None:
    cut = {
        f"{name}: {in_words(screen, language)}" for name, screen in every(TumultRoyale()) if not fits(screen, language)
    }
    assert cut == set()


def test_every_text_that_is_meant_for_a_screen_is_among_the_screens_that_were_measured() -> None:
    assert {key for key in keys("en") if key.startswith(ON_A_SCREEN)} - shown_keys() == set()


def test_a_text_that_is_too_long_would_be_noticed() -> None:
    long = Text("complaint-elsewhere", {"color": "somebody whose name takes the whole of the display and more"})
    assert not fits(complaint_screen(Complain(CastleId("blue"), long)), "en")


def inputs(play: GameLog, moods: random.Random, at_s: float) -> Input:
    castle = CastleId(moods.choice(COLORS))
    tile = PieceId(moods.choice(play.state.table.pool.tiles).id) if play.state else PieceId("t01")
    choice: list[Input] = [
        PieceTapped(castle, tile, at_s),
        ButtonPressed("knob", None, long=moods.random() < 0.2, at_s=at_s),
        ButtonPressed("yes", castle, long=moods.random() < 0.1, at_s=at_s),
        ButtonPressed("no", castle, long=moods.random() < 0.3, at_s=at_s),
        KnobTurned(moods.choice((-1, 1, 2)), at_s),
        TimerRanOut(at_s),
    ]
    return moods.choices(choice, weights=(30, 4, 2, 2, 2, 1))[0]


def screens_of_a_restless_game(seed: int) -> Iterator[Screen]:
    moods = random.Random(seed)
    game = TumultRoyale({"map": "honour"})
    play, memory = game.new_log(), game.first_memory()
    castles = [CastleId(color) for color in COLORS[: moods.choice((2, 3, 4))]]
    options = {"variant": moods.choice(("classic", "gambler"))}
    play.submit(game.setup(castles, options, {}, lambda things: moods.sample(list(things), len(things))))
    for moment in range(1500):
        input_ = inputs(play, moods, float(moment))
        verdict = game.judge(play.state, memory, input_)
        memory = verdict.memory
        for effect in verdict.effects:
            if isinstance(effect, Complain):
                yield complaint_screen(effect)
        for wish in verdict.proposed:
            action = (
                {**wish.action, wish.key: moods.choice(wish.sectors)[0]} if isinstance(wish, RandomDraw) else dict(wish)
            )
            before = play.state
            try:
                events = play.submit(action)
            except RefusedError as refusal:
                yield complaint_screen(Complain(castles[0], refusal.text))
                break
            assert play.state is not None
            memory = game.settle(play.state, memory, action)
            yield from (e.screen for e in game.stage(before, play.state, events) if isinstance(e, Announce))
        yield game.waiting(play.state, memory).screen


@pytest.mark.parametrize("seed", range(4))
def test_whatever_people_do_to_a_table_it_shows_only_screens_that_were_measured_and_fit(seed: int) -> None:
    seen: set[str] = set()
    for screen in screens_of_a_restless_game(seed):
        seen |= {key for text in texts_of(screen) for key in keys_in(text)}
        for language in LANGUAGES:
            assert fits(screen, language), in_words(screen, language)
    assert seen - shown_keys() == set()
    assert len(seen) > 25  # it was a game, not one screen over and over
