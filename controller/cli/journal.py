"""`royaltable journal`: look into the file of all games."""

import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from controller.daemon.journal import Entry, JournalError, JournalReader

FILE = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


@click.group()
def journal() -> None:
    """Look into the file of all games."""


@journal.command()
@FILE
@click.option("--game", type=int, help="The game's number; the newest one without it.")
@click.option("--origins", is_flag=True, help="With number, origin and time of each action, as `royaltable why` reads.")
def export(file: Path, game: int | None, *, origins: bool) -> None:
    """Print a game's log as `royaltable replay` reads it: one action a line."""
    with _open(file) as games:
        game = game if game is not None else games.latest_game()
        entries = list(games.entries(game)) if game is not None else []
    if not entries:
        raise click.ClickException(
            f"{file}: saw no game {game or ''}".rstrip() + ". `journal list` names those it has."
        )
    for entry in entries:
        line = _with_origin(entry) if origins else entry.action
        sys.stdout.write(msgspec.json.encode(line).decode() + "\n")


@journal.command("list")
@FILE
def list_games(file: Path) -> None:
    """Print the games: number, when they began, how many actions."""
    with _open(file) as games:
        for game in games.games():
            how = "over" if game.over else "on the table" if game.current else "parked"
            castles = " ".join(game.castles)
            click.echo(f"{game.game_id:4}  {game.begun_utc}  {game.actions:5} actions  {how:12}  {castles}".rstrip())


def _with_origin(entry: Entry) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "origin": entry.origin,
        "written_utc": entry.written_utc,
        "action": entry.action,
    }


def _open(file: Path) -> JournalReader:
    if not file.exists():
        raise click.ClickException(f"{file}: no such file. Name a journal, such as the one in table.toml.")
    try:
        return JournalReader(file)
    except JournalError as fault:
        raise click.ClickException(str(fault)) from None
