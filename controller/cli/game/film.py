"""`royaltable film`: a round of a game log, or a whole game of a journal, as an animated GIF."""

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import click

from controller import limits
from controller.cli.game import game_logs
from controller.cli.game.journal import GAME_NUMBER_OPTION, check_file_exists, load_lines_of_game
from controller.cli.options import FILE_PATH, InputFile, exit_on_error, exit_on_os_error, language_option
from controller.games.contract.game import Game
from controller.games.contract.values import Action, RefusedError
from controller.show.painting.film import FilmTooLongError, encode_gif
from controller.show.painting.game_film import FilmStep, frames_of_game, frames_of_steps, replay_steps
from controller.show.painting.painter import UnpaintableError
from controller.store.atomic_files import write_file_or_pipe


@click.command()
@click.argument("log", type=InputFile(limits.GAME_LOG_FILE_BYTES), required=False)
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
        name, lines = game_logs.read_game_name_and_lines(log)
    elif journal is not None and log is None:
        name, lines = game_logs.game_name_and_lines(load_lines_of_game(journal, game))
    else:
        raise click.UsageError("Name a LOG or a --journal.")
    rules = game_logs.load_game(name)
    steps = _replay_lines(rules, lines)
    if journal is not None and number is None:
        shots = frames_of_game(rules, [*steps], language)
    else:
        shots = frames_of_steps(
            rules, [*islice(_steps_of_round(steps, number or 1), limits.FILM_PICTURES + 1)], language
        )
    with exit_on_error(UnpaintableError):
        try:
            data = encode_gif(shots)
        except FilmTooLongError as fault:
            raise click.ClickException(f"This is too long for a film: {fault}. Choose a shorter round.") from None
    with exit_on_os_error(out, "Choose another file with --out."):
        write_file_or_pipe(out, data)
    click.echo(f"{out}: {len(shots)} pictures, {len(data):,} bytes", err=True)  # the film may go to standard output


def _replay_lines(game: Game, lines: Iterable[game_logs.LogLine]) -> Iterator[FilmStep]:
    number = 0

    def actions() -> Iterator[Action]:
        nonlocal number
        for line in lines:
            number = line.number
            if line.refusal is not None:
                raise line.refusal
            yield game_logs.split_action_and_origin(line.value)[0]

    try:
        yield from replay_steps(game, actions())
    except RefusedError as refusal:
        raise click.ClickException(f"line {number} is refused ({refusal.code}): {refusal}") from None


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
