"""`royaltable film`: one round of a game log as an animated GIF."""

from collections.abc import Iterator
from functools import partial
from itertools import islice, zip_longest
from pathlib import Path
from typing import BinaryIO, Final

import click

from controller.cli.game.game_logs import LOG_ARGUMENT, load_game, read_game_name_and_lines, split_action_and_origin
from controller.cli.options import FILE_PATH, exit_on_error, exit_on_os_error, language_option
from controller.games.contract.effects import Tell
from controller.games.contract.tools.drawing import Drawable
from controller.games.contract.values import RefusedError, Text
from controller.games.naming import translate_text
from controller.limits import FILM_PICTURES
from controller.show.painting.film import FilmTooLongError, Scene, Shot, draw_scene, encode_gif
from controller.show.painting.painter import UnpaintableError
from controller.store.atomic_files import write_output

STORY_SENTENCES: Final = 16
"""Number of story sentences that a scene may show."""

RUN_DISPLAY_S: Final = 0.25
"""Display time of an action in a run of the same kind."""

BASE_DISPLAY_S: Final = 0.6
DISPLAY_S_PER_LETTER: Final = 0.025
MAX_DISPLAY_S: Final = 4.0
"""Display time of a picture: a base, plus a share for each new letter, up to the maximum."""

LAST_DISPLAY_S: Final = 4.0


@click.command()
@LOG_ARGUMENT
@click.option("--out", type=FILE_PATH, required=True, help="GIF file to write.")
@click.option(
    "--round", "number", type=click.IntRange(min=1), default=1, show_default=True, help="Number of the round."
)
@language_option
def film(log: BinaryIO, out: Path, number: int, language: str) -> None:
    """Render a round of the game in LOG (a file, or -) as an animated GIF, with only what every player could see.

    The same log gives the same file. `royaltable journal export` writes a log.
    """
    with exit_on_error(UnpaintableError):
        scenes = [*islice(_round_scenes(log, number), FILM_PICTURES + 1)]
        try:
            data = encode_gif([*_timed_shots(scenes, language)])
        except FilmTooLongError as fault:
            raise click.ClickException(
                f"Round {number} is too long for a film: {fault}. Choose a shorter round."
            ) from None
    with exit_on_os_error(out, "Choose another file with --out."):
        write_output(out, data)
    click.echo(f"{out}: {len(scenes)} pictures, {len(data):,} bytes", err=True)  # the film may go to standard output


def _round_scenes(log: BinaryIO, number: int) -> Iterator[tuple[str, list[Text], Scene]]:
    name, lines = read_game_name_and_lines(log)
    game = load_game(name)
    play, story, rounds = game.new_log(), list[Text](), 0
    for line in lines:
        action = split_action_and_origin(line.value)[0]
        before = play.state
        try:
            if line.refusal is not None:
                raise line.refusal
            events = play.accept(play.check(action))
        except RefusedError as refusal:
            raise click.ClickException(f"line {line.number} is refused ({refusal.code}): {refusal}") from None
        rounds = game.round_of(play.state if before is None else before)
        new = [effect.text for effect in game.stage(before, play.state, events) if isinstance(effect, Tell)]
        story = [*story, *new][-STORY_SENTENCES:]
        if rounds == number:
            table = game.drawn(game.view(play.state, game.first_memory())) if isinstance(game, Drawable) else None
            yield action["do"], new, Scene(game.title, Text("film-round", {"round": number}), table, tuple(story))
        elif rounds > number:
            return
    if rounds < number:
        raise click.ClickException(
            "The log has no game." if rounds == 0 else f"The log has no round {number}, only rounds 1 to {rounds}."
        )


def _timed_shots(scenes: list[tuple[str, list[Text], Scene]], language: str) -> Iterator[Shot]:
    for (do, new, scene), following in zip_longest(scenes, scenes[1:]):
        letters = sum(len(translate_text(text, language)) for text in new)
        seconds = min(MAX_DISPLAY_S, BASE_DISPLAY_S + DISPLAY_S_PER_LETTER * letters)
        if following is None:
            seconds = LAST_DISPLAY_S
        elif following[0] == do and len(new) <= 1:
            seconds = RUN_DISPLAY_S
        yield Shot(partial(draw_scene, scene, language), seconds)
