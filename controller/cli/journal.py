"""`royaltable journal`: look into the file of all games."""

import sys
from pathlib import Path

import click
import msgspec

from controller.daemon.journal import Journal, JournalError

FILE = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


@click.group()
def journal() -> None:
    """Look into the file of all games."""


@journal.command()
@FILE
@click.option("--game", type=int, help="The game's number; the newest one without it.")
def export(file: Path, game: int | None) -> None:
    """Print a game's log as `royaltable replay` reads it: one action a line."""
    games = _open(file)
    game = game if game is not None else games.latest_game()
    entries = list(games.entries(game)) if game is not None else []
    if not entries:
        raise click.ClickException(
            f"{file}: saw no game {game or ''}".rstrip() + ". `journal list` names those it has."
        )
    for entry in entries:
        sys.stdout.write(msgspec.json.encode(entry.action).decode() + "\n")


@journal.command("list")
@FILE
def list_games(file: Path) -> None:
    """Print the games: number, when they began, how many actions."""
    for game_id, started_utc, actions in _open(file).games():
        click.echo(f"{game_id:4}  {started_utc}  {actions:5} actions")


def _open(file: Path) -> Journal:
    if not file.exists():
        raise click.ClickException(f"{file}: no such file. Name a journal, such as the one in table.toml.")
    try:
        return Journal(file)
    except JournalError as fault:
        raise click.ClickException(str(fault)) from None
