"""Every text of every language is shown whole on the console's screen."""

import random
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from controller.cli.screens import all_screens, longest_screens
from controller.games.contract.effects import Announce, Complain, Screen
from controller.games.contract.inputs import ButtonPressed, Input, KnobTurned, PieceTapped, TimerRanOut
from controller.games.contract.values import CastleId, PieceId, RandomDraw, RefusedError, Text
from controller.games.naming import sentence
from controller.games.tudor.game import Tudor
from controller.games.tudor.referee import referee
from controller.games.tudor.referee.asking import waiting
from controller.games.tudor.referee.memory import Memory
from controller.games.tudor.rules.state import State
from controller.games.tudor.show.samples import AT_THE_CONSOLE, REASONS
from controller.games.tumult_royale.game import TumultRoyale
from controller.games.tumult_royale.rules.engine import GameLog
from controller.show.console_screens import Shown, complaint_screen, texts_of
from controller.show.pictures import fits
from controller.texts.translation import LANGUAGES, keys
from tests.games.test_every_rule import reasons
from tests.games.tudor.random_games import disturbance, play_by_hands
from tests.soak import SOAK

ON_A_SCREEN = (
    "wait-", "why-", "pay-", "screen-", "caption-", "complaint-", "trouble-", "offer-", "menu-", "address-", "check-",
    "ask-", "goodbye-", "resumed-", "away-", "question-", "secret-",
    *(f"tudor-{kind}-" for kind in ("wait", "ask", "do", "say", "short", "round", "complaint", "player")),
)  # fmt: skip
"""How the keys of texts begin that stand on a screen."""

OF_A_HOUSE_EDITION = {f"tudor-player-{name}" for name in ("grey", "brown", "purple")}
COLORS = ("blue", "yellow", "purple", "grey")


def screens_of(game: str, language: str) -> list[tuple[str, Shown]]:
    """Of Tudor with the longest player and faction; there are few words in Tumult Royale."""
    return list(all_screens(TumultRoyale()) if game == "tumult_royale" else longest_screens(Tudor(), language))


def keys_in(text: Text) -> Iterator[str]:
    yield text.key
    for value in text.values.values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Text):
                yield from keys_in(part)


@cache
def shown_keys() -> frozenset[str]:
    shown = [*all_screens(TumultRoyale()), *all_screens(Tudor())]
    return frozenset(key for _, screen in shown for text in texts_of(screen) for key in keys_in(text))


def in_words(screen: Shown, language: str) -> str:
    return " | ".join((type(screen).__name__, *(sentence(text, language) for text in texts_of(screen))))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["tumult_royale", "tudor"])
def test_every_screen_shows_all_its_words(game: str, language: str) -> None:
    cut = {
        f"{name}: {in_words(screen, language)}"
        for name, screen in screens_of(game, language)
        if not fits(screen, language)
    }
    assert cut == set()


def test_every_text_for_a_screen_is_among_the_measured_screens() -> None:
    meant = {key for key in keys("en") if key.startswith(ON_A_SCREEN)}
    assert meant - shown_keys() - OF_A_HOUSE_EDITION == set()


def test_every_refusal_shown_at_the_table_is_measured() -> None:
    """Those of shape, of names and of a start that somebody wrote reach the page and the terminal alone."""
    met = {
        reason
        for reason, rules in reasons("TU").items()
        if rules - {"LOG"} and not all(rule.startswith("TU-0") for rule in rules) and not reason.startswith("advice-")
    }
    assert {*REASONS} == met
    assert reasons("TU").keys() >= {*AT_THE_CONSOLE}


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


def screens_of_a_restless_tudor(seed: int) -> Iterator[Screen]:
    moods, shown = random.Random(seed), dict[str, Screen]()

    def look(state: State, memory: Memory) -> None:
        verdict = referee.judge(state, memory, disturbance(state, moods, 0.0))
        screens = [complaint_screen(effect) for effect in verdict.effects if isinstance(effect, Complain)]
        for screen in (*screens, waiting(state, memory).screen, waiting(state, verdict.memory).screen):
            shown[in_words(screen, "en")] = screen

    scoring = moods.sample(range(1, 7), 2)
    play_by_hands(seed, 2 + seed % 3, scoring, 1 + seed % 5, look=look, most=10_000 if SOAK else 60, rich=True)
    yield from shown.values()


@pytest.mark.parametrize("seed", range(40 if SOAK else 2))
@pytest.mark.parametrize("screens", [screens_of_a_restless_game, screens_of_a_restless_tudor])
def test_a_restless_game_shows_only_measured_screens_that_fit(
    screens: Callable[[int], Iterator[Screen]], seed: int
) -> None:
    unlike = {in_words(screen, "en"): screen for screen in screens(seed)}
    seen = {key for screen in unlike.values() for text in texts_of(screen) for key in keys_in(text)}
    for screen in unlike.values():
        for language in LANGUAGES:
            assert fits(screen, language), in_words(screen, language)
    assert seen - shown_keys() == set()
    assert len(seen) > 25  # it was a game, not one screen over and over
