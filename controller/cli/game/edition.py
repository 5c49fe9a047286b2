"""`royaltable edition`: what is printed on the components of a box."""

from collections.abc import Mapping
from typing import Any, BinaryIO

import click
import msgspec

from controller import limits
from controller.cli.game.game_logs import game_option, select_game, tools_of
from controller.cli.options import InputFile
from controller.games.contract.tools.editions import Edited, EditionFault, EditionMistake

FILE = InputFile(4 * limits.EDITION_FILE_BYTES)


@click.group()
def edition() -> None:
    """Check or show what is printed on the components.

    An edition file is TOML like the shipped one, or JSON as `royaltable edition show` prints it.
    """


@edition.command()
@click.argument("file", type=FILE)
@game_option
def check(file: BinaryIO, game_name: str | None) -> None:
    """List every fault of the edition FILE (or -); exit status 1 if there is one."""
    edited = tools_of(select_game(game_name)[1], Edited)
    click.echo(f"{_name(file)}: {edited.edition_summary(load_edition(edited, file))}")


@edition.command()
@click.argument("file", type=FILE, required=False)
@game_option
@click.option("--standing", is_flag=True, help="Say where each value comes from, and which ones are placeholders.")
def show(file: BinaryIO | None, game_name: str | None, *, standing: bool) -> None:
    """Print the shipped edition, or the one in FILE (or -), as JSON that a game log can carry."""
    edited = tools_of(select_game(game_name)[1], Edited)
    if not standing:
        click.echo(msgspec.json.encode(edited.edition(None) if file is None else load_edition(edited, file)))
        return
    try:
        remarks = edited.trust(None if file is None else _read(file))
    except EditionFault as fault:
        assert file is not None
        raise _exception(file, fault) from None
    if not remarks:
        click.echo("This edition does not say where its values come from; add [[standing]] entries to its file.")
    for entry in remarks:
        click.echo(f"{entry.standing:12} {entry.datum}: {entry.source}")


def load_edition(edited: Edited, file: BinaryIO) -> Mapping[str, Any]:
    try:
        return edited.edition(_read(file))
    except EditionFault as fault:
        raise _exception(file, fault) from None


def _read(file: BinaryIO) -> str:
    try:
        return file.read(4 * limits.EDITION_FILE_BYTES + 1).decode("utf-8")
    except UnicodeDecodeError as error:
        fault = EditionMistake("LOG", "file", f"is not UTF-8 text: octet {error.start + 1}")
        raise _exception(file, EditionFault([fault])) from None


def _name(file: BinaryIO) -> str:
    return getattr(file, "name", "<stdin>")


def _exception(file: BinaryIO, fault: EditionFault) -> click.ClickException:
    count = len(fault.faults)
    lines = [f"  {each.where}: {each.problem} ({each.rule})" for each in fault.faults]
    return click.ClickException("\n".join([f"{_name(file)}: {count} fault{'s' if count > 1 else ''}", *lines]))
