"""`royaltable edition`: check and show what is printed on the components of a box."""

from collections.abc import Mapping
from typing import Any, BinaryIO

import click
import msgspec

from controller import limits
from controller.cli.game.game_logs import game_name_option, require_tools, select_game
from controller.cli.options import InputFile
from controller.games.contract.tools.editions import Edited, EditionFault, EditionMistake
from controller.reading import NotUtf8Error, decode_text

EDITION_FILE = InputFile(4 * limits.EDITION_FILE_BYTES)


@click.group()
def edition() -> None:
    """Check or show an edition: what is printed on the components.

    An edition file is TOML like the shipped one, or JSON as printed by `royaltable edition show`.
    """


@edition.command("check")
@click.argument("file", type=EDITION_FILE)
@game_name_option
def check_edition_file(file: BinaryIO, game_name: str | None) -> None:
    """List every mistake in the edition FILE (or -); exit status 1 if there is one."""
    edited = require_tools(select_game(game_name)[1], Edited)
    click.echo(f"{_file_name(file)}: {edited.edition_summary(load_edition(edited, file))}")


@edition.command("show")
@click.argument("file", type=EDITION_FILE, required=False)
@game_name_option
@click.option("--standing", is_flag=True, help="Print the source of each value, and which are placeholders.")
def print_edition(file: BinaryIO | None, game_name: str | None, *, standing: bool) -> None:
    """Print the shipped edition, or that in FILE (or -), as JSON for a game log."""
    edited = require_tools(select_game(game_name)[1], Edited)
    if not standing:
        click.echo(msgspec.json.encode(edited.edition(None) if file is None else load_edition(edited, file)))
        return
    try:
        remarks = edited.trust(None if file is None else _read_edition_text(file))
    except EditionFault as fault:
        assert file is not None
        raise _make_edition_error(file, fault) from None
    if not remarks:
        click.echo("This edition does not give the sources of its values. Add [[standing]] entries to its file.")
    for entry in remarks:
        click.echo(f"{entry.standing:12} {entry.datum}: {entry.source}")


def load_edition(edited: Edited, file: BinaryIO) -> Mapping[str, Any]:
    try:
        return edited.edition(_read_edition_text(file))
    except EditionFault as fault:
        raise _make_edition_error(file, fault) from None


def _read_edition_text(file: BinaryIO) -> str:
    try:
        return decode_text(file.read(4 * limits.EDITION_FILE_BYTES + 1))
    except NotUtf8Error as error:
        fault = EditionMistake("LOG", "file", str(error))
        raise _make_edition_error(file, EditionFault([fault])) from None


def _file_name(file: BinaryIO) -> str:
    return getattr(file, "name", "<stdin>")


def _make_edition_error(file: BinaryIO, fault: EditionFault) -> click.ClickException:
    count = len(fault.faults)
    lines = [f"  {each.where}: {each.problem} ({each.rule})" for each in fault.faults]
    return click.ClickException("\n".join([f"{_file_name(file)}: {count} mistake{'s' if count > 1 else ''}", *lines]))
