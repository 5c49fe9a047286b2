"""Every text of every language is shown whole on the console's screen."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import pytest

from controller.care.page_setup import prompt_screen
from controller.care.setup.device_test import Prompt, PromptKind
from controller.cli.screens import screens_with_all_words, screens_with_longest_words
from controller.games.contract.effects import Announce, Complain, Screen
from controller.games.contract.game import Game
from controller.games.contract.inputs import ButtonPressed, Input, KnobTurned, PieceTapped, TimerRanOut
from controller.games.contract.values import CastleId, RandomDraw, RefusedError, Text
from controller.games.naming import translate_text
from controller.games.tudor.game import Tudor
from controller.games.tudor.show.samples import CONSOLE_REASONS, REFUSAL_REASONS
from controller.games.tumult_royale.game import TumultRoyale
from controller.show.console_screens import ShownScreen, complaint_screen, screen_texts
from controller.show.pictures import fits_display
from controller.texts.translation import LANGUAGES, text_keys
from tests.games.test_every_rule import reasons
from tests.support.soak import SOAK

ON_A_SCREEN = (
    "wait-", "why-", "pay-", "screen-", "caption-", "complaint-", "trouble-", "offer-", "menu-", "address-", "check-",
    "ask-", "goodbye-", "resumed-", "question-", "secret-",
    *(f"tudor-{kind}-" for kind in ("wait", "ask", "do", "say", "short", "round", "complaint", "player")),
)  # fmt: skip
"""How the keys of texts begin that stand on a screen."""

OF_A_HOUSE_EDITION = {f"tudor-player-{name}" for name in ("grey", "brown", "purple")}
COLORS = ("blue", "yellow", "purple", "grey")


def screens_of(game: str, language: str) -> list[tuple[str, ShownScreen]]:
    """Of Tudor with the longest player and faction; there are few words in Tumult Royale."""
    return list(
        screens_with_all_words(TumultRoyale())
        if game == "tumult_royale"
        else screens_with_longest_words(Tudor(), language)
    )


def keys_in(text: Text) -> Iterator[str]:
    yield text.key
    for value in text.values.values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Text):
                yield from keys_in(part)


@cache
def shown_keys() -> frozenset[str]:
    shown = [*screens_with_all_words(TumultRoyale()), *screens_with_all_words(Tudor())]
    return frozenset(key for _, screen in shown for text in screen_texts(screen) for key in keys_in(text))


def in_words(screen: ShownScreen, language: str) -> str:
    return " | ".join((type(screen).__name__, *(translate_text(text, language) for text in screen_texts(screen))))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["tumult_royale", "tudor"])
def test_every_screen_shows_all_its_words(game: str, language: str) -> None:
    cut = {
        f"{name}: {in_words(screen, language)}"
        for name, screen in screens_of(game, language)
        if not fits_display(screen, language)
    }
    assert cut == set()


def test_every_text_for_a_screen_is_among_the_measured_screens() -> None:
    meant = {key for key in text_keys("en") if key.startswith(ON_A_SCREEN)}
    assert meant - shown_keys() - OF_A_HOUSE_EDITION == set()


def test_every_refusal_shown_at_the_table_is_measured() -> None:
    """Refusals of shape, names and a hand-written start, which reach only page and terminal."""
    met = {
        reason
        for reason, rules in reasons("TU").items()
        if rules - {"LOG"} and not all(rule.startswith("TU-0") for rule in rules) and not reason.startswith("advice-")
    }
    assert {*REFUSAL_REASONS} == met
    assert reasons("TU").keys() >= {*CONSOLE_REASONS}


OF_THE_DISPLAY: Final = {PromptKind.PICTURE, PromptKind.FOUR_PINS}
"""Asked while it shows a test picture."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("step", [step for step in PromptKind if step not in OF_THE_DISPLAY])
def test_each_prompt_of_the_part_test_is_shown_whole(step: PromptKind, language: str) -> None:
    values: dict[str, str | int] = {
        "clicks": 6,
        "millimetres": 30,
        "shown": "[console] clicks_a_cycle = 2",
        "file": "table.toml",
    }
    assert fits_display(prompt_screen(Prompt("purple", step, 2, values)), language)


def test_a_text_that_is_too_long_would_be_noticed() -> None:
    long = Text(
        "complaint-elsewhere",
        {"color": "a castle whose name takes the whole of the display and much more of it than it has"},
    )
    assert not fits_display(complaint_screen(Complain(CastleId("blue"), long)), "en")


def random_input(game: Game, castle: CastleId, moods: random.Random, at_s: float) -> Input:
    choice: list[Input] = [
        PieceTapped(castle, moods.choice(game.pieces()).id, at_s),
        ButtonPressed("knob", None, long=moods.random() < 0.2, at_s=at_s),
        ButtonPressed("yes", castle, long=moods.random() < 0.1, at_s=at_s),
        ButtonPressed("no", castle, long=moods.random() < 0.3, at_s=at_s),
        KnobTurned(moods.choice((-1, 1, 2)), at_s),
        TimerRanOut(at_s),
    ]
    return moods.choices(choice, weights=(30, 4, 2, 2, 2, 1))[0]


def screens_of_a_restless_game(game: Game, seed: int) -> Iterator[Screen]:
    moods = random.Random(seed)
    play: Any = game.new_log()
    memory = game.first_memory()
    castles = [CastleId(color) for color in COLORS[: moods.choice((2, 3, 4))]]
    options = {choice.key: moods.choice(choice.values) for choice in game.choices() if choice.key != "map"}
    proposed: list[Any] = [game.setup(castles, options, {}, lambda things: moods.sample(list(things), len(things)))]
    for moment in range(1500):
        for wish in proposed:
            action = wish.stopped_at(moods.randrange(len(wish.sectors))) if isinstance(wish, RandomDraw) else dict(wish)
            before = play.state
            try:
                events = play.submit(action)
            except RefusedError as refusal:
                yield complaint_screen(Complain(castles[0], refusal.text))
                break
            memory = game.settle(play.state, memory, action, "page")
            yield from (e.screen for e in game.stage(before, play.state, events) if isinstance(e, Announce))
        waiting = game.waiting(play.state, memory)
        yield waiting.screen
        castle = waiting.castle if waiting.castle is not None and moods.random() < 0.5 else moods.choice(castles)
        verdict = game.judge(play.state, memory, random_input(game, castle, moods, float(moment)))
        memory, proposed = verdict.memory, list(verdict.proposed)
        yield from (complaint_screen(effect) for effect in verdict.effects if isinstance(effect, Complain))


@pytest.mark.parametrize("seed", range(40 if SOAK else 2))
@pytest.mark.parametrize("game", [TumultRoyale({"map": "honour"}), Tudor()], ids=["tumult_royale", "tudor"])
def test_a_restless_game_shows_only_measured_screens_that_fit(game: Game, seed: int) -> None:
    unlike = {in_words(screen, "en"): screen for screen in screens_of_a_restless_game(game, seed)}
    seen = {key for screen in unlike.values() for text in screen_texts(screen) for key in keys_in(text)}
    for screen in unlike.values():
        for language in LANGUAGES:
            assert fits_display(screen, language), in_words(screen, language)
    assert seen - shown_keys() == set()
    assert len(seen) > 25  # it was a game, not one screen over and over
