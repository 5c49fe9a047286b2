"""`royaltable edition`: what is printed on the components of a box."""

from typing import BinaryIO

import click
import msgspec

from controller.games.tumult_royale.box.edition import (
    Edition,
    EditionFault,
    EditionMistake,
    Trust,
    from_toml,
    parse,
    standard,
    standard_trust,
    standings,
)

FILE = click.File("rb")


@click.group()
def edition() -> None:
    """Check or show what is printed on the components.

    An edition file is TOML like the shipped one, or JSON as `royaltable edition show` prints it.
    """


@edition.command()
@click.argument("file", type=FILE)
def check(file: BinaryIO) -> None:
    """List every fault of the edition FILE (or -); exit status 1 if there is one."""
    found = load(file)
    click.echo(
        f"{_name(file)}: {found.name!r} can be played: {len(found.tiles)} tiles, {len(found.regions)} region tiles"
    )


@edition.command()
@click.argument("file", type=FILE, required=False)
@click.option("--standing", is_flag=True, help="Say where each value comes from, and which ones are placeholders.")
def show(file: BinaryIO | None, *, standing: bool) -> None:
    """Print the shipped edition, or the one in FILE (or -), as JSON that a game log can carry."""
    if not standing:
        click.echo(msgspec.json.encode((standard() if file is None else load(file)).to_mapping()))
        return
    remarks = standard_trust() if file is None else _standings(file)
    if not remarks:
        click.echo("This edition does not say where its values come from; add [[standing]] entries to its file.")
    for entry in remarks:
        click.echo(f"{entry.standing:12} {entry.datum}: {entry.source}")


def load(file: BinaryIO) -> Edition:
    """The edition in ``file``.

    Raises:
        ClickException: it is none; the message names all faults.
    """
    text = _read(file)
    try:
        return parse(msgspec.json.decode(text)) if _is_json(text) else from_toml(text)
    except EditionFault as fault:
        raise _exception(file, fault) from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise _exception(file, EditionFault([EditionMistake("LOG", "file", f"is not JSON: {error}")])) from None


def _standings(file: BinaryIO) -> tuple[Trust, ...]:
    text = _read(file)
    try:
        return () if _is_json(text) else standings(text)
    except EditionFault as fault:
        raise _exception(file, fault) from None


def _is_json(text: str) -> bool:
    """No TOML file begins with a brace."""
    return text.lstrip().startswith("{")


def _read(file: BinaryIO) -> str:
    try:
        return file.read().decode("utf-8")
    except UnicodeDecodeError as error:
        fault = EditionMistake("LOG", "file", f"is not UTF-8 text: octet {error.start + 1}")
        raise _exception(file, EditionFault([fault])) from None


def _name(file: BinaryIO) -> str:
    """What to call the file; standard input need not have a name."""
    return getattr(file, "name", "<stdin>")


def _exception(file: BinaryIO, fault: EditionFault) -> click.ClickException:
    count = len(fault.faults)
    lines = [f"  {each.where}: {each.problem} ({each.rule})" for each in fault.faults]
    return click.ClickException("\n".join([f"{_name(file)}: {count} fault{'s' if count > 1 else ''}", *lines]))
