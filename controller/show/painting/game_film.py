"""The film of a game: from its actions to the pictures, with only what every player could see."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby, zip_longest
from math import ceil
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from controller.games.contract.effects import Tell
from controller.games.contract.game import Game
from controller.games.contract.tools.drawing import Drawable
from controller.games.contract.values import Action, Text
from controller.games.naming import translate_text
from controller.limits import FILM_PICTURES
from controller.show.painting.film import GifFrame, Scene, draw_scene

STORY_SENTENCES: Final = 16
"""Number of story sentences that a scene may show."""

REPEATED_ACTION_DISPLAY_S: Final = 0.25
"""Display time of an action that is followed by one of the same kind."""

BASE_DISPLAY_S: Final = 0.6
DISPLAY_S_PER_LETTER: Final = 0.025
MAX_DISPLAY_S: Final = 4.0
"""Display time of a picture: a base, plus a share for each new letter, up to a maximum."""

LAST_DISPLAY_S: Final = 4.0

WHOLE_GAME_FILM_S: Final = 60.0
"""Intended length of a game's film; each picture takes `REPEATED_ACTION_DISPLAY_S` to one second."""


class FilmStep(Struct, frozen=True):
    """A game after one action; ``new`` are its sentences, which end ``story``."""

    do: str
    round: int
    state: Any
    new: Sequence[Text]
    story: Sequence[Text]


def replay_steps(game: Game, actions: Iterable[Action]) -> Iterator[FilmStep]:
    """Raise RefusedError at the first action that the rules refuse."""
    play, story = game.new_log(), list[Text]()
    for action in actions:
        before = play.state
        events = play.accept(play.check(action))
        new = [effect.text for effect in game.stage(before, play.state, events) if isinstance(effect, Tell)]
        story = [*story, *new][-STORY_SENTENCES:]
        yield FilmStep(action["do"], game.round_of(play.state), play.state, new, story)


def frames_of_steps(game: Game, steps: Sequence[FilmStep], language: str) -> list[GifFrame]:
    return [
        GifFrame(partial(_draw_step, game, step, language), _display_s(step, following, language))
        for step, following in zip_longest(steps, steps[1:])
    ]


def frames_of_game(game: Game, steps: Sequence[FilmStep], language: str) -> list[GifFrame]:
    """Join runs of an action, thin evenly to ``FILM_PICTURES``; show the last longest."""
    runs = [[*run][-1] for _, run in groupby(steps, key=lambda step: (step.round, step.do))]
    thinned = runs[:: -ceil(len(runs) / FILM_PICTURES)][::-1]
    display_s = min(1.0, max(REPEATED_ACTION_DISPLAY_S, WHOLE_GAME_FILM_S / len(thinned)))
    shots = [GifFrame(partial(_draw_step, game, step, language), display_s) for step in thinned]
    return [*shots[:-1], replace(shots[-1], seconds=LAST_DISPLAY_S)]


def _draw_step(game: Game, step: FilmStep, language: str) -> Image.Image:
    table = game.drawn(game.view(step.state, game.first_memory())) if isinstance(game, Drawable) else None
    return draw_scene(Scene(game.title, Text("film-round", {"round": step.round}), table, step.story), language)


def _display_s(step: FilmStep, following: FilmStep | None, language: str) -> float:
    if following is None:
        return LAST_DISPLAY_S
    if following.do == step.do and len(step.new) <= 1:
        return REPEATED_ACTION_DISPLAY_S
    letters = sum(len(translate_text(text, language)) for text in step.new)
    return min(MAX_DISPLAY_S, BASE_DISPLAY_S + DISPLAY_S_PER_LETTER * letters)
