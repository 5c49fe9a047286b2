"""`royaltable film`: a round of a game log, or a whole game of a journal, as an animated GIF."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby, islice, zip_longest
from math import ceil
from pathlib import Path
from typing import Any, BinaryIO, Final

import click
from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from controller.cli.game.game_logs import (
    LogLine,
    game_name_and_lines,
    load_game,
    read_game_name_and_lines,
    split_action_and_origin,
)
from controller.cli.journal import GAME_NUMBER_OPTION, check_file_exists, load_lines_of_game
from controller.cli.options import FILE_PATH, InputFile, exit_on_error, exit_on_os_error, language_option
from controller.games.contract.effects import Tell
from controller.games.contract.game import Game
from controller.games.contract.tools.drawing import Drawable
from controller.games.contract.values import RefusedError, Text
from controller.games.naming import translate_text
from controller.limits import FILM_PICTURES, GAME_LOG_FILE_BYTES
from controller.show.painting.film import FilmTooLongError, GifFrame, Scene, draw_scene, encode_gif
from controller.show.painting.painter import UnpaintableError
from controller.store.atomic_files import write_file_or_pipe

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


@click.command()
@click.argument("log", type=InputFile(GAME_LOG_FILE_BYTES), required=False)
@click.option("--journal", type=FILE_PATH, callback=check_file_exists, help="Take the game from this journal instead.")
@GAME_NUMBER_OPTION
@click.option("--out", type=FILE_PATH, required=True, help="GIF file to write.")
@click.option(
    "--round",
    "number",
    type=click.IntRange(min=1),
    help="Only this round.  [default: the first of LOG, all of a journal]",
)
@language_option
def film(
    log: BinaryIO | None, journal: Path | None, game: int | None, out: Path, number: int | None, language: str
) -> None:
    """Render a round of the game in LOG (a file, or -) as an animated GIF, with only what every player could see.

    The same log gives the same file. `royaltable journal export` writes a log. With --journal, render a whole game.
    """
    if log is not None and journal is None:
        name, lines = read_game_name_and_lines(log)
    elif journal is not None and log is None:
        name, lines = game_name_and_lines(load_lines_of_game(journal, game))
    else:
        raise click.UsageError("Name a LOG or a --journal.")
    rules = load_game(name)
    steps = _replay_steps(rules, lines)
    if journal is not None and number is None:
        shots = _frames_of_game(rules, [*steps], language)
    else:
        shots = _frames_of_steps(rules, [*islice(_steps_of_round(steps, number or 1), FILM_PICTURES + 1)], language)
    with exit_on_error(UnpaintableError):
        try:
            data = encode_gif(shots)
        except FilmTooLongError as fault:
            raise click.ClickException(f"This is too long for a film: {fault}. Choose a shorter round.") from None
    with exit_on_os_error(out, "Choose another file with --out."):
        write_file_or_pipe(out, data)
    click.echo(f"{out}: {len(shots)} pictures, {len(data):,} bytes", err=True)  # the film may go to standard output


def _replay_steps(game: Game, lines: Iterable[LogLine]) -> Iterator[FilmStep]:
    play, story = game.new_log(), list[Text]()
    for line in lines:
        action = split_action_and_origin(line.value)[0]
        before = play.state
        try:
            if line.refusal is not None:
                raise line.refusal
            events = play.accept(play.check(action))
        except RefusedError as refusal:
            raise click.ClickException(f"line {line.number} is refused ({refusal.code}): {refusal}") from None
        new = [effect.text for effect in game.stage(before, play.state, events) if isinstance(effect, Tell)]
        story = [*story, *new][-STORY_SENTENCES:]
        yield FilmStep(action["do"], game.round_of(play.state if before is None else before), play.state, new, story)


def _steps_of_round(steps: Iterable[FilmStep], number: int) -> Iterator[FilmStep]:
    rounds = 0
    for step in steps:
        rounds = step.round
        if rounds == number:
            yield step
        elif rounds > number:
            return
    if rounds < number:
        raise click.ClickException(
            "The log has no game." if rounds == 0 else f"The log has no round {number}, only rounds 1 to {rounds}."
        )


def _frames_of_steps(game: Game, steps: Sequence[FilmStep], language: str) -> list[GifFrame]:
    return [
        GifFrame(partial(_draw_step, game, step, language), _display_s(step, following, language))
        for step, following in zip_longest(steps, steps[1:])
    ]


def _frames_of_game(game: Game, steps: Sequence[FilmStep], language: str) -> list[GifFrame]:
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
