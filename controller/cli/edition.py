"""`royaltable edition`: what is printed on the components of a box."""

from pathlib import Path

import click
import msgspec

from controller.games.tumult_royale.edition import (
    Edition,
    EditionFault,
    Standing,
    from_toml,
    parse,
    standard,
    standard_standings,
    standings,
)

FILE = click.Path(dir_okay=False, path_type=Path)


@click.group()
def edition() -> None:
    """Check or show what is printed on the components."""


@edition.command()
@click.argument("file", type=FILE)
def check(file: Path) -> None:
    """Name all faults of an edition file (TOML, or the JSON object of a log) at once."""
    found = _load(file)
    click.echo(f"{file}: a good edition, {found.name!r} with {len(found.tiles)} tiles")


@edition.command()
@click.argument("file", type=FILE, required=False)
@click.option("--standing", is_flag=True, help="Say of each value where it comes from, and what is a placeholder.")
def show(file: Path | None, *, standing: bool) -> None:
    """Print the shipped edition, or the one in FILE, as the object that a log carries."""
    if not standing:
        click.echo(msgspec.json.encode((standard() if file is None else _load(file)).to_mapping()))
        return
    for entry in standard_standings() if file is None else _standings(file):
        click.echo(f"{entry.standing:12} {entry.datum}: {entry.source}")


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as fault:
        raise click.ClickException(f"{file}: {fault.strerror}. Name an edition file.") from None
    except UnicodeDecodeError:
        raise click.ClickException(f"{file}: is not UTF-8 text. Name an edition file.") from None


def _load(file: Path) -> Edition:
    text = _read(file)
    try:
        return parse(msgspec.json.decode(text)) if file.suffix == ".json" else from_toml(text)
    except msgspec.DecodeError as fault:
        raise click.ClickException(f"{file}: is not JSON: {fault}") from None
    except EditionFault as fault:
        raise click.ClickException(_faults(file, fault)) from None


def _standings(file: Path) -> tuple[Standing, ...]:
    try:
        return standings(_read(file))
    except EditionFault as fault:
        raise click.ClickException(_faults(file, fault)) from None


def _faults(file: Path, fault: EditionFault) -> str:
    lines = [f"  {each.where}: {each.problem} ({each.rule})" for each in fault.faults]
    return "\n".join([f"{file}: {len(lines)} fault(s)", *lines])
